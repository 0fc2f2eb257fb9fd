// What became of private arrays, for the report. They are noted before LLVM takes them apart, and
// looked for when what is left of them has been laid out. Nothing is noted where nobody listens.
#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <vector>

namespace cleave::compiler::pass {

/// A private variable that is still in memory, and how it lies there.
struct VariableInMemory {
  std::string name;  // that of its alloca
  std::string verdict, text;
};

/// Notes names and lines of the kernel's private variables, once.
void note_variables(llvm::Function& kernel);

/// Remarks on the variables in memory, at their own lines where they were noted, and on noted
/// arrays and structures that are not among them: they are in registers.
void explain_variables(const llvm::Function& kernel, const std::vector<VariableInMemory>& left);

}  // namespace cleave::compiler::pass
