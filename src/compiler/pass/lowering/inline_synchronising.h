// inline_synchronising
//   What: inlines every function that waits for other work-items, uses exchange memory or names a
//     local variable, and every function that calls such a one.
//   Requires: built-ins linked; no recursion (a rule of the language that the front end checks).
//   Establishes: barriers, exchange memory and local variables appear in kernels only. Other calls
//     stay as they are: LLVM's inliner decides about them.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

/// The functions that cannot stay calls, kernels among them.
[[nodiscard]] llvm::SetVector<llvm::Function*> functions_that_synchronise(llvm::Module& module);

[[nodiscard]] std::string inline_synchronising(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
