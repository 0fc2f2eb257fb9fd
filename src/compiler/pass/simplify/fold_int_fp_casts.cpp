#include "compiler/pass/simplify/fold_int_fp_casts.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace cleave::compiler::pass::simplify {
namespace {

using llvm::Constant;
using llvm::Instruction;
using llvm::Value;

/// All integers of so many bits are tried: 16 would take a thousand times as long.
constexpr unsigned most_bits_tried = 8;
/// A read and a write of a channel are about ten.
constexpr unsigned most_instructions_between = 24;

bool is_conversion_from_integer(const Instruction& instruction) {
  return llvm::isa<llvm::UIToFPInst, llvm::SIToFPInst>(instruction);
}

/// Returns true if the instruction makes an integer of a floating-point number.
bool is_root(const Instruction& instruction) {
  return llvm::isa<llvm::FPToUIInst, llvm::FPToSIInst, llvm::BitCastInst>(instruction) &&
         instruction.getType()->isIntegerTy() &&
         instruction.getOperand(0)->getType()->isFloatingPointTy();
}

bool is_arithmetic(const Instruction& instruction) {
  if (instruction.getType()->isVectorTy()) return false;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    return llvm::isTriviallyVectorizable(call->getIntrinsicID()) &&
           llvm::canConstantFoldCallTo(call, call->getCalledFunction());
  }
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst,
                   llvm::SelectInst>(instruction);
}

/// An integer that is computed from another one by way of floating-point numbers.
class IntFpIntCast {
 public:
  IntFpIntCast(Instruction& root, const llvm::DataLayout& layout) : root_(root), layout_(layout) {}

  /// Finds the one integer that the root depends on. Returns false if there are more, or if
  /// something else is in it.
  bool find_source() { return visit(root_) && source_ != nullptr && has_few_bits(); }

  /// Returns what is to be added to the integer to get the root; nullopt if that is not constant.
  [[nodiscard]] std::optional<llvm::APInt> difference() const {
    const unsigned bits = root_.getType()->getIntegerBitWidth();
    const int first = is_signed_ ? -(1 << (most_bits_tried - 1)) : 0;
    std::optional<llvm::APInt> difference;
    for (int i = 0; i < 1 << most_bits_tried; ++i) {
      const llvm::APInt number(64, static_cast<uint64_t>(int64_t{first} + i), /*isSigned=*/true);
      const std::optional<llvm::APInt> result = evaluate(number);
      if (!result) return std::nullopt;
      const llvm::APInt here = *result - number.sextOrTrunc(bits);
      if (difference && *difference != here) return std::nullopt;
      difference = here;
    }
    return difference;
  }

  /// Emits the integer, as wide as the root, plus the difference.
  void replace(const llvm::APInt& difference) {
    llvm::IRBuilder<> builder(&root_);
    Value* number = builder.CreateIntCast(source_, root_.getType(), is_signed_);
    if (!difference.isZero()) number = builder.CreateAdd(number, builder.getInt(difference));
    root_.replaceAllUsesWith(number);
  }

 private:
  /// Lists instructions before those that use them.
  bool visit(Instruction& instruction) {
    if (seen_.contains(&instruction)) return true;
    if (seen_.size() == most_instructions_between || !is_arithmetic(instruction)) return false;
    seen_.insert(&instruction);
    if (is_conversion_from_integer(instruction)) {
      Value* number = instruction.getOperand(0);
      if (source_ != nullptr && source_ != number) return false;
      source_ = number;
      is_signed_ |= llvm::isa<llvm::SIToFPInst>(instruction);
    } else {
      for (Value* operand : operands_of(instruction)) {
        if (llvm::isa<Constant>(operand)) continue;
        auto* made = llvm::dyn_cast<Instruction>(operand);
        if (made == nullptr || !visit(*made)) return false;
      }
    }
    in_order_.push_back(&instruction);
    return true;
  }

  static llvm::iterator_range<llvm::User::op_iterator> operands_of(Instruction& instruction) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr ? call->args() : instruction.operands();
  }

  [[nodiscard]] bool has_few_bits() const {
    const unsigned bits = source_->getType()->getIntegerBitWidth();
    if (is_signed_) {
      return llvm::ComputeNumSignBits(source_, layout_) + most_bits_tried > bits;
    }
    return llvm::computeKnownBits(source_, layout_).countMaxActiveBits() <= most_bits_tried;
  }

  [[nodiscard]] std::optional<llvm::APInt> evaluate(const llvm::APInt& number) const {
    const unsigned bits = source_->getType()->getIntegerBitWidth();
    llvm::DenseMap<const Value*, Constant*> values;
    values[source_] = llvm::ConstantInt::get(root_.getContext(), number.sextOrTrunc(bits));
    for (Instruction* instruction : in_order_) {
      llvm::SmallVector<Constant*, 4> operands;
      for (Value* operand : operands_of(*instruction)) {
        auto* constant = llvm::dyn_cast<Constant>(operand);
        operands.push_back(constant != nullptr ? constant : values.lookup(operand));
      }
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(instruction)) {
        operands.push_back(call->getCalledFunction());
      }
      Constant* folded = llvm::ConstantFoldInstOperands(instruction, operands, layout_);
      if (folded == nullptr) return std::nullopt;
      values[instruction] = folded;
    }
    const auto* result = llvm::dyn_cast<llvm::ConstantInt>(values.lookup(&root_));
    return result != nullptr ? std::optional(result->getValue()) : std::nullopt;
  }

  Instruction& root_;
  const llvm::DataLayout& layout_;
  llvm::SmallPtrSet<const Instruction*, most_instructions_between> seen_;
  llvm::SmallVector<Instruction*, most_instructions_between> in_order_;
  Value* source_ = nullptr;
  bool is_signed_ = false;
};

}  // namespace

std::string fold_int_fp_casts(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<Instruction*> roots;
    for (Instruction& instruction : llvm::instructions(function)) {
      if (is_root(instruction)) roots.push_back(&instruction);
    }
    for (Instruction* root : roots) {
      IntFpIntCast cast(*root, module.getDataLayout());
      if (!cast.find_source()) continue;
      if (const std::optional<llvm::APInt> difference = cast.difference()) {
        cast.replace(*difference);
      }
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
