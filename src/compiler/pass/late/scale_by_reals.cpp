#include "compiler/pass/late/scale_by_reals.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/pass/ir/masked_intrinsics.h"
#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;
using namespace llvm::PatternMatch;

constexpr MaskedIntrinsics scaling = {
    .of_floats = {llvm::Intrinsic::x86_avx512_mask_scalef_ps_512,
                  llvm::Intrinsic::x86_avx512_mask_scalef_ps_256,
                  llvm::Intrinsic::x86_avx512_mask_scalef_ps_128},
    .of_doubles = {llvm::Intrinsic::x86_avx512_mask_scalef_pd_512,
                   llvm::Intrinsic::x86_avx512_mask_scalef_pd_256,
                   llvm::Intrinsic::x86_avx512_mask_scalef_pd_128}};

/// Is it a number of which 1.5 times the power of two that has 1 in the lowest place was taken
/// away? Then it is whole, or so far below 0 that everything scaled by it is 0 or infinite; the
/// instruction rounds down, and the conversion to integers towards 0.
bool is_rounded(const Value& number) {
  const llvm::APFloat* taken = nullptr;
  if (!match(&number, m_FAdd(m_Value(), m_APFloat(taken)))) return false;
  const auto& semantics = taken->getSemantics();
  const int place = static_cast<int>(llvm::APFloat::semanticsPrecision(semantics)) - 1;
  const llvm::APFloat half_more(semantics, "-1.5");
  return *taken == scalbn(half_more, place, llvm::APFloat::rmNearestTiesToEven);
}

/// Matches a conversion, frozen or not: where the number is NaN, the integer is any, and so may be
/// what is scaled by it.
auto m_Conversion(Value*& number) {
  return m_CombineOr(m_Freeze(m_FPToSI(m_Value(number))), m_FPToSI(m_Value(number)));
}

/// Returns the vector that scales by the real exponent; nullptr: it stays as it is.
Value* scaled_by_real(llvm::IntrinsicInst& call) {
  Value* exponent = nullptr;
  if (!match(call.getArgOperand(1), m_Conversion(exponent))) return nullptr;
  Value* const x = call.getArgOperand(0);
  if (exponent->getType() != x->getType() || !is_rounded(*exponent)) return nullptr;
  llvm::IRBuilder<> builder(&call);
  return emit_masked(builder, scaling, {x, exponent});
}

void scale_in(llvm::Function& function) {
  llvm::SmallVector<llvm::IntrinsicInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::ldexp) calls.push_back(call);
  }
  for (llvm::IntrinsicInst* call : calls) {
    Value* const scaled = scaled_by_real(*call);
    if (scaled == nullptr) continue;
    Value* const integer = call->getArgOperand(1);
    call->replaceAllUsesWith(scaled);
    call->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(integer);
  }
}

}  // namespace

std::string scale_by_reals(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && has_feature(function, "avx512f")) scale_in(function);
  }
  return {};
}

}  // namespace cleave::compiler::pass
