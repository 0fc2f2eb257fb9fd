// lower_local_memory
//   What: each use of a local variable (address space 3) becomes an address in the memory of the
//     work-group, LaunchContext::local_memory plus an offset (pass/ir/kernel_layout.h).
//   Requires: local variables are used by kernels only (inline_synchronising).
//   Establishes: no variable of address space 3 is left. The offsets fit into what the kernel facts
//     promise: they were laid out the same way from at least these variables.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_local_memory(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
