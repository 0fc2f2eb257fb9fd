// isel_workarounds
//   What: rewrites what LLVM 22's instruction selection for x86 gets wrong or cannot do. There are
//     three such patterns. The first: 16 bits from the 17th bit upwards of a product of numbers
//     that fit 16 signed bits, computed in more than 32, narrowed at once or by and by
//     (llvm-project, pull request 219996): the upper half of a 16-bit multiplication is shifted by
//     too much, and with zeros. Here the product is formed in 32 bits and shifted with its sign.
//     The second: a shuffle that leaves every second element open is taken for an extension; where
//     zeros are put into the gaps of a part of it, selection ends the process ("Cannot select
//     zero_extend_vector_inreg"). Here the gaps repeat their neighbours. The third: quotients of
//     bytes and a constant, of which the upper half is made the upper bytes of words, become zeros
//     for processors with fast shuffles. Here bytes are divided in 16 bits.
//   Requires: nothing; runs last, so that no other pass forms the pattern again.
//   Establishes: the patterns do not occur.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string isel_workarounds(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
