// retarget
//   What: gives the module the triple, data layout, processor and features of the target machine.
//   Requires: built-ins linked, so that they are retargeted too.
//   Establishes: every function carries the same target attributes, so that any can be inlined into
//     any. Without a target machine the module is unchanged. Address spaces stay: on x86-64 spaces
//     1 to 4 mean the same as 0, and casts between them are free. In codegen mode vector debug
//     information describes no variable but the arguments of kernels.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string retarget(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
