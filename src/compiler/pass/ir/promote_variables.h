// Promotes variables of a function to SSA values.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Instructions.h>

namespace cleave::compiler::pass::ir {

/// Requires: all are promotable (llvm::isAllocaPromotable) and allocated in the first block of one
/// function; that block does not access them.
void promote_variables(llvm::ArrayRef<llvm::AllocaInst*> variables);

}  // namespace cleave::compiler::pass::ir
