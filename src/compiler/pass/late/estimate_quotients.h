// estimate_quotients
//   What: computes quotients of vectors of single precision that may be a product with a reciprocal
//     (the flag arcp) from the processor's estimate of the reciprocal, within 1.5 units in the last
//     place. LLVM would do so with one step of Newton's from an estimate of 12 bits: up to 3.3
//     units, where OpenCL C 3.0 (7.4) allows 2.5. Where a processor has no fused multiplication,
//     dividing is faster than a better estimate: there the flag is removed.
//   Requires: target-cpu and target-features; runs after optimise, which would change the
//     arithmetic.
//   Establishes: code generation estimates no quotient but those by square roots.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string estimate_quotients(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
