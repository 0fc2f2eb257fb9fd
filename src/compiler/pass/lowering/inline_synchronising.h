// inline_synchronising
//   What: inlines every function that calls a barrier, uses exchange memory or names a local
//     variable, and all callers of such functions.
//   Requires: built-ins linked; no recursion (a rule of the language that the front end checks).
//   Establishes: barriers, exchange memory and local variables occur in kernels only. Other calls
//     stay: LLVM's inliner decides about them, but for those that choose_calls.h keeps.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

/// Returns the functions that must be inlined, and kernels. Library functions may be linked or not.
[[nodiscard]] llvm::SetVector<llvm::Function*> functions_that_synchronise(llvm::Module& module);

[[nodiscard]] std::string inline_synchronising(llvm::Module& module,
                                               const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
