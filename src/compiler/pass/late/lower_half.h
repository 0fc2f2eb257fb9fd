// lower_half
//   What: computes half-precision arithmetic in single precision for processors without
//     AVX512-FP16, with the same results. Each result is rounded to half once. Single precision has
//     more than twice the bits and two more, so sums, products, quotients and square roots are
//     correctly rounded although they are rounded twice. A fused multiply-add, and the conversion
//     of a double, round to odd in between. llvm.fmuladd is a product and a sum. Processors without
//     F16C convert by integer arithmetic. Functions of the C library (llvm.sin, llvm.frexp, …) are
//     those of single precision, for every processor: LLVM ends the process over some of them for
//     halves.
//   Requires: the target attributes of functions (retarget). Runs after LLVM's optimisation, which
//     would narrow the arithmetic to half again.
//   Establishes: halves are only moved, selected, and converted from and to single precision by an
//     instruction of the processor. Code generation may still move a sign from a double to a half,
//     or expand an atomic operation: these call conversions of target/x86/runtime_functions.def.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string lower_half(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
