// insert_yields
//   What: makes spin loops count their iterations and, every so many, call ForwardProgress::yield,
//     which runs other sub-groups of the work-group. Changes only kernels with may_wait_attribute
//     and what they call. The loop counts its back edges only, so the last iteration is not
//     counted. Loops that execute a work-group barrier in every iteration are left alone: the
//     barrier already yields.
//   Requires: built-ins linked; promoted variables (a loop is judged by SSA values: with variables
//     in memory more loops look like spin loops).
//   Establishes: kernels that contain or call such a loop have has_yield_attribute. All other
//     kernels are unchanged.
#pragma once

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::progress {

[[nodiscard]] std::string insert_yields(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::progress
