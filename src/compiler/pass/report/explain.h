// Why lanes differ, in words: for the remarks of `widen`.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "compiler/pass/analysis/control_plan.h"
#include "compiler/pass/analysis/shapes.h"
#include "compiler/pass/analysis/uniformity.h"

namespace cleave::compiler::pass {

/// How many instructions a reason is looked for in: one farther away tells nobody anything, and a
/// search from each of 10,000 lines back to the first takes time with their square.
inline constexpr unsigned most_explained = 500;

/// Where the value gets from that it differs from lane to lane: "get_global_id, …", "what is
/// loaded on line 9".
[[nodiscard]] std::string why_lanes_differ(const llvm::Value& value, const Shapes& shapes);

/// How far apart the lanes access memory, or by what their addresses come to have no constant step.
/// Overflow is left out of account: this is for people, not for code.
[[nodiscard]] std::string why_lanes_stand_apart(const llvm::Value& pointer, const Shapes& shapes,
                                                const llvm::DataLayout& layout);

/// A remark on a load from one place for all lanes.
void explain_uniform_load(const llvm::Instruction& load, const Shapes& shapes);

/// Remarks on every loop and branch of a lane function.
void explain_control(const llvm::Function& lane_function, const ControlPlan& plan,
                     const Uniformity& uniformity, const Shapes& shapes,
                     const llvm::LoopInfo& loops);

}  // namespace cleave::compiler::pass
