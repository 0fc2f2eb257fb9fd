// Plans the control flow of a widened function: which branches stay branches, and which blocks are
// linearised under masks (Karrenberg and Hack, whole-function vectorization).
//
// The function and each loop form a level: an acyclic graph whose nodes are blocks and inner loops.
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
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>

#include <map>
#include <memory>
#include <vector>

#include "compiler/pass/analysis/uniformity.h"

namespace cleave::compiler::pass {

/// A block, or a loop as a whole. Numbers are indices into Level::nodes.
struct Node {
  llvm::BasicBlock* block = nullptr;  // of a loop: its header
  llvm::Loop* loop = nullptr;         // null: a plain block
  std::vector<unsigned> successors;   // Level::end() for what leaves the level or starts it again
  std::vector<unsigned> predecessors;
  bool is_predicated = false;  // inside a predicated region
  bool is_split = false;       // opens a predicated region; runs unmasked itself
  bool ends_region = false;    // the end of some predicated region
  unsigned region_end = 0;     // of split and predicated nodes: the end
  unsigned next = 0;           // of split and predicated nodes: the one that runs next
};

struct Level {
  llvm::Loop* loop = nullptr;  // null: the function
  Level* parent = nullptr;
  unsigned node = 0;        // the loop's node in its parent
  std::vector<Node> nodes;  // in topological order; the entry or the loop's header first
  std::map<const llvm::BasicBlock*, unsigned> node_of;  // also every block of an inner loop
  bool is_divergent = false;  // a loop that some lanes may leave before others

  [[nodiscard]] unsigned end() const { return static_cast<unsigned>(nodes.size()); }
};

/// Requires regular control flow (regular_control.h): natural loops only, each with a preheader,
/// one latch and dedicated exits; one return. Valid as long as the function does not change.
class ControlPlan {
 public:
  ControlPlan(llvm::Function& lane_function, const llvm::LoopInfo& loops,
              const Uniformity& uniformity);
  /// Returns the level of a loop; nullptr: that of the function.
  [[nodiscard]] Level& level(const llvm::Loop* loop) const { return *levels_.at(loop); }
  /// Returns the innermost level that holds the block.
  [[nodiscard]] Level& level_of(const llvm::BasicBlock& block) const {
    return level(loops_.getLoopFor(&block));
  }

 private:
  void add_level(llvm::BasicBlock* entry, llvm::Loop* loop, Level* parent);

  const llvm::LoopInfo& loops_;
  const Uniformity& uniformity_;
  std::map<const llvm::Loop*, std::unique_ptr<Level>> levels_;
};

}  // namespace cleave::compiler::pass
