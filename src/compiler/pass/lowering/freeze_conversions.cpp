#include "compiler/pass/lowering/freeze_conversions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::pass::lowering {
namespace {

using llvm::Instruction;

void freeze(Instruction& conversion) {
  auto* const frozen = new llvm::FreezeInst(&conversion, "");
  frozen->insertAfter(conversion.getIterator());
  frozen->setDebugLoc(conversion.getDebugLoc());
  conversion.replaceUsesWithIf(frozen, [&](llvm::Use& use) { return use.getUser() != frozen; });
}

/// Those that put a vector or a structure together begin with a poison one.
bool may_use_poison(const Instruction& instruction) {
  return llvm::isa<llvm::InsertElementInst, llvm::InsertValueInst, llvm::ShuffleVectorInst>(
      instruction);
}

/// Clang folds a conversion of a constant, and what is computed of it.
void replace_poison(Instruction& instruction) {
  for (llvm::Use& operand : instruction.operands()) {
    if (llvm::isa<llvm::PoisonValue>(operand)) {
      operand.set(llvm::Constant::getNullValue(operand->getType()));
    }
  }
}

}  // namespace

std::string freeze_conversions(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction)) freeze(instruction);
      if (!may_use_poison(instruction)) replace_poison(instruction);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering
