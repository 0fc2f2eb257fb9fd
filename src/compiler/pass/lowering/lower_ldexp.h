// lower_ldexp
//   What: __cleave_scaled(x, n), x times 2^n, becomes llvm.ldexp where the processor has an
//     instruction for it (AVX-512), for one lane and for vectors; elsewhere, where llvm.ldexp would
//     be a call of the C library for each lane, two multiplications by numbers made of exponents.
//   Requires: built-ins linked; functions say which processor they are for (retarget). Callers keep
//     n between -252 and 252.
//   Establishes: nothing calls __cleave_scaled.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_ldexp(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
