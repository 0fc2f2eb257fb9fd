// lower_arguments
//   What: replaces the parameters of a kernel by loads from the argument block
//     (pass/ir/kernel_layout.h). A pointer to local memory is stored there as an offset from
//     LaunchContext::local_memory. An aggregate passed by value is copied to a private variable,
//     because the kernel may write to the copy, unless it is `readonly`: then what it holds at fixed
//     offsets is loaded as arguments are.
//   Requires: built-ins linked.
//   Establishes: pointers to what the launch was given are marked as such (object_metadata,
//     restrict_metadata). The work of kernel k for one work-item is an internal function without parameters
//     and with the attribute "cleave-kernel"="k". Loads of arguments are marked invariant and have
//     the arguments' names. In codegen mode vector the function's metadata describes the arguments
//     to debuggers.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_arguments(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
