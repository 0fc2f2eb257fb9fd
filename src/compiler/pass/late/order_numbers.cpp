#include "compiler/pass/late/order_numbers.h"

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/vector_parts.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// Returns the instruction that orders numbers of two such vectors; nullopt: there is none.
std::optional<MaskedInstruction> instruction_for(const llvm::FixedVectorType& type,
                                                 const llvm::Function& function) {
  return masked_instruction(
      type, function,
      {llvm::Intrinsic::x86_avx512_mask_range_ps_512, llvm::Intrinsic::x86_avx512_mask_range_ps_256,
       llvm::Intrinsic::x86_avx512_mask_range_ps_128},
      {llvm::Intrinsic::x86_avx512_mask_range_pd_512, llvm::Intrinsic::x86_avx512_mask_range_pd_256,
       llvm::Intrinsic::x86_avx512_mask_range_pd_128});
}

constexpr uint32_t sign_of_result = 1 << 2;  // rather than that of the first number

/// Emits the minimum or maximum of two scalars, in the first lane.
Value* emit_scalar(Builder& builder, llvm::IntrinsicInst& call, uint32_t what) {
  llvm::Type* const type = call.getType();
  const bool is_single = type->isFloatTy();
  auto* const vector = llvm::FixedVectorType::get(type, is_single ? 4 : 2);
  const auto in_vector = [&](Value* number) {
    return builder.CreateInsertElement(llvm::PoisonValue::get(vector), number, uint64_t{0});
  };
  Value* const result =
      builder.CreateIntrinsic(is_single ? llvm::Intrinsic::x86_avx512_mask_range_ss
                                        : llvm::Intrinsic::x86_avx512_mask_range_sd,
                              {},
                              {in_vector(call.getArgOperand(0)), in_vector(call.getArgOperand(1)),
                               llvm::Constant::getNullValue(vector), builder.getInt8(0xff),
                               builder.getInt32(what), builder.getInt32(current_rounding)});
  return builder.CreateExtractElement(result, uint64_t{0});
}

/// Returns true if arithmetic has made the value, whose NaNs are quiet ones then.
bool is_computed(const Value* value, unsigned depth = 0) {
  constexpr unsigned deepest = 4;
  if (const auto* number = llvm::dyn_cast<llvm::Constant>(value))
    return llvm::isKnownNeverNaN(number, llvm::SimplifyQuery(llvm::DataLayout()));
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
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
      return of(0);
    case llvm::Instruction::Select:
      return of(1) && of(2);
    case llvm::Instruction::PHI:
      return llvm::all_of(instruction->operands(),
                          [&](const Value* one) { return is_computed(one, depth + 1); });
    default:
      break;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction);
  if (call == nullptr) return false;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::x86_avx512_mask_range_ps_512:
    case llvm::Intrinsic::x86_avx512_mask_range_ps_256:
    case llvm::Intrinsic::x86_avx512_mask_range_ps_128:
    case llvm::Intrinsic::x86_avx512_mask_range_pd_512:
    case llvm::Intrinsic::x86_avx512_mask_range_pd_256:
    case llvm::Intrinsic::x86_avx512_mask_range_pd_128:
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

/// Is one of both known to be no NaN? LLVM makes a single instruction of that.
bool is_single_anyway(const llvm::IntrinsicInst& call) {
  const llvm::SimplifyQuery query(call.getDataLayout(), &call);
  return call.hasNoNaNs() || llvm::isKnownNeverNaN(call.getArgOperand(0), query) ||
         llvm::isKnownNeverNaN(call.getArgOperand(1), query);
}

/// Returns the value that replaces the call; nullptr: it may stay.
Value* in_place_of(llvm::IntrinsicInst& call) {
  const bool is_minimum = call.getIntrinsicID() == llvm::Intrinsic::minnum;
  if (!is_minimum && call.getIntrinsicID() != llvm::Intrinsic::maxnum) return nullptr;
  const bool are_computed =
      is_computed(call.getArgOperand(0)) && is_computed(call.getArgOperand(1));
  if (!are_computed || is_single_anyway(call)) return nullptr;
  const uint32_t what = sign_of_result | (is_minimum ? 0 : 1);
  Builder builder(&call);
  llvm::Type* const type = call.getType();
  if (type->isFloatTy() || type->isDoubleTy()) return emit_scalar(builder, call, what);
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return nullptr;
  const auto instruction = instruction_for(*vector, *call.getFunction());
  if (!instruction) return nullptr;
  return apply_to_parts(builder, {call.getArgOperand(0), call.getArgOperand(1)}, instruction->lanes,
                        [&](llvm::ArrayRef<Value*> parts) {
                          return emit_for_all_lanes(builder, *instruction,
                                                    {parts[0], parts[1], builder.getInt32(what)});
                        });
}

}  // namespace

std::string order_numbers(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !has_feature(function, "avx512dq") ||
        !has_feature(function, "avx512vl")) {
      continue;
    }
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      Value* const other = call == nullptr ? nullptr : in_place_of(*call);
      if (other == nullptr) continue;
      call->replaceAllUsesWith(other);
      call->eraseFromParent();
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass
