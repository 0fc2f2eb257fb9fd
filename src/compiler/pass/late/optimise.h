// optimise
//   What: lanes in turn: LLVM's pipeline for O2 over the finished loops, with inlining at its usual
//     limits, scalar and loop optimisation, vectorisation of the lane loop where LLVM finds it
//     profitable. Lanes together: those passes of it that widened code gains by, in half the time;
//     calls that are left, inlined where there is one only.
//   Requires: regions formed, the target set.
//   Establishes: nothing but speed.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string optimise(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
