// widen
//   What: each function with the attribute "cleave-lanes", whose calls stand for one work-item
//   each,
//     becomes a function of the same type that runs all lanes of a sub-group at once, or of
//     several sub-groups (its parts).
//   Requires: the lane interface's `lane` and `part` are all by which lanes differ; what is
//     returned is void or an integer.
//   Establishes: no lane function is left; a returned integer is the least that any lane returned.
//     Control flow is that of control_plan.h.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string widen(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
