// avoid_wrong_selection
//   What: rewrites what LLVM 22's instruction selection for x86 gets wrong. There is one such
//     pattern: 16 bits from the 17th bit upwards of a product of numbers that fit 16 signed bits,
//     computed in more than 32 (llvm-project, pull request 219996): the upper half of a 16-bit
//     multiplication is shifted by too much, and with zeros. Here the product is formed in 32 bits
//     and shifted with its sign.
//   Requires: nothing; runs last, so that no other pass forms the pattern again.
//   Establishes: the pattern does not occur.
#pragma once

#include "compiler/pass/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string avoid_wrong_selection(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
