// merge_groups
//   What: gives the program ids and sizes of its own work-groups, where many of them run as one
//     larger work-group (PassOptions::merged, of size L). In each dimension, of a work-item whose
//     id in the larger work-group is i, the first item of which is the launch's item f:
//
//       local id     i % L          local size   the least of L and what is left of the launch
//       group id     f / L + i / L  group count  global size / L, rounded up
//
//     If L is one work-item, that is its own work-group and sub-group: barriers go, collectives are
//     what they give one lane, and the memory by which lanes hand each other values is private.
//   Requires: built-ins linked; the launch keeps to KernelFacts::group_merging.
//   Establishes: nothing tells the program of the larger work-groups but where its local memory is
//     (local_memory_base.h).
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

/// Changes nothing where no work-groups are merged.
[[nodiscard]] std::string merge_groups(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
