#include "compiler/pass/ir/integer_divisions.h"

#include <llvm/IR/Constants.h>

namespace cleave::compiler::pass::ir {

using llvm::Instruction;

bool divides_signed(const Instruction& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool gives_quotient(const Instruction& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
}

bool is_safe_divisor(const llvm::Value& divisor) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&divisor);
  if (constant == nullptr) return false;
  if (const llvm::Constant* splat =
          constant->getType()->isVectorTy() ? constant->getSplatValue() : constant) {
    const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(splat);
    return integer != nullptr && !integer->isZero() && !integer->isMinusOne();
  }
  return false;
}

llvm::FixedVectorType* divided_vectors(const Instruction& instruction) {
  constexpr unsigned least_lanes = 4;
  if (!instruction.isIntDivRem()) return nullptr;
  auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  return type != nullptr && type->getNumElements() >= least_lanes ? type : nullptr;
}

DividedNumbers numbers_of(const Instruction& division) {
  return {division.getOperand(0), division.getOperand(1), divides_signed(division)};
}

}  // namespace cleave::compiler::pass::ir
