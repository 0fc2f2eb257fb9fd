// split_gathers
//   What: makes a load of each lane of gathers, and a store of each lane of scatters, where the
//     processor has no fast instruction for them. It asks LLVM to leave gathers under masks to the
//     processor if that has any.
//     Loads take two thirds of a slow gather's time if 32-bit indices leave their register in pairs
//     and the address adds the base; LLVM's own split makes a vector of addresses first. Under a
//     mask LLVM branches around each access, and no processor foresees where lanes differ. The
//     processor's own gather takes a fifth of that time, and stores a quarter if those of lanes
//     that do not run go to a variable of the function's own.
//   Requires: runs after optimise, which would extend indices as vectors again.
//   Establishes: on processors with AVX2 and without AVX-512 there are no scatters, and no gathers
//     without a mask unless the processor is fast at them; with SSE both have masks.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string split_gathers(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
