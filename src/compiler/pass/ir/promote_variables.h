// Puts variables of a function into registers.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Instructions.h>

namespace cleave::compiler::pass {

/// Precondition: all are promotable (llvm::isAllocaPromotable), of the first block of one function,
/// which does not access them.
void promote_variables(llvm::ArrayRef<llvm::AllocaInst*> variables);

}  // namespace cleave::compiler::pass
