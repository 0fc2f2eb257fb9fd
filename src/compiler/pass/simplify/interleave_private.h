// interleave_private
//   What: interleaves private arrays of the lanes, element by element, so that element i of all
//     lanes is one vector in memory: [ element 0 of lanes 0 … W-1 ][ element 1 of lanes 0 … W-1 ] …
//   Requires: simplify, scalarise; codegen mode vector.
//   Establishes: nothing that later passes need. An interleaved variable has W times its size, and
//     all offsets into it are multiplied by W; its metadata (interleaved_metadata) has the distance
//     from a lane's element to the next lane's. Variables whose address escapes, or that are
//     accessed in elements of different sizes, keep their layout: one lane's after another's.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string interleave_private(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
