// divide_in_fp
//   What: divides vectors of integers, and takes their remainders, in floating point. Processors
//     divide integers one by one. Numbers of up to 16 bits are exact in single precision, others in
//     double: the quotient, truncated, is right, since the exact one is at least 1 / divisor away
//     from the next integer, more than it is rounded by. If all lanes have one divisor, its
//     reciprocal is a factor: (|x| + 0.5) / divisor is at least 0.5 / divisor away from all
//     integers. So are numbers of 64 bits that are known to be less than 2^32, ids say, by one
//     divisor. Other numbers of 64 bits are rounded when they are converted. If the quotients of
//     all lanes turn out to have less than 50 bits, those in floating point are at most 1 away and
//     are corrected by their remainders; else lanes are divided one by one.
//   Requires: divisions do not trap in any lane (guard_division); runs after optimise, which knows
//     more of integers.
//   Establishes: no vector of at least 4 integers is divided by a variable but where long quotients
//     are large, and on processors that have no vectors for it.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string divide_in_fp(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
