#include "spirv/read.h"

#include <algorithm>

#include "spirv/check.h"

namespace cleave::spirv {
namespace {

// Bytes of a constant's value as the application gives it; 0: a value of this type cannot be given.
uint32_t bytes_of(const Type& type) {
  if (type.kind == TypeKind::boolean) return 1;
  const bool is_number = type.kind == TypeKind::integer || type.kind == TypeKind::floating ||
                         type.kind == TypeKind::bfloat16;
  return is_number ? (type.bits + 7) / 8 : 0;
}

std::vector<SpecializableConstant> specializable(const Module& module) {
  std::vector<SpecializableConstant> constants;
  for (const Instruction& instruction : module.globals()) {
    const bool has_value = instruction.op == Op::SpecConstant ||
                           instruction.op == Op::SpecConstantTrue ||
                           instruction.op == Op::SpecConstantFalse;
    if (!has_value) continue;
    const DecorationUse* use = module.decoration(instruction.result, Decoration::SpecId);
    const Type& type = module.type(instruction.type);
    const uint32_t bytes = bytes_of(type);
    if (use != nullptr && bytes != 0) constants.push_back({use->operands[0], bytes, type.kind});
  }
  const auto is_before = [](const auto& a, const auto& b) {
    return a.id != b.id ? a.id < b.id : a.bytes < b.bytes;
  };
  std::sort(constants.begin(), constants.end(), is_before);
  const auto shares_id = [](const auto& a, const auto& b) { return a.id == b.id; };
  constants.erase(std::unique(constants.begin(), constants.end(), shares_id), constants.end());
  return constants;
}

// Each check relies on what those before it found right.
void check_all(Draft& draft) {
  for (const auto check : {check_layout, check_types, check_globals, check_annotations, check_flow,
                           check_instructions})
    if (draft.problems.empty()) check(draft);
}

}  // namespace

Outline outline(std::span<const std::byte> bytes) {
  Draft draft;
  const Offer offer;
  Outline result;
  if (!Parser(draft, Strictness::outline, offer).parse(bytes)) {
    result.problem = draft.problems.first();
    return result;
  }
  build_globals(draft, {});
  result.constants = specializable(draft.module);
  return result;
}

ReadResult read(std::span<const std::byte> bytes, std::span<const Specialization> specializations,
                const Offer& offer) {
  Draft draft;
  if (Parser(draft, Strictness::whole, offer).parse(bytes)) {
    build_globals(draft, specializations);
    build_functions(draft);
    build_debug_info(draft);
    check_all(draft);
  }
  ReadResult result;
  result.problems = draft.problems.text();
  result.warnings = draft.problems.warnings();
  if (draft.problems.empty()) result.module = std::move(draft.module);
  return result;
}

}  // namespace cleave::spirv
