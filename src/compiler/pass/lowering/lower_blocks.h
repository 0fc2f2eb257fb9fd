// lower_blocks
//   What: names blocks by the numbers of their kernels where they were named by address. Removes
//   the
//     kernels of blocks that nothing calls for any more.
//   Requires: numbered blocks (canonical/facts/blocks.h).
//   Establishes: the module has one kernel, and no address of a function.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_blocks(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
