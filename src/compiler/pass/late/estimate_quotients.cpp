#include "compiler/pass/late/estimate_quotients.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/vector_parts.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// An instruction that estimates reciprocals.
struct Estimate {
  unsigned lanes;
  llvm::Intrinsic::ID intrinsic;
  bool has_14_bits;
};

/// Returns the one with the most lanes that the vector is a multiple of; nullopt: there is none.
std::optional<Estimate> estimate_for(unsigned lanes, const llvm::Function& function) {
  if (lanes % 16 == 0 && has_feature(function, "avx512f")) {
    return Estimate{16, llvm::Intrinsic::x86_avx512_rcp14_ps_512, true};
  }
  if (lanes % 8 == 0) return Estimate{8, llvm::Intrinsic::x86_avx_rcp_ps_256, false};
  if (lanes % 4 == 0) return Estimate{4, llvm::Intrinsic::x86_sse_rcp_ps, false};
  return std::nullopt;
}

Value* estimated_part(Builder& builder, Value* part, const Estimate& estimate) {
  if (!estimate.has_14_bits) return builder.CreateIntrinsic(estimate.intrinsic, {}, {part});
  llvm::Value* const all_lanes = builder.getInt16(0xffff);
  llvm::Value* const no_others = llvm::Constant::getNullValue(part->getType());
  return builder.CreateIntrinsic(estimate.intrinsic, {}, {part, no_others, all_lanes});
}

Value* estimated_reciprocal(Builder& builder, Value* divisor, const Estimate& estimate) {
  return apply_to_parts(builder, divisor, estimate.lanes, [&](llvm::ArrayRef<Value*> part) {
    return estimated_part(builder, part.front(), estimate);
  });
}

/// dividend * reciprocal, where the estimate e of the reciprocal has the error r = 1 - e * divisor:
/// the reciprocal is e (1 + r + r^2 + ...), of which an estimate of 14 bits needs no r^2.
Value* quotient(Builder& builder, llvm::BinaryOperator& division, const Estimate& estimate) {
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  llvm::Type* const type = division.getType();
  const auto fused = [&](Value* a, Value* b, Value* c) {
    return builder.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {a, b, c});
  };
  Value* const nearly = estimated_reciprocal(builder, divisor, estimate);
  Value* rest = fused(builder.CreateFNeg(nearly), divisor, llvm::ConstantFP::get(type, 1));
  if (!estimate.has_14_bits) rest = fused(rest, rest, rest);
  return builder.CreateFMul(dividend, fused(nearly, rest, nearly));
}

/// May LLVM estimate this quotient, and would be wrong by too much? Constant divisors become
/// factors, and those by square roots become reciprocal square roots.
bool is_for_estimate(const llvm::BinaryOperator& division) {
  const Value* const divisor = division.getOperand(1);
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(divisor);
  const bool is_root = call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt;
  return division.hasAllowReciprocal() && division.getType()->isVectorTy() &&
         division.getType()->getScalarType()->isFloatTy() && !is_root &&
         !llvm::isa<llvm::Constant>(divisor);
}

void estimate_quotient(llvm::BinaryOperator& division) {
  const llvm::Function& function = *division.getFunction();
  const auto lanes = llvm::cast<llvm::FixedVectorType>(division.getType())->getNumElements();
  const auto estimate = has_feature(function, "fma") ? estimate_for(lanes, function) : std::nullopt;
  if (!estimate) {
    division.setHasAllowReciprocal(false);
    return;
  }
  Builder builder(&division);
  division.replaceAllUsesWith(quotient(builder, division, *estimate));
  division.eraseFromParent();
}

}  // namespace

std::string estimate_quotients(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* const division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
      const bool is_division =
          division != nullptr && division->getOpcode() == llvm::Instruction::FDiv;
      if (is_division && is_for_estimate(*division)) estimate_quotient(*division);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass
