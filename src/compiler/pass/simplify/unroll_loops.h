// unroll_loops
//   What: unrolls loops with small constant trip counts, completely, and those of which up to
//     4,096 instructions are left where the program asks for it. The size of work-groups is a constant where the
//     options have it. Rotates the other loops.
//   Requires: simplify, so that trip counts can be computed.
//   Establishes: nothing that later passes need. Private arrays whose indices have become constants
//     are SSA values.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string unroll_loops(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
