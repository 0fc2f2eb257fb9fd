// scalarise
//   What: vectors of the program become their elements, each of which `widen` makes a vector of all
//     lanes: structure-of-arrays in registers.
//   Requires: nothing.
//   Establishes: nothing that later passes rely on: what stays a vector is widened as it is.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string scalarise(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
