// sink_common_stores
//   What: replaces stores to one location at the end of every predecessor of a block by one store
//     of a phi in the block.
//   Requires: simplify, so that such predecessors branch to one block.
//   Establishes: nothing that later passes need. If a divergent branch stores on both sides, one
//     store without a mask replaces two masked ones.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string sink_common_stores(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
