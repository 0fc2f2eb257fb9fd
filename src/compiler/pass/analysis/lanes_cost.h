// Estimates what a kernel costs with the lanes of a sub-group together, and one after another.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <string>

namespace cleave::compiler::pass::analysis {

/// Cycles of one sub-group, as if every loop with an unknown trip count took the same number of
/// iterations. Good for a comparison of the two, and for nothing else.
struct LanesCost {
  double together = 0;
  double one_after_another = 0;
  std::string
      reason;  // what the larger one is spent on, in words; empty for a kernel without loads
};

/// Returns the costs of a kernel's body whose sub-groups have `width` lanes. Requires: it calls
/// nothing but intrinsics, neither barriers nor collectives among them. `analyses` are those of the
/// function's target.
[[nodiscard]] LanesCost estimate_lanes_cost(llvm::Function& kernel, uint32_t width,
                                            llvm::FunctionAnalysisManager& analyses);

}  // namespace cleave::compiler::pass::analysis
