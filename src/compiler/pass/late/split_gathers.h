// split_gathers
//   What: makes a load of each lane of gathers that all lanes run, and a store of each lane of such
//     scatters, where the processor has no fast instruction for them. It asks LLVM to leave gathers
//     under masks to the processor that has any.
//     Loads take two thirds of a slow gather's time if 32-bit indices leave their register in pairs
//     and the address adds the base; LLVM's own split makes a vector of addresses first. Under a
//     mask LLVM branches around each load, and no processor foresees where lanes differ: its own
//     gather takes a fifth of that time.
//   Requires: runs after optimise, which would extend indices as vectors again. Establishes:
//     without AVX-512 all scatters have a mask, and where gathers are slow all of them.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string split_gathers(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
