#include "compiler/pass/simplify/split_merges.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace cleave::compiler::pass::simplify {
namespace {

using llvm::BasicBlock;

// Chains of else-ifs, and switches, longer than that become no selects.
constexpr size_t most_predecessors = 64;

/// A block before a merge, and the block that dominates it: of one that was split off, the branch
/// whose sides it merges.
struct Predecessor {
  BasicBlock* block;
  BasicBlock* dominated_by;
};

class MergeSplitter {
 public:
  MergeSplitter(const llvm::DominatorTree& dominators,
                const llvm::PostDominatorTree& postdominators)
      : dominators_(dominators), postdominators_(postdominators) {}

  /// Returns whether it has split anything.
  bool split(BasicBlock& merge) {
    llvm::SmallVector<Predecessor, 8> predecessors;
    for (BasicBlock* block :
         llvm::SmallSetVector<BasicBlock*, 8>(llvm::from_range, llvm::predecessors(&merge))) {
      predecessors.push_back({block, block});
    }
    bool has_changed = false;
    for (BasicBlock* branch : branches_before(merge, predecessors)) {
      llvm::SmallVector<BasicBlock*, 8> sides;
      for (const auto& [block, dominated_by] : predecessors) {
        if (dominators_.dominates(branch, dominated_by)) sides.push_back(block);
      }
      if (sides.size() < 2 || sides.size() == predecessors.size()) continue;
      llvm::erase_if(predecessors,
                     [&](const Predecessor& one) { return llvm::is_contained(sides, one.block); });
      predecessors.push_back({split_off(merge, sides), branch});
      has_changed = true;
    }
    return has_changed;
  }

 private:
  /// Returns the blocks whose branches all lead to the merge, inner ones first.
  llvm::SmallVector<BasicBlock*, 8> branches_before(
      BasicBlock& merge, llvm::ArrayRef<Predecessor> predecessors) const {
    llvm::SmallSetVector<BasicBlock*, 8> branches;
    const auto* const above = dominators_.getNode(&merge)->getIDom();
    for (const Predecessor& predecessor : predecessors) {
      const auto* node = dominators_.getNode(predecessor.block);
      for (; node != nullptr && node != above && node->getBlock() != &merge;
           node = node->getIDom()) {
        const auto* behind = postdominators_.getNode(node->getBlock())->getIDom();
        if (behind != nullptr && behind->getBlock() == &merge) branches.insert(node->getBlock());
      }
    }
    llvm::SmallVector<BasicBlock*, 8> sorted = branches.takeVector();
    llvm::stable_sort(sorted, [&](const BasicBlock* one, const BasicBlock* other) {
      return dominators_.getNode(one)->getLevel() > dominators_.getNode(other)->getLevel();
    });
    return sorted;
  }

  /// Returns a block between the merge and those blocks. Back edges bring what the program demands
  /// of their loop.
  BasicBlock* split_off(BasicBlock& merge, llvm::ArrayRef<BasicBlock*> sides) const {
    llvm::MDNode* loop = nullptr;
    for (const BasicBlock* side : sides) {
      if (!dominators_.dominates(&merge, side)) continue;
      llvm::MDNode* const found = side->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
      if (found != nullptr) loop = found;
    }
    BasicBlock* const before = llvm::SplitBlockPredecessors(&merge, sides, ".merge");
    if (loop != nullptr) before->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, loop);
    return before;
  }

  const llvm::DominatorTree& dominators_;
  const llvm::PostDominatorTree& postdominators_;
};

}  // namespace

llvm::PreservedAnalyses SplitMerges::run(llvm::Function& function,
                                         llvm::FunctionAnalysisManager& analyses) {
  llvm::SmallVector<BasicBlock*> merges;
  for (BasicBlock& block : function) {
    if (!llvm::isa<llvm::PHINode>(block.front()) || !block.hasNPredecessorsOrMore(3)) continue;
    if (!block.hasNPredecessorsOrMore(most_predecessors)) merges.push_back(&block);
  }
  if (merges.empty()) return llvm::PreservedAnalyses::all();
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  llvm::erase_if(merges,
                 [&](const BasicBlock* merge) { return !dominators.isReachableFromEntry(merge); });
  MergeSplitter splitter(dominators, analyses.getResult<llvm::PostDominatorTreeAnalysis>(function));
  bool has_changed = false;
  for (BasicBlock* merge : merges) has_changed |= splitter.split(*merge);
  return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace cleave::compiler::pass::simplify
