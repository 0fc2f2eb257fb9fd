// undo_strength_reduction
//   What: turns pointers that loops move into a fixed pointer and a counter of iterations:
//     `p = phi [a, p + 12]` becomes `a + 12 * i`, as programs write it before a compiler has
//     reduced the strength of it. SPIR-V modules come so, and programs that count by pointers. In
//     loops with barriers numbers as well: `n = phi [a, n + 3]` becomes `a + 3 * i`.
//   Requires: simplify, so that pointers are values; barriers in kernels only.
//   Establishes: nothing that later passes need. A counter is the same in all lanes, costs no
//     register for each of them, and crosses barriers as one number; arrays that are accessed by it
//     can be interleaved.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string undo_strength_reduction(llvm::Module& module,
                                                  const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
