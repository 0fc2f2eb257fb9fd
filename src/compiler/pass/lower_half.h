// lower_half
//   What: gives processors without arithmetic on halves (AVX512-FP16) the same results by
//   arithmetic
//     in single precision, each rounded to half once. Single precision has more than twice the bits
//     and two more, so sums, products, quotients and square roots come out correctly rounded
//     although they are rounded twice. A fused multiply-add, and what was a double, is rounded to
//     odd in between. llvm.fmuladd is a product and a sum. Processors without F16C convert by
//     integer arithmetic.
//   Requires: functions say which processor they are for (retarget). Runs after LLVM's
//   optimisation,
//     which would narrow the arithmetic to half again.
//   Establishes: halves are moved, chosen, and converted from and to single precision by an
//     instruction of the processor, and nothing else is done with them: no half needs a library
//     call.
#pragma once

#include "compiler/pass/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_half(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
