// How the control flow of a lane function becomes that of a sub-group: which branches stay
// branches, and which blocks run one after another under a mask.
//
// The function and each loop is a level: an acyclic graph whose nodes are blocks and inner loops. A
// divergent branch opens a predicated region: everything between it (the head) and the node at
// which all of its paths meet again (the end). The nodes of a predicated region run in topological
// order, each under the mask of the lanes that reach it; between them nothing branches but the skip
// of a node that no lane reaches. All other nodes keep their branches, and run with all lanes that
// the level has.
//
//        head                 head: divides the lanes, then falls into
//       /    \                a:    if any lane goes there
//      a      b      =>       b:    if any lane goes there
//       \    /                end:  with the lanes of head
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

/// A block, or a loop as a whole. Numbers are places in Level::nodes.
struct Node {
  llvm::BasicBlock* block = nullptr;  // of a loop: its header
  llvm::Loop* loop = nullptr;         // null: a plain block
  std::vector<unsigned> successors;   // Level::end() for what leaves the level or starts it again
  std::vector<unsigned> predecessors;
  bool is_predicated = false;  // inside a predicated region
  bool is_split = false;       // opens one; not itself masked
  bool ends_region = false;    // where the lanes of some region meet again
  unsigned region_end = 0;     // of heads and masked nodes: where the lanes meet again
  unsigned next = 0;           // likewise: the node that runs after this one
};

struct Level {
  llvm::Loop* loop = nullptr;  // null: the function
  Level* parent = nullptr;
  unsigned place = 0;       // the loop's node in its parent
  std::vector<Node> nodes;  // in topological order; the entry or the loop's header first
  std::map<const llvm::BasicBlock*, unsigned> node_of;  // also every block of an inner loop
  bool is_divergent = false;  // a loop that some lanes may leave before others

  [[nodiscard]] unsigned end() const { return static_cast<unsigned>(nodes.size()); }
};

/// Requires natural loops only, each with a preheader, one latch and exit blocks of its own; one
/// block that returns. Valid as long as the function does not change.
class ControlPlan {
 public:
  ControlPlan(llvm::Function& lane_function, const llvm::LoopInfo& loops,
              const Uniformity& uniformity);
  /// Null: the function's own level.
  [[nodiscard]] Level& level(const llvm::Loop* loop) const { return *levels_.at(loop); }
  /// The innermost level that holds the block.
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
