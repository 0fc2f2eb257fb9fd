// lower_local_memory
//   What: replaces each use of a local variable (address space 3) by an address in the memory of
//     the work-group, LaunchContext::local_memory plus an offset (pass/ir/kernel_layout.h).
//   Requires: only kernels use local variables (inline_synchronising).
//   Establishes: no variable of address space 3 is left. The offsets fit into the local memory size
//     of the kernel facts: both are computed by the same layout, the facts from at least these
//     variables.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_local_memory(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
