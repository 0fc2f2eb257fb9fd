// isel_workarounds
//   What: rewrites five patterns that the instruction selection of LLVM 22 for x86 miscompiles or
//     cannot select.
//     1. Upper half of a multiplication: 16 bits from bit 16 upwards of a product of numbers that
//        fit 16 signed bits, computed in more than 32 bits and then truncated, in one step or
//        several (llvm-project, pull request 219996). LLVM shifts the upper half of a 16-bit
//        multiplication by too much, and shifts in zeros. Here the product is formed in 32 bits and
//        shifted with its sign.
//     2. Shuffle taken for an extension: a shuffle leaves every second element undefined, and zeros
//        are put into some of these gaps. Selection ends the process ("Cannot select
//        zero_extend_vector_inreg"). Here the gaps repeat their neighbours.
//     3. Division of bytes by a constant: where the upper half of the quotients becomes the upper
//        bytes of words, LLVM makes zeros for processors with fast shuffles. Here bytes are divided
//        in 16 bits.
//     4. Masked store of one element, of a vector that was truncated: LLVM stores the element as it
//        was before the truncation, over its neighbours. Here the element is stored as a scalar.
//     5. Gather with a register's worth of addresses that are poison, as in code for a work-group
//     with
//        half as many work-items as there are lanes: LLVM may read them from the register that
//        takes the result. No processor takes such an instruction, whichever lanes run. Here the
//        addresses, or their indices, are null.
//   Requires: nothing; runs last, so that no other pass forms the patterns again.
//   Establishes: the patterns do not occur.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string isel_workarounds(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
