// A kernel's arguments for debuggers, where lanes run together: no variable is one value there, but
// arguments lie in the launch's block for as long as it runs. Does nothing for programs without
// debug information.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/pass/ir/kernel_layout.h"

namespace cleave::compiler::pass {

/// Forgets what is said of variables, but for the parameters of functions that are kernels' bodies.
void keep_arguments_only(llvm::Function& function, bool is_kernel);

/// Notes in a kernel's body which of its variables lie where in the argument block.
void note_arguments(llvm::Function& body, const llvm::Function& kernel,
                    const ArgumentLayout& layout);

/// The same is true of a function that was made of the kernel.
void copy_noted_arguments(const llvm::Function& from, llvm::Function& to);

/// Tells debuggers before the terminator of `entry`, the first block of the code of `lanes` for all
/// lanes, where arguments are found, by way of the launch's context, the function's first argument.
void add_debug_arguments(const llvm::Function& lanes, llvm::BasicBlock& entry);

}  // namespace cleave::compiler::pass
