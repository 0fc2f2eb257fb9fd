// optimise
//   What: LLVM's pipeline for O2 over the finished loops: inlining with its usual limits, scalar
//     and loop optimisation, vectorisation of the lane loop where LLVM finds it profitable.
//   Requires: regions formed, the target set.
//   Establishes: nothing but speed.
#pragma once

#include "compiler/pass/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string optimise(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
