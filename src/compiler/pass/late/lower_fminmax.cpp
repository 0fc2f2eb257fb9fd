#include "compiler/pass/late/lower_fminmax.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/vector_parts.h"

namespace cleave::compiler::pass::late {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// Returns the instruction that orders numbers of two such vectors, that of 128 bits if they are
/// shorter; nullopt: there is none.
std::optional<ir::MaskedInstruction> instruction_for(const llvm::FixedVectorType& type,
                                                     const llvm::Function& function) {
  constexpr unsigned least_bits = 128;
  llvm::Type* const element = type.getElementType();
  const unsigned least_lanes = least_bits / std::max(1U, element->getScalarSizeInBits());
  const bool is_short = type.getNumElements() < least_lanes;
  return ir::masked_instruction(
      is_short ? *llvm::FixedVectorType::get(element, least_lanes) : type, function,
      {llvm::Intrinsic::x86_avx512_mask_range_ps_512, llvm::Intrinsic::x86_avx512_mask_range_ps_256,
       llvm::Intrinsic::x86_avx512_mask_range_ps_128},
      {llvm::Intrinsic::x86_avx512_mask_range_pd_512, llvm::Intrinsic::x86_avx512_mask_range_pd_256,
       llvm::Intrinsic::x86_avx512_mask_range_pd_128});
}

constexpr uint32_t sign_of_result = 1 << 2;  // rather than that of the first number; -0 is less

/// Emits the minimum or maximum of vectors of the instruction's length.
Value* emit(Builder& builder, const ir::MaskedInstruction& instruction,
            llvm::ArrayRef<Value*> numbers, uint32_t what) {
  return ir::emit_for_all_lanes(builder, instruction,
                                {numbers[0], numbers[1], builder.getInt32(what)});
}

/// Emits the minimum or maximum of two scalars, in the first lane.
Value* emit_scalar(Builder& builder, llvm::ArrayRef<Value*> numbers, uint32_t what) {
  llvm::Type* const type = numbers[0]->getType();
  const bool is_single = type->isFloatTy();
  auto* const vector = llvm::FixedVectorType::get(type, is_single ? 4 : 2);
  const auto in_vector = [&](Value* number) {
    return builder.CreateInsertElement(llvm::PoisonValue::get(vector), number, uint64_t{0});
  };
  Value* const result = builder.CreateIntrinsic(
      is_single ? llvm::Intrinsic::x86_avx512_mask_range_ss
                : llvm::Intrinsic::x86_avx512_mask_range_sd,
      {},
      {in_vector(numbers[0]), in_vector(numbers[1]), llvm::Constant::getNullValue(vector),
       builder.getInt8(0xff), builder.getInt32(what), builder.getInt32(ir::current_rounding)});
  return builder.CreateExtractElement(result, uint64_t{0});
}

/// Emits the minimum or maximum of vectors shorter than a register, in the first lanes of one.
Value* emit_short(Builder& builder, const ir::MaskedInstruction& instruction,
                  llvm::ArrayRef<Value*> numbers, uint32_t what) {
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(numbers[0]->getType())->getNumElements();
  const auto lengthen = [&](Value* number) {
    llvm::SmallVector<int> indices(instruction.lanes, llvm::PoisonMaskElem);
    std::iota(indices.begin(), indices.begin() + lanes, 0);
    return builder.CreateShuffleVector(number, indices);
  };
  Value* const result =
      emit(builder, instruction, {lengthen(numbers[0]), lengthen(numbers[1])}, what);
  llvm::SmallVector<int> first(lanes);
  std::iota(first.begin(), first.end(), 0);
  return builder.CreateShuffleVector(result, first);
}

/// Emits the minimum or maximum of numbers of any type that there are instructions for; null: there
/// are none.
Value* emit_any(Builder& builder, llvm::ArrayRef<Value*> numbers, uint32_t what) {
  llvm::Type* const type = numbers[0]->getType();
  if (type->isFloatTy() || type->isDoubleTy()) return emit_scalar(builder, numbers, what);
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return nullptr;
  const auto instruction = instruction_for(*vector, *builder.GetInsertBlock()->getParent());
  if (!instruction) return nullptr;
  if (vector->getNumElements() < instruction->lanes)
    return emit_short(builder, *instruction, numbers, what);
  return ir::apply_to_parts(
      builder, numbers, instruction->lanes,
      [&](llvm::ArrayRef<Value*> parts) { return emit(builder, *instruction, parts, what); });
}

/// A call of one of LLVM's minima and maxima.
struct MinMaxCall {
  llvm::IntrinsicInst& call;
  uint32_t what;      // the immediate operand of the instruction
  bool orders_zeros;  // and takes signalling NaNs for NaNs, which it makes quiet
};

std::optional<MinMaxCall> min_max_call(llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::minnum:
      return MinMaxCall{call, sign_of_result, false};
    case llvm::Intrinsic::maxnum:
      return MinMaxCall{call, sign_of_result | 1, false};
    case llvm::Intrinsic::minimumnum:
      return MinMaxCall{call, sign_of_result, true};
    case llvm::Intrinsic::maximumnum:
      return MinMaxCall{call, sign_of_result | 1, true};
    default:
      return std::nullopt;
  }
}

