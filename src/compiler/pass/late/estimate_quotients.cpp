#include "compiler/pass/late/estimate_quotients.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cmath>

#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/processor_costs.h"
#include "compiler/pass/ir/vector_parts.h"

namespace cleave::compiler::pass::late {
namespace {

using llvm::BinaryOperator;
using llvm::Value;
using llvm::Intrinsic::ID;
using Builder = llvm::IRBuilder<>;

/// Instructions that estimate reciprocals, and those of square roots.
struct ReciprocalEstimate {
  unsigned lanes;
  ID reciprocal, reciprocal_root;
  bool has_14_bits;  // and takes subnormal numbers; else 12, and takes these for zero
};

/// Returns those with the most lanes that the vector is a multiple of; nullopt: there are none, or
/// no fused products to mend them.
std::optional<ReciprocalEstimate> estimate_for(unsigned lanes, const llvm::Function& function) {
  using namespace llvm::Intrinsic;
  if (!ir::has_feature(function, "fma")) return std::nullopt;
  if (lanes % 16 == 0 && ir::has_feature(function, "avx512f"))
    return ReciprocalEstimate{16, x86_avx512_rcp14_ps_512, x86_avx512_rsqrt14_ps_512, true};
  if (lanes % 8 == 0) return ReciprocalEstimate{8, x86_avx_rcp_ps_256, x86_avx_rsqrt_ps_256, false};
  if (lanes % 4 == 0) return ReciprocalEstimate{4, x86_sse_rcp_ps, x86_sse_rsqrt_ps, false};
  return std::nullopt;
}

Value* estimated(Builder& builder, Value* of, ID intrinsic, const ReciprocalEstimate& estimate) {
  return ir::apply_to_parts(
      builder, of, estimate.lanes, [&](llvm::ArrayRef<Value*> part) -> Value* {
        if (!estimate.has_14_bits) return builder.CreateIntrinsic(intrinsic, {}, {part.front()});
        Value* const all_lanes = builder.getInt16(0xffff);
        Value* const no_others = llvm::Constant::getNullValue(part.front()->getType());
        return builder.CreateIntrinsic(intrinsic, {}, {part.front(), no_others, all_lanes});
      });
}

/// The root that this is, of which nothing else is known than that numbers are divided by it;
/// nullptr: it is none.
llvm::IntrinsicInst* root_that_only_divides(Value* divisor) {
  auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(divisor);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::sqrt) return nullptr;
  const bool only_divides = llvm::all_of(call->uses(), [](const llvm::Use& use) {
    return llvm::cast<llvm::Instruction>(use.getUser())->getOpcode() == llvm::Instruction::FDiv &&
           use.getOperandNo() == 1;
  });
  return only_divides ? call : nullptr;
}

/// Quotients of one block by the same divisor, in their order.
struct Quotients {
  Value* divisor;
  llvm::IntrinsicInst* root;  // the divisor, or nullptr
  llvm::SmallVector<BinaryOperator*, 4> divisions;

  [[nodiscard]] const llvm::Function& function() const { return *divisions.front()->getFunction(); }
  [[nodiscard]] llvm::Type* type() const { return divisor->getType(); }
};

/// Returns true if estimates are faster. A processor divides beside its other operations, which
/// estimates are made of: these have to take clearly fewer cycles.
bool estimate_pays(const Quotients& quotients, const ReciprocalEstimate& estimate) {
  const bool is_root = quotients.root != nullptr;
  // Those of Reciprocal's constructor; then a product, a test and a branch for each.
  const int once = estimate.has_14_bits ? (is_root ? 6 : 5) : (is_root ? 8 : 6);
  const auto count = static_cast<int>(quotients.divisions.size());
  const ir::ProcessorCosts& costs = ir::processor_costs(quotients.function());
  constexpr double least_gain = 0.6;
  constexpr double divisions_of_root = 1.25;  // on processors of Intel and AMD
  return (once + 3 * count) * costs.vector_operation <
         least_gain * (count + (is_root ? divisions_of_root : 0)) * costs.vector_division;
}

/// The reciprocal of a divisor, which may be a root.
class Reciprocal {
 public:
  Reciprocal(Builder& builder, const Quotients& quotients, const ReciprocalEstimate& estimate)
      : builder_(builder), type_(quotients.type()), estimate_(estimate) {
    // Lanes that do not run may be poison, and nothing that decides a branch.
    if (quotients.root != nullptr) {
      argument_ = builder.CreateFreeze(quotients.root->getArgOperand(0));
      value_ = of_root();
    } else {
      argument_ = builder.CreateFreeze(quotients.divisor);
      value_ = of_number();
      is_wrong_ =
          estimate.has_14_bits
              ? any(llvm::CmpInst::FCMP_ULT,
                    builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value_), number(0x1p-126F))
              : any(llvm::CmpInst::FCMP_UEQ, value_, number(0));
    }
    is_root_ = quotients.root != nullptr;
  }

