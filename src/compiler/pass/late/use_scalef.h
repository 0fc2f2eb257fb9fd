// use_scalef
//   What: makes one instruction of AVX-512 of llvm.ldexp where the exponent, an integer, was a
//     whole number of floating point: x times 2^n is scaled by n itself. LLVM converts n to an
//     integer and back. No integer is specified for a NaN: here the result is NaN then.
//   Requires: runs after optimise, which knows llvm.ldexp and nothing of these instructions.
//   Establishes: with AVX512VL no vector is scaled by a converted number that is surely whole.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string use_scalef(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
