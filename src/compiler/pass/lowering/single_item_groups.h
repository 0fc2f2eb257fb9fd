// single_item_groups
//   What: removes barriers where a work-group has one work-item (PassOptions::local_size), which
//     waits for itself only, and answers its local ids and sizes. Memory stays ordered: the fences
//     beside barriers are left.
//   Requires: all that is called and waits is inlined.
//   Establishes: kernels of such work-groups have no barriers.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string single_item_groups(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
