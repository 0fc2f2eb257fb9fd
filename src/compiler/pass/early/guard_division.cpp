#include "compiler/pass/early/guard_division.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/integer_divisions.h"

namespace cleave::compiler::pass::early {
namespace {

void guard(llvm::Instruction& division) {
  llvm::IRBuilder<> builder(&division);
  // Frozen, because they are looked at twice: an undefined value must be the same both times.
  llvm::Value* dividend = builder.CreateFreeze(division.getOperand(0));
  llvm::Value* divisor = builder.CreateFreeze(division.getOperand(1));
  division.setOperand(0, dividend);
  llvm::Type* type = divisor->getType();
  unsigned bits = type->getScalarSizeInBits();
  llvm::Value* bad = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  if (ir::divides_signed(division)) {
    llvm::Value* least = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
    llvm::Value* overflows =
        builder.CreateAnd(builder.CreateICmpEQ(dividend, least),
                          builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)));
    bad = builder.CreateOr(bad, overflows);
  }
  division.setOperand(1, builder.CreateSelect(bad, llvm::ConstantInt::get(type, 1), divisor));
}

}  // namespace

std::string guard_division(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.isIntDivRem() && !ir::is_safe_divisor(*instruction.getOperand(1))) {
        guard(instruction);
      }
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::early
