#include "spirv/debug_candidates.h"

#include <limits>
#include <string>
#include <utility>

namespace cleave::spirv {
namespace {

constexpr uint64_t bits_of_pointers = 64;

// 0 where it is more than an object has.
uint64_t product(uint64_t bits, uint64_t count) {
  constexpr uint64_t most = uint64_t{1} << 62;
  return count != 0 && bits > most / count ? 0 : bits * count;
}

}  // namespace

bool is_debug_type(DebugOp op) {
  switch (op) {
    case DebugOp::TypeBasic:
    case DebugOp::TypePointer:
    case DebugOp::TypeQualifier:
    case DebugOp::TypeArray:
    case DebugOp::TypeVector:
    case DebugOp::Typedef:
    case DebugOp::TypeFunction:
    case DebugOp::TypeEnum:
    case DebugOp::TypeComposite:
      return true;
    default:
      return false;
  }
}

bool is_debug_scope(DebugOp op) {
  return op == DebugOp::CompilationUnit || op == DebugOp::Function || op == DebugOp::LexicalBlock ||
         op == DebugOp::LexicalBlockDiscriminator || op == DebugOp::TypeComposite;
}

void DebugCandidates::add(DebugCandidate candidate) {
  indices_[tables_.slots.of(candidate.entry.id)] = candidates_.size();
  candidates_.push_back(std::move(candidate));
}

const DebugCandidate* DebugCandidates::find(Id id) const {
  const auto known = id == 0 ? indices_.end() : indices_.find(tables_.slots.of(id));
  if (known == indices_.end()) return nullptr;
  const DebugCandidate& found = candidates_[known->second];
  return found.target != 0 ? find(found.target) : &found;
}

DebugCandidate* DebugCandidates::find(Id id) {
  return const_cast<DebugCandidate*>(std::as_const(*this).find(id));
}

DebugCandidate* DebugCandidates::of_instruction(Id id) {
  const auto known = id == 0 ? indices_.end() : indices_.find(tables_.slots.of(id));
  return known == indices_.end() ? nullptr : &candidates_[known->second];
}

Id DebugCandidates::function_of(Id scope) const {
  const DebugCandidate* used = find(scope);
  return used == nullptr ? 0 : used->entry.function;
}

uint64_t DebugCandidates::bits_of(Id type) const {
  const DebugCandidate* used = find(type);
  if (used == nullptr) return 0;
  const bool is_open =
      used->state == DebugCandidate::State::pending;  // a composite type that comes later
  return is_open ? bits_of(used->entry) : used->entry.bits;
}

uint64_t DebugCandidates::bits_of(const DebugEntry& entry) const {
  const auto& operands = entry.operands;
  switch (entry.op) {
    case DebugOp::TypePointer:
      return bits_of_pointers;
    case DebugOp::TypeBasic:
      return operands[1];
    case DebugOp::TypeEnum:
      return operands[6];
    case DebugOp::TypeComposite:
      return operands[7];
    case DebugOp::TypeQualifier:
      return bits_of(operands[0]);
    case DebugOp::Typedef:
      return bits_of(operands[1]);
    case DebugOp::TypeVector:
      return product(bits_of(operands[0]), operands[1] == 3 ? 4 : operands[1]);
    case DebugOp::TypeArray: {
      uint64_t bits = operands.size() > 1 ? bits_of(operands[0]) : 0;
      for (size_t at = 1; at < operands.size(); ++at) bits = product(bits, operands[at]);
      return bits;
    }
    default:
      return 0;
  }
}

std::optional<uint32_t> DebugCandidates::number(Id id, bool may_be_none) const {
  const std::optional<uint64_t> value = module_.integer_constant(id);
  if (value && *value <= std::numeric_limits<uint32_t>::max()) return static_cast<uint32_t>(*value);
  return may_be_none && is_none(id) ? std::optional(0U) : std::nullopt;
}

bool DebugCandidates::is_none(Id id) const {
  const Instruction* definition = module_.definition(id);
  return definition != nullptr && definition->op == Op::ExtInst &&
         module_.instruction_set(definition->operands[0]) != ExtendedInstructionSet::opencl_std &&
         definition->operands[1] == static_cast<uint32_t>(DebugOp::InfoNone);
}

void DebugCandidates::drop(DebugCandidate& candidate, std::string_view why) {
  candidate.state = DebugCandidate::State::dropped;
  problems_.warn(*candidate.source,
                 "Debug" + std::string(candidate.row->name) + " is left out: " + std::string(why));
}

void DebugCandidates::refuse(DebugCandidate& candidate, size_t position, DebugOperand kind) {
  drop(candidate, "operand " + std::to_string(position) + " is no " + std::string(name_of(kind)));
}

}  // namespace cleave::spirv
