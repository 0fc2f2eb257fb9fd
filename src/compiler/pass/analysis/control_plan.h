// Plans the control flow of a widened function: which branches stay branches, and which blocks are
// linearised under masks (Karrenberg and Hack, whole-function vectorization).
//
// The function and each loop form a level: an acyclic graph whose nodes are blocks, inner loops and
// uniform regions.
// A divergent branch opens a predicated region: everything between its block (the split block) and
// the node where all paths from it meet (the end, its immediate postdominator). The nodes of a
// predicated region run in topological order, each under the mask of the lanes that reach it. The
// only branches between them are skips of nodes that no lane reaches. All other nodes keep their
// branches, and run with all lanes of the level.
//
//       split                 split: computes the masks of a and b, falls through
//       /    \                a:     skipped if its mask is empty
//      a      b      =>       b:     skipped if its mask is empty
//       \    /                end:   runs with the lanes of split
//        end
//
// A uniform branch inside a predicated region opens a uniform region if it pays: all from its block
// up to the immediate postdominator, where nothing else enters. It is a level of its own, whose
// lanes are those that reach it, and a node of the level around it. So its branches stay branches
// (partial linearisation; Moll and Hack, 2018).
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>

#include <map>
#include <memory>
#include <vector>

#include "compiler/pass/analysis/uniformity.h"

namespace cleave::compiler::pass::analysis {

struct PlanLevel;

/// A block, or a loop or a uniform region as a whole. Numbers are indices into PlanLevel::nodes.
struct Node {
  llvm::BasicBlock* block = nullptr;  // for a loop its header, for a uniform region its first block
  llvm::Loop* loop = nullptr;         // null: no loop
  PlanLevel* uniform_region = nullptr;  // null: none
  std::vector<unsigned>
      successors;  // PlanLevel::end() for what leaves the level or starts it again
  std::vector<unsigned> predecessors;
  bool is_predicated = false;  // inside a predicated region
  bool is_split = false;       // opens a predicated region; runs unmasked itself
  bool ends_region = false;    // the end of some predicated region
  unsigned region_end = 0;     // for split and predicated nodes: the end
  unsigned next = 0;           // for split and predicated nodes: the one that runs next
};

struct PlanLevel {
  llvm::Loop* loop = nullptr;   // null: the function, or a uniform region
  PlanLevel* parent = nullptr;  // null: the function
  unsigned node = 0;            // for a loop or a uniform region: its node in its parent
  std::vector<Node> nodes;      // in topological order; the entry or the loop's header first
  std::map<const llvm::BasicBlock*, unsigned> node_of;  // also every block inside of its nodes
  bool is_divergent = false;  // a loop or uniform region that some lanes may leave before others

  [[nodiscard]] unsigned end() const { return static_cast<unsigned>(nodes.size()); }
  [[nodiscard]] bool contains(const llvm::BasicBlock& block) const {
    return node_of.contains(&block);
  }
  [[nodiscard]] bool is_uniform_region() const { return loop == nullptr && parent != nullptr; }
  /// Returns the uniform region that all lanes come from which reach the node; nullptr: none.
  [[nodiscard]] const PlanLevel* region_before(unsigned number) const {
    const std::vector<unsigned>& before = nodes[number].predecessors;
    return before.size() == 1 ? nodes[before.front()].uniform_region : nullptr;
  }
};

/// Requires regular control flow (regular_control.h): natural loops only, each with a preheader,
/// one latch and dedicated exits; one return. Valid as long as the function does not change.
class ControlPlan {
 public:
  ControlPlan(llvm::Function& lane_function, const llvm::LoopInfo& loops,
              const Uniformity& uniformity);
  /// Returns the level of a loop; nullptr: that of the function.
  [[nodiscard]] PlanLevel& level(const llvm::Loop* loop) const { return *levels_.at(loop); }
  /// Returns the level that a node is; nullptr of a plain block.
  [[nodiscard]] const PlanLevel* level_inside(const Node& node) const {
    return node.loop != nullptr ? &level(node.loop) : node.uniform_region;
  }
  /// Returns the innermost level that holds the block.
  [[nodiscard]] PlanLevel& level_of(const llvm::BasicBlock& block) const;

 private:
  void add_level(llvm::BasicBlock* entry, llvm::Loop* loop);
  void add_nodes(PlanLevel& level, llvm::BasicBlock* entry, const llvm::BasicBlock* behind);

  const llvm::LoopInfo& loops_;
  const Uniformity& uniformity_;
  std::map<const llvm::Loop*, std::unique_ptr<PlanLevel>> levels_;
  std::vector<std::unique_ptr<PlanLevel>> uniform_regions_;
};

}  // namespace cleave::compiler::pass::analysis