/// Returns true if LLVM makes a single instruction of the call: one of both numbers is known to be
/// no NaN then.
bool is_single_anyway(const MinMaxCall& order) {
  const llvm::IntrinsicInst& call = order.call;
  if (order.orders_zeros) return call.hasNoNaNs() && call.hasNoSignedZeros();
  const llvm::SimplifyQuery query(call.getDataLayout(), &call);
  return call.hasNoNaNs() || llvm::isKnownNeverNaN(call.getArgOperand(0), query) ||
         llvm::isKnownNeverNaN(call.getArgOperand(1), query);
}

/// Finds values that arithmetic has made, whose NaNs are quiet ones then. A value that a loop
/// makes of its own is one if all else that it is made of is.
class ComputedValues {
 public:
  bool contain(llvm::Value* value) {
    phis_.clear();
    return is_computed(value, 0);
  }

 private:
  bool is_computed(llvm::Value* value, unsigned depth) {
    constexpr unsigned deepest = 6;
    if (const auto* number = llvm::dyn_cast<llvm::Constant>(value))
      return llvm::isKnownNeverNaN(number, llvm::SimplifyQuery(llvm::DataLayout()));
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || depth == deepest) return false;
    const auto of = [&](unsigned operand) {
      return is_computed(instruction->getOperand(operand), depth + 1);
    };
    switch (instruction->getOpcode()) {
      case llvm::Instruction::FAdd:
      case llvm::Instruction::FSub:
      case llvm::Instruction::FMul:
      case llvm::Instruction::FDiv:
      case llvm::Instruction::FPExt:
      case llvm::Instruction::FPTrunc:
      case llvm::Instruction::SIToFP:
      case llvm::Instruction::UIToFP:
        return true;
      case llvm::Instruction::FNeg:
      case llvm::Instruction::ExtractElement:
        return of(0);
      case llvm::Instruction::ShuffleVector:
        return of(0) && (llvm::isa<llvm::PoisonValue>(instruction->getOperand(1)) || of(1));
      case llvm::Instruction::Select:
        return of(1) && of(2);
      case llvm::Instruction::PHI:
        if (!phis_.insert(instruction).second) return true;
        return llvm::all_of(instruction->operands(),
                            [&](llvm::Value* one) { return is_computed(one, depth + 1); });
      default:
        return is_computed_by_call(llvm::dyn_cast<llvm::IntrinsicInst>(instruction), of);
    }
  }

  static bool is_computed_by_call(llvm::IntrinsicInst* call,
                                  llvm::function_ref<bool(unsigned)> of) {
    if (call == nullptr) return false;
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::fma:
      case llvm::Intrinsic::fmuladd:
      case llvm::Intrinsic::sqrt:
      case llvm::Intrinsic::x86_avx512_mask_range_ss:
      case llvm::Intrinsic::x86_avx512_mask_range_sd:
      case llvm::Intrinsic::x86_avx512_mask_range_ps_512:
      case llvm::Intrinsic::x86_avx512_mask_range_ps_256:
      case llvm::Intrinsic::x86_avx512_mask_range_ps_128:
      case llvm::Intrinsic::x86_avx512_mask_range_pd_512:
      case llvm::Intrinsic::x86_avx512_mask_range_pd_256:
      case llvm::Intrinsic::x86_avx512_mask_range_pd_128:
      case llvm::Intrinsic::minimumnum:
      case llvm::Intrinsic::maximumnum:
        return true;
      case llvm::Intrinsic::fabs:
        return of(0);
      case llvm::Intrinsic::minnum:
      case llvm::Intrinsic::maxnum:
        return of(0) && of(1);
      default:
        return false;
    }
  }

  llvm::SmallPtrSet<const llvm::Value*, 4> phis_;
};

