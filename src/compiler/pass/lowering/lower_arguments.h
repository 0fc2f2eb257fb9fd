// lower_arguments
//   What: a kernel k(arguments…) becomes a function without arguments, which loads them from the
//     argument block (pass/ir/kernel_layout.h). A pointer to local memory is stored there as an
//     offset from LaunchContext::local_memory; an aggregate passed by value is copied to a private
//     variable, because the kernel may write to it.
//   Requires: built-ins linked.
//   Establishes: the work of kernel k for one work-item is an internal function without arguments
//     and with the attribute "cleave-kernel"="k". Loads of arguments are marked as invariant
//     and have their names; where lanes run together the function's metadata tells debuggers of
//     them.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_arguments(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
