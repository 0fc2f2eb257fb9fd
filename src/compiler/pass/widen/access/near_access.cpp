#include "compiler/pass/widen/access/near_access.h"

#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/ir/processor.h"
#include "compiler/pass/widen/access/emit_versions.h"
#include "compiler/pass/widen/access/gather_access.h"
#include "compiler/pass/widen/permute.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

/// Processors load parts of vectors by words, those with AVX-512 by bytes. On an EPYC of 2023 16
/// lanes of 4 bytes take 1.6 ns with the check, a gather takes 4.8.
bool has_masked_loads(const llvm::Function& function, uint64_t bytes) {
  return has_feature(function, bytes < 4 ? "avx512bw" : "avx2");
}

}  // namespace

std::optional<NearAccess> NearAccess::match(const MemoryAccess& access, const MemoryFacts& facts) {
  if (!access.is_load || !facts.is_single(access) || !access.is_element()) return std::nullopt;
  const std::optional<uint64_t> bytes = facts.bytes_without_gaps(access.type);
  if (!bytes || access.type->isPointerTy() ||
      !has_masked_loads(*access.instruction.getFunction(), *bytes)) {
    return std::nullopt;
  }
  const auto candidate = contiguity_candidate(access.pointer, *bytes, facts.addresses());
  if (!candidate || !candidate->is_of_reals) return std::nullopt;
  return NearAccess(*candidate);
}

void NearAccess::write_remark(const MemoryAccess& access, const MemoryFacts& facts) {
  remark(access.instruction, access.topic(), "near",
         "checked at run time: two vector loads and a permutation if lanes are near each other, "
         "else a gather: " +
             facts.why_apart(*access.pointer));
}

/// Requires that all lanes run and are near each other. Loads the elements between theirs too: no
/// page lies between them, so that this cannot fault.
Value* NearAccess::load_near(const MemoryAccess& access, const NearnessCheck& check,
                             AccessEmitter& emitter) const {
  llvm::IRBuilder<>& builder = emitter.builder;
  WideValues& values = emitter.values;
  Value* first = emitter.address_of_index(access.pointer, candidate_, check.first);
  llvm::Type* wide = values.wide_type(access.type);
  const auto load_from = [&](unsigned step) {
    llvm::SmallVector<llvm::Constant*> steps;
    for (unsigned lane = 0; lane < values.width(); ++lane)
      steps.push_back(builder.getInt32(step + lane));
    Value* is_between =
        builder.CreateICmpULE(llvm::ConstantVector::get(steps), values.broadcast(check.last));
    Value* start = builder.CreateConstGEP1_32(access.type, first, step);
    return emitter.load(wide, start, access.align, is_between);
  };
  Value* low = load_from(0);
  Value* high = load_from(values.width());
  llvm::SmallVector<int> all;
  for (unsigned i = 0; i < 2 * values.width(); ++i) all.push_back(static_cast<int>(i));
  return emit_permute(builder, builder.CreateShuffleVector(low, high, all), check.steps);
}

void NearAccess::emit_load(const MemoryAccess& access, Value* mask, AccessEmitter& emitter) const {
  llvm::IRBuilder<>& builder = emitter.builder;
  const NearnessCheck check =
      emitter.checks.check_nearness(candidate_, *access.instruction.getParent());
  Value* are_near = check.is_near;
  if (mask != nullptr) {
    are_near = builder.CreateAnd(are_near, all_lanes(builder, mask));
  }
  const std::vector<Value*> loaded = emit_versions(
      are_near, "near", emitter, [&] { return std::vector{load_near(access, check, emitter)}; },
      [&] { return std::vector{gather(access, mask, emitter)}; });
  emitter.values.define(access.instruction, loaded.front());
}

void NearAccess::emit_store(const MemoryAccess& /*access*/, Value* /*mask*/,
                            AccessEmitter& /*emitter*/) {
  llvm_unreachable("no store is matched");
}

}  // namespace cleave::compiler::pass