/// Replaces the calls of one function.
class MinMaxLowering {
 public:
  explicit MinMaxLowering(llvm::Function& function) : function_(function) {}

  void run() {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function_))) {
      auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      const auto order = call == nullptr ? std::nullopt : min_max_call(*call);
      if (!order || is_single_anyway(*order)) continue;
      Value* const other = in_place_of(*order);
      if (other == nullptr) continue;
      call->replaceAllUsesWith(other);
      call->eraseFromParent();
    }
  }

 private:
  /// Returns the value that replaces the call; null: it may stay. Instructions that make operands
  /// quiet gain nothing beside LLVM's three for fmin and fmax, but beside those that order zeros.
  Value* in_place_of(const MinMaxCall& order) {
    std::array<Value*, 2> numbers = {order.call.getArgOperand(0), order.call.getArgOperand(1)};
    const auto is_computed = [&](Value* one) { return computed_.contain(one); };
    if (!order.orders_zeros && !llvm::all_of(numbers, is_computed)) return nullptr;
    Builder builder(&order.call);
    for (Value*& number : numbers) {
      number = quiet(builder, number);
      if (number == nullptr) return nullptr;
    }
    return emit_any(builder, numbers, order.what);
  }

  /// Returns the number without signalling; null: there is no instruction for its type.
  Value* quiet(Builder& builder, Value* number) {
    if (computed_.contain(number)) return number;
    if (is_made_in_loop(number)) return quiet_in_loop(llvm::cast<llvm::PHINode>(*number));
    return emit_any(builder, {number, number}, sign_of_result);
  }

  /// Returns true for a number that comes into a loop, and is computed by arithmetic from the next
  /// iteration on.
  bool is_made_in_loop(Value* number) {
    auto* const phi = llvm::dyn_cast<llvm::PHINode>(number);
    return phi != nullptr && phi->getNumIncomingValues() == 2 &&
           llvm::any_of(phi->incoming_values(), [&](Value* one) { return computed_.contain(one); });
  }

  /// Makes it quiet before the loop, not in the chain of its iterations.
  Value* quiet_in_loop(llvm::PHINode& phi) {
    Value*& other = quiet_phis_[&phi];
    if (other != nullptr) return other;
    auto* const copy = llvm::cast<llvm::PHINode>(phi.clone());
    for (unsigned i = 0; i < 2; ++i) {
      Value* const value = phi.getIncomingValue(i);
      if (computed_.contain(value)) continue;
      Builder builder(phi.getIncomingBlock(i)->getTerminator());
      Value* const quieted = emit_any(builder, {value, value}, sign_of_result);
      if (quieted == nullptr) {
        copy->deleteValue();
        return nullptr;
      }
      copy->setIncomingValue(i, quieted);
    }
    copy->insertBefore(phi.getIterator());
    return other = copy;
  }

  llvm::Function& function_;
  ComputedValues computed_;
  llvm::DenseMap<const llvm::PHINode*, Value*> quiet_phis_;
};

}  // namespace

std::string lower_fminmax(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !ir::has_feature(function, "avx512dq") ||
        !ir::has_feature(function, "avx512vl")) {
      continue;
    }
    MinMaxLowering(function).run();
  }
  return {};
}

}  // namespace cleave::compiler::pass::late
