// widen
//   What: turns each lane function (attribute "cleave-lanes"), whose calls run one work-item each,
//     into a function of the same type that runs all lanes of a sub-group, or of several sub-groups
//     (its parts).
//   Requires: lanes differ only by the lane intrinsics `lane` and `part`; the function returns void
//     or an integer.
//   Establishes: no lane function is left. A widened function returns the minimum of its lanes'
//     integers. Control flow is that of control_plan.h.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::widen {

[[nodiscard]] std::string widen(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::widen