  /// Puts the product with the dividend in place of the division, or the quotient where the
  /// reciprocal of any lane is wrong.
  void replace(BinaryOperator& division) const {
    builder_.SetInsertPoint(&division);
    Value* const dividend = division.getOperand(0);
    Value* const product = builder_.CreateFMul(dividend, value_);
    llvm::BasicBlock* const here = division.getParent();
    llvm::Instruction* const end = llvm::SplitBlockAndInsertIfThen(
        is_wrong_, division.getIterator(), /*Unreachable=*/false,
        llvm::MDBuilder(division.getContext()).createUnlikelyBranchWeights());
    builder_.SetInsertPoint(end);
    Value* const divisor =
        is_root_ ? builder_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, argument_) : argument_;
    Value* const quotient = builder_.CreateFDiv(dividend, divisor);
    builder_.SetInsertPoint(division.getParent(), division.getParent()->begin());
    llvm::PHINode* const either = builder_.CreatePHI(type_, 2);
    either->addIncoming(product, here);
    either->addIncoming(quotient, end->getParent());
    division.replaceAllUsesWith(either);
    division.eraseFromParent();
  }

 private:
  [[nodiscard]] llvm::Constant* number(float value) const {
    return llvm::ConstantFP::get(type_, value);
  }
  Value* fused(Value* a, Value* b, Value* c) {
    return builder_.CreateIntrinsic(llvm::Intrinsic::fma, {type_}, {a, b, c});
  }
  Value* any(llvm::CmpInst::Predicate predicate, Value* left, Value* right) {
    return builder_.CreateOrReduce(builder_.CreateFCmp(predicate, left, right));
  }
  /// The estimate e has the error r = 1 - e * argument: the reciprocal is e (1 + r + r^2 + ...), of
  /// which 14 bits need no r^2. It is NaN for 0, infinities and subnormal numbers. For numbers
  /// whose reciprocal is subnormal it is 0 with 12 bits, and has fewer bits with 14.
  Value* of_number() {
    Value* const nearly = estimated(builder_, argument_, estimate_.reciprocal, estimate_);
    Value* rest = fused(builder_.CreateFNeg(nearly), argument_, number(1));
    if (!estimate_.has_14_bits) rest = fused(rest, rest, rest);
    return fused(nearly, rest, nearly);
  }
  /// With r = 1 - e^2 * argument it is e (1 + r / 2 + 3 r^2 / 8 + ...). If that is wrong, e *
  /// argument is NaN, for 0, infinity and negative numbers, or infinite, for subnormal numbers.
  Value* of_root() {
    Value* const nearly = estimated(builder_, argument_, estimate_.reciprocal_root, estimate_);
    Value* const product = builder_.CreateFMul(argument_, nearly);
    is_wrong_ = any(llvm::CmpInst::FCMP_UGE, product, number(INFINITY));
    Value* const rest = fused(builder_.CreateFNeg(product), nearly, number(1));
    Value* const factor =
        estimate_.has_14_bits ? number(0.5F) : fused(rest, number(0.375F), number(0.5F));
    return fused(builder_.CreateFMul(rest, nearly), factor, nearly);
  }

  Builder& builder_;
  llvm::Type* type_;
  const ReciprocalEstimate& estimate_;
  bool is_root_ = false;
  Value *argument_ = nullptr, *value_ = nullptr, *is_wrong_ = nullptr;
};

/// Estimates the quotients, or leaves them exact.
void estimate_or_divide(const Quotients& quotients) {
  const auto lanes = llvm::cast<llvm::FixedVectorType>(quotients.type())->getNumElements();
  const auto estimate = estimate_for(lanes, quotients.function());
  if (!estimate || !estimate_pays(quotients, *estimate)) {
    for (BinaryOperator* const division : quotients.divisions)
      division->setHasAllowReciprocal(false);
    return;
  }
  Builder builder(quotients.divisions.front());
  const Reciprocal reciprocal(builder, quotients, *estimate);
  for (BinaryOperator* const division : quotients.divisions) reciprocal.replace(*division);
  if (quotients.root != nullptr && quotients.root->use_empty()) quotients.root->eraseFromParent();
}

/// Returns true if code generation may see a root in the divisor, and estimate its reciprocal.
bool is_of_root(const Value* divisor) {
  const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(divisor);
  if (call != nullptr) return call->getIntrinsicID() == llvm::Intrinsic::sqrt;
  const auto* const made = llvm::dyn_cast<llvm::Instruction>(divisor);
  const bool looks_further = made != nullptr && (made->getOpcode() == llvm::Instruction::FMul ||
                                                 made->getOpcode() == llvm::Instruction::FPExt ||
                                                 made->getOpcode() == llvm::Instruction::FPTrunc);
  return looks_further && llvm::any_of(made->operands(), [](const llvm::Use& operand) {
           const auto* const root = llvm::dyn_cast<llvm::IntrinsicInst>(operand.get());
           return root != nullptr && root->getIntrinsicID() == llvm::Intrinsic::sqrt;
         });
}

/// Returns true if several quotients by this divisor may be products with its reciprocal, which is
/// a division. That is another number only for a subnormal divisor. Code generation estimates those
/// of halves.
bool may_share(const BinaryOperator& division) {
  return !division.getType()->getScalarType()->isHalfTy() && !is_of_root(division.getOperand(1));
}

void estimate_in(llvm::BasicBlock& block) {
  llvm::MapVector<Value*, Quotients> by_divisor;
  for (llvm::Instruction& instruction : block) {
    auto* const division = llvm::dyn_cast<BinaryOperator>(&instruction);
    // Constant divisors become factors.
    if (division == nullptr || division->getOpcode() != llvm::Instruction::FDiv ||
        !division->hasAllowReciprocal() || llvm::isa<llvm::Constant>(division->getOperand(1)))
      continue;
    llvm::Type* const type = division->getType();
    if (!type->isVectorTy() || !type->getScalarType()->isFloatTy()) {
      if (!may_share(*division)) division->setHasAllowReciprocal(false);
      continue;
    }
    Value* const divisor = division->getOperand(1);
    Quotients& quotients = by_divisor[divisor];
    quotients.divisor = divisor;
    quotients.root = root_that_only_divides(divisor);
    quotients.divisions.push_back(division);
  }
  for (const auto& [divisor, quotients] : by_divisor) estimate_or_divide(quotients);
}

}  // namespace

std::string estimate_quotients(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock& block : function) blocks.push_back(&block);
    for (llvm::BasicBlock* const block : blocks) estimate_in(*block);
  }
  return {};
}

}  // namespace cleave::compiler::pass::late
