// unroll_loops
//   What: loops with small constant trip counts become straight code; the size of work-groups is a
//     constant in them where the options say it.
//   Requires: simplify, so that trip counts can be seen.
//   Establishes: nothing that is required; private arrays whose indices have become constants are
//     values, loops that are left test at their ends.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string unroll_loops(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
