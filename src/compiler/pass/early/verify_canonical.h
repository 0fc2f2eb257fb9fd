// verify_canonical
//   What: checks the rules that every later pass relies on, and changes nothing.
//   Requires: the output of a front end.
//   Establishes: triple and data layout are those of spir64; only address spaces 0 to 4 occur;
//     kernels return void and carry their argument metadata; every call is direct; a function
//     without a body is an intrinsic, printf, a lane intrinsic or a mangled built-in; only printf
//     is variadic; there is no inline assembly and no exception handling.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::early {

[[nodiscard]] std::string verify_canonical(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::early
