// load_before_atomic_minmax
//   What: loads the number before an atomic minimum or maximum, and leaves the exchange out where
//     it would change nothing. Processors have no instruction for either: an exchange that keeps
//     the number takes the line of the cache from all others as well. Distances of nodes in a
//     graph, bounds of boxes and best results so far seldom change.
//   Requires: runs after optimise. Operations that order other accesses stay as they are.
//   Establishes: nothing that later passes need.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string load_before_atomic_minmax(llvm::Module& module,
                                                    const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
