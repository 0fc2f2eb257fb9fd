// estimate_quotients
//   What: computes quotients of vectors of single precision that may be a product with a reciprocal
//     (the flag arcp), also by square roots, from the processor's estimate of the reciprocal,
//     within 2 units in the last place. LLVM would do so with one step of Newton's from an estimate
//     of 12 bits: up to 3.3 units, where OpenCL C 3.0 (7.4) allows 2.5, and NaN where the divisor
//     is 0 or infinite. Quotients by one divisor share its reciprocal. Lanes divide behind a branch
//     if the estimate has no answer: for 0, infinities, NaN, subnormal numbers and beyond 2^126.
//     Processors whose division takes hardly more time (processor_costs.h), and those without fused
//     multiplication, divide: there the flag is removed. It also is where code generation would
//     make something of it that is wrong at these arguments.
//   Requires: target-cpu and target-features; runs after optimise, which would change the
//     arithmetic.
//   Establishes: code generation estimates no quotient. It may share reciprocals, which are
//     divisions, where this pass does not: infinite ones of subnormal divisors.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string estimate_quotients(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
