#include "compiler/pass/widen/wide_atomics.h"

#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/pass/widen/emit_collective.h"

namespace cleave::compiler::pass {
namespace {

using llvm::AtomicRMWInst;
using llvm::Value;
using Operation = Collective::Operation;

Operation operation_of(const AtomicRMWInst& atomic) {
  switch (atomic.getOperation()) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
      return Operation::add;
    case AtomicRMWInst::Min:
      return Operation::smin;
    case AtomicRMWInst::Max:
      return Operation::smax;
    case AtomicRMWInst::UMin:
      return Operation::umin;
    case AtomicRMWInst::UMax:
      return Operation::umax;
    default:
      return Operation::none;
  }
}

/// Returns the intrinsic that combines the elements of a vector, for operations on bits.
llvm::Intrinsic::ID reduction_of(const AtomicRMWInst& atomic) {
  switch (atomic.getOperation()) {
    case AtomicRMWInst::And:
      return llvm::Intrinsic::vector_reduce_and;
    case AtomicRMWInst::Or:
      return llvm::Intrinsic::vector_reduce_or;
    case AtomicRMWInst::Xor:
      return llvm::Intrinsic::vector_reduce_xor;
    default:
      return llvm::Intrinsic::not_intrinsic;
  }
}

Value* combined_bits(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic, Value* operands,
                     Value* mask) {
  if (mask != nullptr) {
    const bool keeps_ones = atomic.getOperation() == AtomicRMWInst::And;
    operands =
        builder.CreateSelect(mask, operands,
                             keeps_ones ? llvm::Constant::getAllOnesValue(operands->getType())
                                        : llvm::Constant::getNullValue(operands->getType()));
  }
  return builder.CreateIntrinsic(reduction_of(atomic), {operands->getType()}, {operands});
}

Value* emit_once(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic, Value* address,
                 Value* operand) {
  if (is_atomic_for_one_thread(atomic)) {
    return emit_without_lock(builder, atomic, address, operand);
  }
  auto* copy = llvm::cast<AtomicRMWInst>(atomic.clone());
  copy->setOperand(0, address);
  copy->setOperand(1, operand);
  return builder.Insert(copy);
}

}  // namespace

bool is_atomic_for_one_thread(const AtomicRMWInst& atomic) {
  constexpr unsigned local_memory = 3;
  return atomic.getPointerAddressSpace() == local_memory;
}

Value* emit_without_lock(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic, Value* address,
                         Value* operand) {
  Value* old = builder.CreateAlignedLoad(atomic.getType(), address, atomic.getAlign());
  Value* fresh = llvm::buildAtomicRMWValue(atomic.getOperation(), builder, old, operand);
  builder.CreateAlignedStore(fresh, address, atomic.getAlign());
  return old;
}

bool can_combine(const AtomicRMWInst& atomic) {
  if (!atomic.getType()->isIntegerTy()) return false;
  if (operation_of(atomic) != Operation::none) return true;
  return reduction_of(atomic) != llvm::Intrinsic::not_intrinsic && atomic.use_empty();
}

Value* emit_combined(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic, Value* address,
                     Value* operands, Value* mask) {
  const Operation operation = operation_of(atomic);
  if (operation == Operation::none) {
    emit_once(builder, atomic, address, combined_bits(builder, atomic, operands, mask));
    return nullptr;
  }
  const auto emit = [&](Collective::Kind kind) {
    return emit_collective(builder, {kind, operation}, operands, nullptr, mask);
  };
  Value* old = emit_once(builder, atomic, address, emit(Collective::Kind::reduce));
  if (atomic.use_empty()) return nullptr;
  const auto width = llvm::cast<llvm::FixedVectorType>(operands->getType())->getNumElements();
  return llvm::buildAtomicRMWValue(atomic.getOperation(), builder,
                                   builder.CreateVectorSplat(width, old),
                                   emit(Collective::Kind::scan_exclusive));
}

}  // namespace cleave::compiler::pass
