// Calls long functions of the library with the vectors of all lanes, instead of inlining them.
//
// A kernel that calls sin 400 times would be 400 copies of it. Where a kernel would be so long, a
// function of the library that only computes is widened for itself, once, and called with vectors:
// f.wide(mask of the lanes that run, <W x argument>…).
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::pass {

/// Gives each function with the attribute a lane function that `widen` has to widen, and f.wide,
/// which calls that one.
void make_wide_functions(llvm::Module& module, unsigned width);

/// f.wide of the function that is called, or null.
[[nodiscard]] llvm::Function* wide_function_of(const llvm::CallInst& call);

}  // namespace cleave::compiler::pass
