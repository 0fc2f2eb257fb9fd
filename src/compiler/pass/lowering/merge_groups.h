// merge_groups
//   What: gives the program ids and sizes of its own work-groups, where many of them run as one
//     larger work-group (LaunchShape::merged_size, L). In each dimension, of a work-item whose id
//     in the launch is i:
//
//       local id     i % L        local size   the least of L and what is left of the launch
//       group id     i / L        group count  global size / L, rounded up
//
//   Requires: built-ins linked; work-items meet nowhere, and there is no local memory
//     (KernelFacts::may_merge_groups).
//   Establishes: nothing tells the program of the larger work-groups.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

/// Changes nothing where PassOptions::merged_size is zeros.
[[nodiscard]] std::string merge_groups(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
