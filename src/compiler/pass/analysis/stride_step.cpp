#include "compiler/pass/analysis/stride_step.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace cleave::compiler::pass::analysis {
namespace {

using llvm::Instruction;

constexpr unsigned deepest_operand = 12;  // levels of operands that are looked at

class Finder {
 public:
  Finder(KnownStride known, const llvm::DataLayout& layout) : known_(known), layout_(layout) {}

  std::optional<int64_t> of(const llvm::Value& value, unsigned depth = 0) const {
    if (const auto answer = known_(value)) return answer;
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr) return 0;
    if (depth == deepest_operand) return std::nullopt;
    if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
      return of_address(*step, depth);
    }
    auto operand = [&](unsigned i) { return of(*instruction->getOperand(i), depth + 1); };
    auto factor = [&](unsigned i) {
      return llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(i));
    };
    switch (instruction->getOpcode()) {
      case Instruction::SExt:
      case Instruction::ZExt:
      case Instruction::Trunc:
        return operand(0);
      case Instruction::And:  // a truncation and an extension
        if (factor(1) != nullptr && factor(1)->getValue().isMask() &&
            factor(1)->getValue().getActiveBits() >= 32) {
          return operand(0);
        }
        break;
      case Instruction::Or:
        if (!llvm::cast<llvm::PossiblyDisjointInst>(instruction)->isDisjoint()) break;
        return sum(operand(0), operand(1), 1);
      case Instruction::Add:
        return sum(operand(0), operand(1), 1);
      case Instruction::Sub:
        return sum(operand(0), operand(1), -1);
      case Instruction::Mul:
        if (factor(1) != nullptr && factor(1)->getValue().getSignificantBits() <= 32) {
          return scaled(operand(0), factor(1)->getSExtValue());
        }
        break;
      case Instruction::Shl:
        if (factor(1) != nullptr && factor(1)->getValue().ult(31)) {
          return scaled(operand(0), int64_t{1} << factor(1)->getZExtValue());
        }
        break;
      case Instruction::AShr:
      case Instruction::LShr:
        if (const auto shift = shift_of_extended(*instruction)) {
          const auto& shifted = llvm::cast<Instruction>(*instruction->getOperand(0));
          return scaled(of(*shifted.getOperand(0), depth + 1), int64_t{1} << *shift);
        }
        break;
      default:
        break;
    }
    return of_fixed_operands(*instruction, depth);
  }

 private:
  /// LLVM writes an extension of a truncation, and what is shifted left after it, as two shifts:
  /// left by 32, right by 30. Returns how far both together shift to the left; nullopt if these are
  /// other shifts.
  static std::optional<uint64_t> shift_of_extended(const Instruction& right) {
    const auto* left = llvm::dyn_cast<Instruction>(right.getOperand(0));
    if (left == nullptr || left->getOpcode() != Instruction::Shl) return std::nullopt;
    const auto* by_left = llvm::dyn_cast<llvm::ConstantInt>(left->getOperand(1));
    const auto* by_right = llvm::dyn_cast<llvm::ConstantInt>(right.getOperand(1));
    if (by_left == nullptr || by_right == nullptr) return std::nullopt;
    const unsigned bits = right.getType()->getScalarSizeInBits();
    if (by_left->getValue().ugt(bits - 32) || by_right->getValue().ugt(by_left->getValue()))
      return std::nullopt;
    const uint64_t shift = by_left->getZExtValue() - by_right->getZExtValue();
    return shift < 31 ? std::optional(shift) : std::nullopt;
  }
  static std::optional<int64_t> small(int64_t number) {
    return number == static_cast<int32_t>(number) ? std::optional(number) : std::nullopt;
  }
  static std::optional<int64_t> scaled(std::optional<int64_t> number, int64_t factor) {
    return number ? small(*number * factor) : std::nullopt;
  }
  static std::optional<int64_t> sum(std::optional<int64_t> a, std::optional<int64_t> b, int sign) {
    return a && b ? small(*a + sign * *b) : std::nullopt;
  }

  std::optional<int64_t> of_address(const llvm::GetElementPtrInst& step, unsigned depth) const {
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable_offsets;
    llvm::APInt constant(64, 0);
    if (step.getType()->isVectorTy() ||
        !step.collectOffset(layout_, 64, variable_offsets, constant)) {
      return std::nullopt;
    }
    std::optional<int64_t> all = of(*step.getPointerOperand(), depth + 1);
    for (const auto& [index, scale] : variable_offsets) {
      all = sum(all, scaled(of(*index, depth + 1), scale.getSExtValue()), 1);
    }
    return all;
  }

  /// A value that is computed from values that do not change does not change, memory aside.
  std::optional<int64_t> of_fixed_operands(const Instruction& instruction, unsigned depth) const {
    if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(
            instruction)) {
      return std::nullopt;
    }
    for (const llvm::Value* operand : instruction.operand_values()) {
      if (of(*operand, depth + 1) != 0) return std::nullopt;
    }
    return 0;
  }

  KnownStride known_;
  const llvm::DataLayout& layout_;
};

}  // namespace

std::optional<int64_t> stride_per_step(const llvm::Value& value, KnownStride known,
                                       const llvm::DataLayout& layout) {
  return Finder(known, layout).of(value);
}

}  // namespace cleave::compiler::pass::analysis
