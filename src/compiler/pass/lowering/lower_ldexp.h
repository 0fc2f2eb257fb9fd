// lower_ldexp
//   What: lowers __cleave_scaled(x, n), x times 2^n. With AVX-512, which has an instruction for it,
//     it becomes llvm.ldexp, scalar or vector. Elsewhere llvm.ldexp would call the C library for
//     each lane, so it becomes two multiplications by powers of two.
//   Requires: built-ins linked; the target attributes of functions (retarget). Callers keep n
//     between -252 and 252.
//   Establishes: nothing calls __cleave_scaled.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_ldexp(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
