// choose_lanes
//   What: marks the kernels whose lanes run one after another, because that is faster than all
//     together: work-items that walk through chunks of their own, whose loops become vectors
//     instead; vectors of the program that fill registers already; loops of very different lengths.
//   Requires: simplify, and all that is called inlined; codegen mode vector.
//   Establishes: such kernels have the attribute "cleave-serial-lanes"; with
//     PassOptions::other_lanes all but such kernels. They have no barriers, no collectives and no
//     calls. Kernels whose estimates are close have the attribute "cleave-unsure-lanes".
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string choose_lanes(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
