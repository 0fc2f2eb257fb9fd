// inline_calls
//   What: inlines every call, so that lanes can run together through all of it.
//   Requires: built-ins linked; no recursion.
//   Establishes: kernels call nothing but intrinsics and the lane interface.
#pragma once

#include "compiler/pass/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string inline_calls(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
