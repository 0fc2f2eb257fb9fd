// Finds uniform values and uniform branches of a lane function; of a kernel's body: what is uniform
// in the work-group. Runs LLVM's uniformity analysis with the sources of divergence that lanes
// have: ids, private variables (each lane has its own, unless all hold the same), atomic operations
// and calls.
#pragma once

#include <llvm/ADT/GenericUniformityInfo.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/SSAContext.h>

#include <memory>

#include "compiler/pass/analysis/shared_variables.h"

namespace cleave::compiler::pass::analysis {

/// Valid as long as the function does not change. Temporal divergence: a value can be uniform
/// inside a loop with a divergent exit, and divergent at its LCSSA phi. So the function must be in
/// LCSSA form.
class Uniformity {
 public:
  /// Analyses a lane function with `parts` parts, or a kernel's body if `parts` is 0. One of several
  /// parts is analysed by itself if `parts` is 1: what differs between its lanes is divergent.
  explicit Uniformity(llvm::Function& function, unsigned parts);
  ~Uniformity();

  [[nodiscard]] bool is_uniform(const llvm::Value& value) const;
  /// Returns true if all lanes that reach the end of the block branch to the same successor.
  [[nodiscard]] bool has_uniform_branch(const llvm::BasicBlock& block) const;

 private:
  class Analysis;
  bool mark_behind_divergent_cycles(llvm::Function& function);
  bool mark_differing_variables(SharedVariables& shared);

  llvm::DominatorTree dominators_;
  llvm::CycleInfo cycles_;
  std::unique_ptr<Analysis> analysis_;
};

}  // namespace cleave::compiler::pass::analysis
