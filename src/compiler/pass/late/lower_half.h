// lower_half
//   What: gives processors without arithmetic on halves (AVX512-FP16) the same results by
//     arithmetic in single precision, each rounded to half once. Single precision has more than
//     twice the bits and two more, so sums, products, quotients and square roots come out correctly
//     rounded although they are rounded twice. A fused multiply-add, and what was a double, is
//     rounded to odd in between. llvm.fmuladd is a product and a sum. Processors without F16C
//     convert by integer arithmetic. Functions of the C library (llvm.sin, llvm.frexp, …) are those
//     of single precision, for every processor: LLVM ends the process over some of them for halves.
//   Requires: functions say which processor they are for (retarget). Runs after what would narrow
//     the arithmetic to half again: LLVM's optimisation.
//   Establishes: halves are moved, chosen, and converted from and to single precision by an
//     instruction of the processor, and nothing else is done with them. Code generation may still
//     move a sign from a double to a half, or expand an atomic operation: that asks for conversions
//     of target/runtime_functions.def.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_half(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
