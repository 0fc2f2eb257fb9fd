// merge_loop_exits
//   What: leads both ways out of a search to the comparison that follows it. while (k < n && a[k]
//         == b[k]) ++k; if (k == n) found();
//     LLVM's JumpThreading, in modules of clang -O2, leads the loop's exit at k == n to found() and
//     the other one to the comparison. Lanes then need a mask for each way, from iteration to
//     iteration. With one way out they need none: the index at which a lane has stopped tells
//     whether it has found something.
//   Requires: SSA values (simplify).
//   Establishes: nothing that later passes need.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string merge_loop_exits(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
