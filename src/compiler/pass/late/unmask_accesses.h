// unmask_accesses
//   What: puts a branch around accesses that are slow under a mask. If all lanes run, the same
//     instructions have no masks. Most kernels begin with a comparison of their ids with a size,
//     which nearly always holds for all lanes. AVX2 has masks for words alone, and processors of
//     AMD take long to store under one; SSE has none: LLVM branches for each lane.
//   Requires: runs after optimise, which would join the two, and before split_gathers.
//   Establishes: nothing; functions for AVX-512, whose masks cost nothing, stay as they are.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string unmask_accesses(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late
