#include "compiler/pass/widen/access/uniform_access.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/report/explain.h"
#include "compiler/pass/widen/lane_scratch.h"

namespace cleave::compiler::pass::widen::access {
namespace {

using llvm::Value;

/// Loads of the launch's arguments and sizes, which the compiler itself adds, never change.
bool is_of_program(const llvm::Instruction& load) {
  return !load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

/// True if no work-item writes the location of a uniform load: it may be marked invariant. Lanes do
/// write to variables that they share, and kernels let all work-items fill local memory with the
/// same values.
bool is_never_written(const LaneAccess& load, const MemoryFacts& facts) {
  return load.is_simple() &&
         load.instruction.getFunction()->hasFnAttribute(ir::unordered_attribute) &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load.pointer)) &&
         !facts.may_read_written_by_all(*load.pointer);
}

/// Emits the number of the last lane that runs, an i32.
Value* last_lane(AccessEmitter& emitter, Value* mask) {
  llvm::IRBuilder<>& builder = emitter.builder;
  Value* lane = builder.getInt32(emitter.values.width() - 1);
  if (mask == nullptr) return lane;
  Value* bits = ir::mask_bits(builder, mask);
  if (emitter.empty_parts.may_be_empty(mask)) bits = builder.CreateOr(bits, 1);
  Value* leading =
      builder.CreateIntrinsic(llvm::Intrinsic::ctlz, {bits->getType()}, {bits, builder.getTrue()});
  return builder.CreateSub(lane, builder.CreateZExtOrTrunc(leading, builder.getInt32Ty()));
}

}  // namespace

std::optional<UniformAccess> UniformAccess::match(const LaneAccess& access,
                                                  const MemoryFacts& facts) {
  const bool is_uniform =
      access.is_load ? facts.shapes().of(&access.instruction).is_scalar()
                     : facts.is_single(access) && facts.shapes().of(access.pointer).is_same();
  return is_uniform ? std::optional(UniformAccess()) : std::nullopt;
}

void UniformAccess::write_remark(const LaneAccess& access, const MemoryFacts& facts) {
  if (!access.is_load) {
    ir::remark(access.instruction, ir::Topic::store, "uniform",
               "all lanes store to one location: one scalar store");
  } else if (is_of_program(access.instruction)) {
    report::explain_uniform_load(access.instruction, facts.shapes());
  }
}

void UniformAccess::emit_load(const LaneAccess& access, Value* mask, AccessEmitter& emitter) {
  WideValues& values = emitter.values;
  const bool is_uniform =
      values.shape_of(&access.instruction).kind == analysis::Shape::Variation::uniform;
  Value* address = values.scalar(access.pointer);
  if (!is_uniform) address = emitter.empty_parts.safe_address(address, mask);
  llvm::Instruction* copy = access.instruction.clone();
  copy->setOperand(llvm::LoadInst::getPointerOperandIndex(), address);
  if (mask == nullptr && is_uniform && is_never_written(access, emitter.facts)) {
    copy->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(copy->getContext(), {}));
  }
  emitter.builder.Insert(copy, access.instruction.getName());
  values.define(access.instruction, copy);
}

/// Any of the lanes' values may remain: here it is the last one's.
void UniformAccess::emit_store(const LaneAccess& access, Value* mask, AccessEmitter& emitter) {
  WideValues& values = emitter.values;
  Value* value = nullptr;
  if (values.shape_of(access.stored()).is_same()) {
    value = values.scalar(access.stored());
  } else {
    Value* lane = last_lane(emitter, mask);
    LaneScratch memory(emitter.builder, values, access.type);
    memory.store_all(values.vector(access.stored()));
    value = memory.load(lane);
  }
  Value* address = values.scalar(access.pointer);
  const bool is_uniform =
      values.shape_of(access.pointer).kind == analysis::Shape::Variation::uniform;
  if (!is_uniform || !is_for_all_parts(access.instruction, values.shapes())) {
    address = emitter.empty_parts.safe_address(address, mask);
  }
  emitter.builder.CreateAlignedStore(value, address, access.align)
      ->copyMetadata(access.instruction,
                     {llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_alias_scope,
                      llvm::LLVMContext::MD_noalias});
}

}  // namespace cleave::compiler::pass::widen::access
