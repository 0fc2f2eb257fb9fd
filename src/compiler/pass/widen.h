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

#include "compiler/pass/pass.h"

namespace cleave::compiler::pass {

/// The value is W, in decimal.
inline constexpr const char* lanes_attribute = "cleave-lanes";
/// How many sub-groups run together, in decimal; none: one.
inline constexpr const char* parts_attribute = "cleave-parts";
/// All lanes are there, and nothing in the whole kernel orders what work-items read and write: who
/// wrote what several of them read would race with one of them, so that nobody does.
inline constexpr const char* unordered_attribute = "cleave-unordered";

[[nodiscard]] std::string widen(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
