// Which values of a lane function are the same in all lanes of a sub-group, and which branches all
// lanes take together; of a kernel's body: in all work-items of a work-group. LLVM's uniformity
// analysis, with the sources of divergence that lanes have: ids, private variables (each lane has
// its own), atomics and calls.
#pragma once

#include <llvm/ADT/GenericUniformityInfo.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/SSAContext.h>

#include <memory>

namespace cleave::compiler::pass {

/// Valid as long as the function does not change. A value that lanes of a loop with a divergent
/// exit see differently after the loop is uniform inside; the phi that hands it out is not, so the
/// function must be in LCSSA form.
class Uniformity {
 public:
  /// Of a lane function for `parts` sub-groups that run together, of a kernel's body if it is 0.
  explicit Uniformity(llvm::Function& function, unsigned parts);
  ~Uniformity();

  [[nodiscard]] bool is_uniform(const llvm::Value& value) const;
  /// Whether all lanes that reach the end of the block go on to the same block.
  [[nodiscard]] bool has_uniform_branch(const llvm::BasicBlock& block) const;

 private:
  class Analysis;
  bool mark_behind_divergent_cycles(llvm::Function& function);

  llvm::DominatorTree dominators_;
  llvm::CycleInfo cycles_;
  std::unique_ptr<Analysis> analysis_;
};

}  // namespace cleave::compiler::pass
