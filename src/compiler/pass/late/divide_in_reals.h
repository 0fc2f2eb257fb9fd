// divide_in_reals
//   What: divides vectors of integers of up to 32 bits, and takes their remainders, in real
//   numbers.
//     Processors divide integers one by one. Numbers of up to 16 bits are exact in single
//     precision, others in double: the quotient, truncated, is right, since the real one is at
//     least 1 / divisor away from the next integer, more than it is rounded by. Where all lanes
//     have one divisor, its reciprocal is a factor: (|x| + 0.5) / divisor is at least 0.5 / divisor
//     away from all integers.
//     So are numbers of 64 bits that are known to be less than 2^32, ids say, by one divisor, and
//     those less than 2^50 by a constant, as products of two remainders, where processors convert
//     vectors of them.
//   Requires: divisions do not trap in any lane (guard_division); runs after optimise, which knows
//     more of integers. Establishes: no vector of at least 4 such integers is divided by a
//     variable.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string divide_in_reals(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
