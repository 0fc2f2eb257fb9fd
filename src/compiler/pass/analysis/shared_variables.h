// Finds private variables that hold the same for all lanes: a stack of nodes that the lanes of a
// sub-group visit together. One copy is then enough, and what is loaded from it may be uniform.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace cleave::compiler::pass::analysis {

/// The variables that may be shared, as far as the uniformity of other values does not matter: they
/// are only loaded and stored, by addresses within them. Valid as long as the function does not
/// change.
class SharedVariables {
 public:
  SharedVariables(llvm::Function& lane_function, const llvm::DominatorTree& dominators,
                  const llvm::CycleInfo& cycles);

  [[nodiscard]] bool contains(const llvm::Instruction& variable) const;
  /// Takes out the variables that some store makes differ between lanes, and returns them.
  /// `differs` says whether lanes have different values; `parts_lanes` whether they branch to
  /// different successors.
  std::vector<const llvm::AllocaInst*> take_differing(
      llvm::function_ref<bool(const llvm::Value&)> differs,
      llvm::function_ref<bool(const llvm::BasicBlock&)> parts_lanes);

 private:
  using PartedBlocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 32>;
  struct Variable {
    const llvm::AllocaInst* variable;
    // The block where lanes begin to access it, outside all loops, which dominates all accesses.
    // Lanes that do not come here do not matter.
    const llvm::BasicBlock* home;
    std::vector<const llvm::StoreInst*> stores;
  };

  [[nodiscard]] PartedBlocks parted_blocks(
      const llvm::BasicBlock& home,
      llvm::function_ref<bool(const llvm::BasicBlock&)> parts_lanes) const;

  const llvm::DominatorTree& dominators_;
  llvm::PostDominatorTree postdominators_;  // computed if there are variables
  std::vector<Variable> variables_;
};

}  // namespace cleave::compiler::pass::analysis
