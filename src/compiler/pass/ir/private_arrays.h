// Reports what became of private arrays. Their names are recorded before LLVM takes them apart, and
// matched with the variables left when memory is laid out. Does nothing unless remarks are wanted.
#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <vector>

namespace cleave::compiler::pass::ir {

/// A private variable that is still in memory, and its layout.
struct VariableInMemory {
  std::string name;  // its alloca's name
  std::string verdict, text;
};

/// Records names and lines of the kernel's private variables, once.
void note_variables(llvm::Function& kernel);

/// Emits remarks on the variables in memory, at their own lines where these were recorded, and on
/// recorded arrays and structures that are no longer in memory: they are in registers.
void explain_variables(const llvm::Function& kernel, const std::vector<VariableInMemory>& left);

}  // namespace cleave::compiler::pass::ir
