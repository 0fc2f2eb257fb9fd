// inline_calls
//   What: inlines every call, so that lanes can run together through all of it. Where a kernel
//     would become far too large to compile, functions that are long and called in several places
//     stay calls, one lane after another.
//   Requires: built-ins linked; no recursion.
//   Establishes: what synchronises is in kernels only (inline_synchronising.h).
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string inline_calls(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
