#include "compiler/pass/late/use_scalef.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/vector_parts.h"

namespace cleave::compiler::pass::late {
namespace {

using llvm::Value;
using llvm::PatternMatch::m_APFloat;
using llvm::PatternMatch::m_FAdd;
using llvm::PatternMatch::m_FPToSI;
using llvm::PatternMatch::m_Freeze;
using llvm::PatternMatch::m_Value;

/// Returns true if adding the number and subtracting it again leaves a whole number. Numbers of its
/// size have no digits behind the point. It has to be far from other sizes: where a sum is of one
/// of these, what the difference scales is then 0 or infinite in any case.
bool rounds(const llvm::APFloat& number) {
  if (!number.isFiniteNonZero()) return false;
  const int digits = static_cast<int>(llvm::APFloat::semanticsPrecision(number.getSemantics())) - 1;
  const double size =
      scalbn(abs(number), -digits, llvm::APFloat::rmNearestTiesToEven).convertToDouble();
  return size >= 1.25 && size <= 1.75;
}

/// Returns true for a sum with this number.
bool is_sum_with(const Value& sum, const llvm::APFloat& number) {
  const Value* addend = nullptr;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&sum);
  const bool is_product_too =
      call != nullptr && (call->getIntrinsicID() == llvm::Intrinsic::fma ||
                          call->getIntrinsicID() == llvm::Intrinsic::fmuladd);
  if (is_product_too) addend = call->getArgOperand(2);
  const llvm::APFloat* there = nullptr;
  return (addend != nullptr || match(&sum, m_FAdd(m_Value(), m_Value(addend)))) &&
         match(addend, m_APFloat(there)) && *there == number;
}

/// Returns the whole number of which an exponent was made, of as many bits as what is scaled;
/// nullptr: there is none.
Value* fp_exponent_of(Value& exponent, llvm::Type& type) {
  Value *number = nullptr, *sum = nullptr;
  const llvm::APFloat* back = nullptr;
  if (!match(&exponent, m_Freeze(m_FPToSI(m_Value(number)))) &&
      !match(&exponent, m_FPToSI(m_Value(number)))) {
    return nullptr;
  }
  const bool is_whole = number->getType() == &type &&
                        match(number, m_FAdd(m_Value(sum), m_APFloat(back))) && rounds(*back) &&
                        is_sum_with(*sum, -*back);
  return is_whole ? number : nullptr;
}

/// Returns the value that replaces the call; nullptr: it may stay.
Value* scaled_by_fp_exponent(llvm::IntrinsicInst& call) {
  if (call.getIntrinsicID() != llvm::Intrinsic::ldexp) return nullptr;
  const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  Value* const fp_exponent = fp_exponent_of(*call.getArgOperand(1), *call.getType());
  if (type == nullptr || fp_exponent == nullptr) return nullptr;
  const auto instruction = ir::masked_instruction(*type, *call.getFunction(),
                                                  {llvm::Intrinsic::x86_avx512_mask_scalef_ps_512,
                                                   llvm::Intrinsic::x86_avx512_mask_scalef_ps_256,
                                                   llvm::Intrinsic::x86_avx512_mask_scalef_ps_128},
                                                  {llvm::Intrinsic::x86_avx512_mask_scalef_pd_512,
                                                   llvm::Intrinsic::x86_avx512_mask_scalef_pd_256,
                                                   llvm::Intrinsic::x86_avx512_mask_scalef_pd_128});
  if (!instruction) return nullptr;
  llvm::IRBuilder<> builder(&call);
  return ir::apply_to_parts(builder, {call.getArgOperand(0), fp_exponent}, instruction->lanes,
                            [&](llvm::ArrayRef<Value*> parts) {
                              return ir::emit_for_all_lanes(builder, *instruction, parts);
                            });
}

}  // namespace

std::string use_scalef(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !ir::has_feature(function, "avx512vl")) continue;
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      Value* const other = call == nullptr ? nullptr : scaled_by_fp_exponent(*call);
      if (other == nullptr) continue;
      call->replaceAllUsesWith(other);
      call->eraseFromParent();
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::late
