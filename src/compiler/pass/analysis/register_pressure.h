// Counts the vector registers that the varying values of a function need at the same time.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

namespace cleave::compiler::pass::analysis {

/// Returns how many registers are needed at most between two instructions, if `registers_of` says
/// how many an instruction's result takes (0: it is not in a vector register). Linear in the size
/// of the function times the number of values that are live at once.
[[nodiscard]] unsigned register_pressure(
    llvm::Function& function, llvm::function_ref<unsigned(const llvm::Instruction&)> registers_of);

}  // namespace cleave::compiler::pass::analysis
