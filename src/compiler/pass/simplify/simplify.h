// simplify
//   What: runs LLVM's cheap clean-ups: SROA, common subexpression elimination, CFG simplification.
//   Requires: nothing. Barrier calls are convergent, so no clean-up moves or copies them wrongly.
//   Establishes: nothing that later passes need (private arrays are noted for the report first).
//     Far fewer values are live across barriers.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string simplify(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
