// link_builtins
//   What: copies the built-in functions that the module uses, and what they use, into it.
//   Requires: a canonical module.
//   Establishes: nothing but LLVM intrinsics, printf and the lane interface is left without a body,
//     and where lanes run together what they compute together (collectives.h);
//     every function but the kernels has the C calling convention, callers agreeing.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string link_builtins(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
