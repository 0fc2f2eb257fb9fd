// combine_sincos
//   What: calls sincos once instead of sin and cos of one argument in one basic block: both reduce
//     the angle alike. It does so for every type that the library has; calls of native_ functions
//     stay.
//   Requires: a canonical module; runs after approximate_functions, which may leave no call of
//     either, and before link_builtins.
//   Establishes: nothing that later passes rely on.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string combine_sincos(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
