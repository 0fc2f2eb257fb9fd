// Describes a kernel's arguments to debuggers in codegen mode vector. No variable is one value
// there, but the arguments stay in the launch's argument block as long as it runs. Does nothing for
// programs without debug information.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/pass/ir/kernel_layout.h"

namespace cleave::compiler::pass::ir {

/// Drops debug records of variables, except for the parameters of kernel bodies, and for variables
/// that are the address of a value which the kernel is given and only reads, or of a part of it:
/// `this` of what was inlined into a kernel of an object.
void keep_arguments_only(llvm::Function& function, bool is_kernel);

/// Records as metadata of a kernel's body where in the argument block each of its variables is
/// stored.
void note_arguments(llvm::Function& body, const llvm::Function& kernel,
                    const ArgumentLayout& layout);

/// Copies these records to a function made from the kernel.
void copy_noted_arguments(const llvm::Function& from, llvm::Function& to);

/// Emits debug records that locate the arguments, before the terminator of `entry`, the first block
/// of the widened code of `lanes`. The location is computed from the launch's context, the
/// function's first argument.
void add_debug_arguments(const llvm::Function& lanes, llvm::BasicBlock& entry);

}  // namespace cleave::compiler::pass::ir
