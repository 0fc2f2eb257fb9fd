#include "compiler/pass/analysis/control_limits.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CycleInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace cleave::compiler::pass::analysis {
namespace {

// Blocks between a branch and where its ways meet, as the front end writes them: three for an
// else-if. 800 of these took 2.3 s of processor time under masks, 1,600 took 13 s, and lanes one
// after another 0.5 and 1.1 s.
constexpr uint64_t largest_region = 4000;
// Blocks of a cycle with several entries. LLVM's FixIrreducible writes wrong phis for some of 130.
constexpr size_t largest_irreducible_cycle = 32;
constexpr uint64_t most_counted_blocks = uint64_t{1} << 40;

/// Counts blocks as if every call were inlined.
class BlockCounts {
 public:
  uint64_t of(const llvm::BasicBlock& block) {
    uint64_t count = 1;
    for (const llvm::Instruction& instruction : block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && !callee->isDeclaration()) count += of(*callee);
    }
    return std::min(count, most_counted_blocks);
  }
  uint64_t of(const llvm::Function& function) {
    if (const auto known = functions_.find(&function); known != functions_.end()) {
      return known->second;
    }
    uint64_t count = 0;
    for (const llvm::BasicBlock& block : function) count += of(block);
    return functions_[&function] = std::min(count, most_counted_blocks);
  }

 private:
  llvm::DenseMap<const llvm::Function*, uint64_t> functions_;
};

/// Counts, for each block, the blocks that it dominates, itself among them.
llvm::DenseMap<const llvm::BasicBlock*, uint64_t> dominated_counts(
    const llvm::DominatorTree& dominators, BlockCounts& counts) {
  llvm::DenseMap<const llvm::BasicBlock*, uint64_t> dominated;
  for (const llvm::DomTreeNode* node : llvm::post_order(dominators.getRootNode())) {
    uint64_t count = counts.of(*node->getBlock());
    for (const llvm::DomTreeNode* child : *node) count += dominated.lookup(child->getBlock());
    dominated[node->getBlock()] = std::min(count, most_counted_blocks);
  }
  return dominated;
}

/// Counts the blocks of the largest region between a branch and where its ways meet. Exits of loops
/// open none.
uint64_t largest_region_of(llvm::Function& function, BlockCounts& counts) {
  const llvm::DominatorTree dominators(function);
  const llvm::PostDominatorTree meeting(function);
  const llvm::LoopInfo loops(dominators);
  const auto dominated = dominated_counts(dominators, counts);
  uint64_t largest = 0;
  for (const llvm::BasicBlock& block : function) {
    if (block.getTerminator()->getNumSuccessors() < 2 || !dominators.isReachableFromEntry(&block)) {
      continue;
    }
    const llvm::Loop* loop = loops.getLoopFor(&block);
    if (loop != nullptr && loop->isLoopExiting(&block)) continue;
    uint64_t count = dominated.lookup(&block);
    const llvm::DomTreeNode* node = meeting.getNode(&block);
    const llvm::DomTreeNode* end = node == nullptr ? nullptr : node->getIDom();
    const llvm::BasicBlock* meet = end == nullptr ? nullptr : end->getBlock();
    if (meet != nullptr && dominators.dominates(&block, meet)) count -= dominated.lookup(meet);
    largest = std::max(largest, count);
  }
  return largest;
}

size_t largest_irreducible_cycle_of(llvm::Function& function) {
  llvm::CycleInfo cycles;
  cycles.compute(function);
  size_t largest = 0;
  for (const llvm::Cycle* top : cycles.toplevel_cycles()) {
    for (const llvm::Cycle* cycle : llvm::depth_first(top)) {
      if (!cycle->isReducible()) largest = std::max(largest, cycle->getNumBlocks());
    }
  }
  return largest;
}

}  // namespace

std::string reason_for_serial_lanes(llvm::Module& module) {
  BlockCounts counts;
  uint64_t region = 0;
  size_t cycle = 0;
  for (llvm::Function& function : module) {
    if (function.size() > largest_irreducible_cycle) {
      cycle = std::max(cycle, largest_irreducible_cycle_of(function));
    }
    if (counts.of(function) > largest_region) {
      region = std::max(region, largest_region_of(function, counts));
    }
  }
  if (cycle > largest_irreducible_cycle) {
    return "a cycle of " + std::to_string(cycle) + " blocks can be entered at several blocks";
  }
  if (region > largest_region) {
    return "there are " + std::to_string(region) +
           " blocks between a branch and where its ways meet again";
  }
  return {};
}

}  // namespace cleave::compiler::pass::analysis
