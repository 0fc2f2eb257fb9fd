#include "compiler/pass/late/integer_divisions.h"

namespace cleave::compiler::pass {

using llvm::Instruction;

bool divides_signed(const Instruction& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool gives_quotient(const Instruction& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
}

llvm::Value*& BlockQuotients::of(const Instruction& division) {
  return quotients_[{division.getOperand(0), division.getOperand(1), divides_signed(division)}];
}

}  // namespace cleave::compiler::pass
