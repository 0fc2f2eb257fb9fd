// link_builtins
//   What: copies the built-in functions that the module uses, and what these use, into the module.
//   Requires: a canonical module.
//   Establishes: only LLVM intrinsics, printf and lane intrinsics have no body; in codegen mode
//     vector also collectives (collectives.h). Every function but the kernels, and every call of
//     one, has the C calling convention.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string link_builtins(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
