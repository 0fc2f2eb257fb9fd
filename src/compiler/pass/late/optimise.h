// optimise
//   What: runs LLVM's optimisation. Codegen mode scalar: the pipeline for O2, with inlining at its
//     usual limits, and vectorisation of the lane loop where LLVM finds it profitable. Codegen mode
//     vector: those passes of it that widened code gains by, in half the time, and fewer where the
//     kernel is small; remaining calls are inlined where a function has one caller.
//   Requires: regions formed, the target set.
//   Establishes: nothing but speed.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string optimise(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
