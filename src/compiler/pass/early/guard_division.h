// guard_division
//   What: guards integer divisions and remainders: division by 0, and of the least integer by -1,
//     gives an unspecified value.
//   Requires: nothing; runs before any optimisation, which would take such a division for
//     unreachable code.
//   Establishes: no sdiv, udiv, srem or urem of the module traps or is undefined.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::early {

[[nodiscard]] std::string guard_division(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::early
