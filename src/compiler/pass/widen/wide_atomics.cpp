#include "compiler/pass/widen/wide_atomics.h"

#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/widen/emit_collective.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::AtomicRMWInst;
using llvm::Value;
using Operation = ir::Collective::Operation;

Operation collective_operation_of(const AtomicRMWInst& atomic) {
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

bool is_addition(const AtomicRMWInst& atomic) {
  return atomic.getOperation() == AtomicRMWInst::FAdd ||
         atomic.getOperation() == AtomicRMWInst::FSub;
}
bool is_extreme(const AtomicRMWInst& atomic) {
  return atomic.getOperation() == AtomicRMWInst::FMin ||
         atomic.getOperation() == AtomicRMWInst::FMax;
}

/// Returns the operand that leaves every number as it is, a NaN too except for its payload.
llvm::Constant* neutral_operand(const AtomicRMWInst& atomic) {
  if (is_extreme(atomic)) return llvm::ConstantFP::getQNaN(atomic.getType());
  const bool is_negative = atomic.getOperation() == AtomicRMWInst::FAdd;
  return llvm::ConstantFP::getZero(atomic.getType(), is_negative);
}

/// The results of a lane's operation after another on one number.
struct Chain {
  Value* last;
  Value* found;  // what each lane reads; nullptr: unused
};
Chain emit_chain(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic, Value* first,
                 Value* operands) {
  const auto width = llvm::cast<llvm::FixedVectorType>(operands->getType())->getNumElements();
  Chain chain = {first, nullptr};
  if (!atomic.use_empty()) chain.found = llvm::PoisonValue::get(operands->getType());
  for (unsigned lane = 0; lane < width; ++lane) {
    if (chain.found != nullptr) {
      chain.found = builder.CreateInsertElement(chain.found, chain.last, lane);
    }
    chain.last = llvm::buildAtomicRMWValue(atomic.getOperation(), builder, chain.last,
                                           builder.CreateExtractElement(operands, lane));
  }
  return chain;
}

/// Emits the chain as one atomic operation: a compare-exchange that is repeated until no other
/// thread came between.
Value* emit_chain_with_retries(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic,
                               Value* address, Value* operands) {
  llvm::BasicBlock* before = builder.GetInsertBlock();
  auto* attempt = llvm::BasicBlock::Create(builder.getContext(), "attempt", before->getParent());
  auto* after = llvm::BasicBlock::Create(builder.getContext(), "succeeded", before->getParent());
  llvm::Type* bits = builder.getIntNTy(atomic.getType()->getScalarSizeInBits());
  auto* load = builder.CreateAlignedLoad(bits, address, atomic.getAlign());
  load->setAtomic(llvm::AtomicOrdering::Monotonic, atomic.getSyncScopeID());
  builder.CreateBr(attempt);
  builder.SetInsertPoint(attempt);
  llvm::PHINode* expected = builder.CreatePHI(bits, 2);
  const Chain chain =
      emit_chain(builder, atomic, builder.CreateBitCast(expected, atomic.getType()), operands);
  const llvm::AtomicOrdering order = atomic.getOrdering();
  Value* exchange = builder.CreateAtomicCmpXchg(
      address, expected, builder.CreateBitCast(chain.last, bits), atomic.getAlign(), order,
      llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), atomic.getSyncScopeID());
  expected->addIncoming(load, before);
  expected->addIncoming(builder.CreateExtractValue(exchange, 0), attempt);
  builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), after, attempt);
  builder.SetInsertPoint(after);
  return chain.found;
}

Value* emit_combined_reals(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic,
                           Value* address, Value* operands, Value* mask) {
  if (mask != nullptr) {
    const auto width = llvm::cast<llvm::FixedVectorType>(operands->getType())->getNumElements();
    operands = builder.CreateSelect(mask, operands,
                                    builder.CreateVectorSplat(width, neutral_operand(atomic)));
  }
  if (is_extreme(atomic) && atomic.use_empty()) {
    const auto reduce = atomic.getOperation() == AtomicRMWInst::FMin
                            ? llvm::Intrinsic::vector_reduce_fmin
                            : llvm::Intrinsic::vector_reduce_fmax;
    emit_once(builder, atomic, address,
              builder.CreateIntrinsic(reduce, {operands->getType()}, {operands}));
    return nullptr;
  }
  if (!is_atomic_for_one_thread(atomic)) {
    return emit_chain_with_retries(builder, atomic, address, operands);
  }
  Value* first = builder.CreateAlignedLoad(atomic.getType(), address, atomic.getAlign());
  const Chain chain = emit_chain(builder, atomic, first, operands);
  builder.CreateAlignedStore(chain.last, address, atomic.getAlign());
  return chain.found;
}

}  // namespace

bool is_atomic_for_one_thread(const AtomicRMWInst& atomic) {
  return atomic.getPointerAddressSpace() == ir::local_space;
}

bool is_atomic_for_one_thread(const llvm::AtomicCmpXchgInst& exchange) {
  return exchange.getPointerAddressSpace() == ir::local_space;
}

Value* emit_without_lock(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic, Value* address,
                         Value* operand) {
  Value* old = builder.CreateAlignedLoad(atomic.getType(), address, atomic.getAlign());
  Value* fresh = llvm::buildAtomicRMWValue(atomic.getOperation(), builder, old, operand);
  builder.CreateAlignedStore(fresh, address, atomic.getAlign());
  return old;
}

Value* emit_without_lock(llvm::IRBuilderBase& builder, llvm::AtomicCmpXchgInst& exchange) {
  const auto [old, is_expected] =
      llvm::buildCmpXchgValue(builder, exchange.getPointerOperand(), exchange.getCompareOperand(),
                              exchange.getNewValOperand(), exchange.getAlign());
  Value* const none = llvm::PoisonValue::get(exchange.getType());
  return builder.CreateInsertValue(builder.CreateInsertValue(none, old, 0), is_expected, 1);
}

bool can_combine(const AtomicRMWInst& atomic) {
  if (is_addition(atomic) || is_extreme(atomic)) return true;
  if (!atomic.getType()->isIntegerTy()) return false;
  if (collective_operation_of(atomic) != Operation::none) return true;
  return reduction_of(atomic) != llvm::Intrinsic::not_intrinsic && atomic.use_empty();
}

Value* emit_combined(llvm::IRBuilderBase& builder, const AtomicRMWInst& atomic, Value* address,
                     Value* operands, Value* mask) {
  if (atomic.isFloatingPointOperation()) {
    return emit_combined_reals(builder, atomic, address, operands, mask);
  }
  const Operation operation = collective_operation_of(atomic);
  if (operation == Operation::none) {
    emit_once(builder, atomic, address, combined_bits(builder, atomic, operands, mask));
    return nullptr;
  }
  const auto emit = [&](ir::Collective::Kind kind) {
    return emit_collective(builder, {kind, operation}, operands, nullptr, mask);
  };
  Value* old = emit_once(builder, atomic, address, emit(ir::Collective::Kind::reduce));
  if (atomic.use_empty()) return nullptr;
  const auto width = llvm::cast<llvm::FixedVectorType>(operands->getType())->getNumElements();
  return llvm::buildAtomicRMWValue(atomic.getOperation(), builder,
                                   builder.CreateVectorSplat(width, old),
                                   emit(ir::Collective::Kind::scan_exclusive));
}

}  // namespace cleave::compiler::pass::widen
