// scale_by_reals
//   What: vectors x 2^n whose n is an integer that was made of a real number, as exponential
//     functions round it, are scaled by that number: the instruction of AVX-512 takes exponents as
//     reals, and LLVM converts integers for it.
//   Requires: target-cpu and target-features; runs after widen, which has the vectors, and after
//   optimise, which folds conversions. Establishes: nothing that others need.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string scale_by_reals(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
