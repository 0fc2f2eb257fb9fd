// Chooses how many sub-groups of a work-group are jammed (cf. unroll-and-jam): run as one function,
// they share loads and work that do not depend on the dimension in which they differ, and their
// dependent chains overlap. Those that are jammed in both dimensions are a register tile, as of a
// product of matrices: each loaded vector serves its rows, each loaded number its columns.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::regions {

struct Jam {
  uint32_t x = 1, y = 1;  // sub-groups beside and below each other
  std::string reason;     // in words
};

/// Returns the factors for a kernel's body: at most options.jam_x and options.jam_y, both powers of
/// two.
[[nodiscard]] Jam choose_jam(llvm::Function& kernel, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::regions
