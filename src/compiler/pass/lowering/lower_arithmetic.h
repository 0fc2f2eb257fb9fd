// lower_arithmetic
//   What: answers what the library asks of the processor's arithmetic. __cleave_scaled(x, n) and
//     __cleave_scaled_double(x, n), x times 2^n, become llvm.ldexp with AVX-512, which has an
//     instruction for it, scalar or vector. Elsewhere llvm.ldexp would call the C library for each
//     lane, so they become two multiplications by powers of two. __cleave_has_scaling() and
//     __cleave_has_conversion_of_long() become 1 with AVX-512, __cleave_has_fused_multiply_add()
//     where llvm.fma is an instruction, else 0.
//     __cleave_is_constant_float(x) and its kin become llvm.is.constant, which `simplify` answers.
//   Requires: built-ins linked; the target attributes of functions (retarget). Callers keep n
//     between -252 and 252 (double: -2044 and 2044).
//   Establishes: nothing calls these functions.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_arithmetic(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
