// chain_rows
//   What: reaches rows of memory from each other, where a loop's body accesses more of them than
//     there are registers for addresses: each is the row before plus the pitch. LLVM's strength
//     reduction gives each row a pointer that every iteration moves, and most are then kept on the
//     stack. The first row's address is frozen, through which strength reduction does not look.
//     Eight rows of two matrices in tiles: 257 instructions with memory of the stack become 64.
//   Requires: runs after optimise, which would look through sums of addresses.
//   Establishes: nothing that later passes need.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string chain_rows(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
