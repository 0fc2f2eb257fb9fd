// Explains in words why values and accesses differ between lanes, for the remarks of `widen`.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "compiler/pass/analysis/control_plan.h"
#include "compiler/pass/analysis/shapes.h"
#include "compiler/pass/analysis/uniformity.h"

namespace cleave::compiler::pass::report {

/// Bound of instructions searched for a reason: a farther one helps nobody, and a search from each
/// of 10,000 lines back to the first takes quadratic time.
inline constexpr unsigned most_explained = 500;

/// Returns the sources of the value's divergence: "get_global_id, …", "what is loaded on line 9".
[[nodiscard]] std::string why_lanes_differ(const llvm::Value& value,
                                           const analysis::ShapeAnalysis& shapes);

/// Returns the stride between lanes in words, or what makes the stride not constant. Ignores
/// overflow: the text is for people, no code depends on it.
[[nodiscard]] std::string why_lanes_stand_apart(const llvm::Value& pointer,
                                                const analysis::ShapeAnalysis& shapes,
                                                const llvm::DataLayout& layout);

/// Emits a remark on a uniform load.
void explain_uniform_load(const llvm::Instruction& load, const analysis::ShapeAnalysis& shapes);

/// Emits remarks on every loop and branch of a lane function.
void explain_control(const llvm::Function& lane_function, const analysis::ControlPlan& plan,
                     const analysis::Uniformity& uniformity, const analysis::ShapeAnalysis& shapes,
                     const llvm::LoopInfo& loops);

}  // namespace cleave::compiler::pass::report
