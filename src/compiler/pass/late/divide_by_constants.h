// divide_by_constants
//   What: divides vectors of integers of 64 bits by a constant, and takes their remainders, by
//     products of 32 bits.
//     LLVM divides by constants by the upper half of a product. Vectors have no instruction for
//     that half of 64 bits, so LLVM takes the vector apart, multiplies the numbers one by one and
//     puts a vector together again. Four products of their halves, which vectors have, make it.
//   Requires: runs after optimise, which makes shifts of divisions by powers of two.
//   Establishes: where vectors have 256 bits or more, no 4 integers of 64 bits or more are divided
//     by one constant.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string divide_by_constants(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
