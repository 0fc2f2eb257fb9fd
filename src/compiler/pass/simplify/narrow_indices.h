// narrow_indices
//   What: indices that LLVM has put together from 32-bit numbers in 64-bit registers, by shifting
//     them up and down again, are extensions of 32-bit numbers once more:
//       ashr (mul x, 3 << 32), 30   becomes   shl (sext (mul (trunc x), 3)), 2
//   Requires: nothing.
//   Establishes: nothing that is required. Addresses tell how far lanes stand apart
//     (lane_address.h), and offsets that fit 32 bits are seen to.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string narrow_indices(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
