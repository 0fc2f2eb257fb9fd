// verify_canonical
//   What: checks the rules that every later pass relies on, and changes nothing.
//   Requires: the output of a front end.
//   Establishes: the target is spir64, its data layout too; address spaces 0 to 4 only; kernels
//     return nothing and carry their argument metadata; every call is direct; what is declared but
//     not defined is an intrinsic, printf, a function of the lane interface or a mangled built-in;
//     only printf has variable arguments; no inline assembly and no exceptions.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string verify_canonical(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
