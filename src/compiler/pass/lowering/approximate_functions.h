// approximate_functions
//   What: calls native_sin instead of sin, and the functions that approximated_functions.def lists
//     instead of others, where the program allows approximations: calls with the flag afn, which
//     clang writes for -cl-unsafe-math-optimizations and -cl-fast-relaxed-math. Single precision
//     and its vectors only. Calls of functions that the program defines itself stay.
//   Requires: a canonical module, whose calls have their flags still.
//   Establishes: nothing that later passes rely on.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string approximate_functions(llvm::Module& module,
                                                const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
