// Calls long functions of the library with the vectors of all lanes, instead of inlining them.
//
// A kernel that calls sin 400 times would become 400 copies of it. For kernels that would be so
// long, a function of the library that only computes is widened by itself, once, and called with
// vectors: f.wide(mask of the lanes that run, <W x argument>…).
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen {

/// Makes two functions of each function with wide_call_attribute: a lane function for `widen`, and
/// f.wide, which calls it.
void make_wide_functions(llvm::Module& module, unsigned width);

/// Returns f.wide of the called function, or nullptr.
[[nodiscard]] llvm::Function* wide_function_of(const llvm::CallInst& call);

/// Calls f.wide for the lanes in the mask; nullptr: all. Returns the vector of all lanes' results.
/// Requires that there is such a function.
[[nodiscard]] llvm::Value* call_wide(llvm::CallInst& call, llvm::Value* mask,
                                     llvm::IRBuilder<>& builder, WideValues& values);

}  // namespace cleave::compiler::pass::widen
