// scalarise
//   What: splits vectors of the program into their elements, so that `widen` makes each element a
//     vector of all lanes: structure of arrays in registers. (LLVM's Scalarizer.) Questions whether
//     any element or all of them are true become operations on the elements, too.
//   Requires: nothing.
//   Establishes: nothing that later passes need: `widen` also takes what stays a vector.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string scalarise(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
