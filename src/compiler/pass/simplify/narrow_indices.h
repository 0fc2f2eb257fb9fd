// narrow_indices
//   What: turns indices that InstCombine has widened to 64 bits by pairs of shifts back into
//     extended 32-bit numbers: `ashr (mul x, 3 << 32), 30` becomes `shl (sext (mul (trunc x), 3)),
//     2`. A phi of extended numbers is an extended phi, and one whose lower half alone is needed,
//     as in `for (int i = id; i < n; i += get_global_size(0))`, has 32 bits. `n + ~i` becomes the
//     difference that it is. Two indices that differ from lane to lane, of an address in an
//     address, become one.
//   Requires: nothing.
//   Establishes: nothing that later passes need. lane_address.h then finds the stride of an
//     address, and offsets that fit 32 bits.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string narrow_indices(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
