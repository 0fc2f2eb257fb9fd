#include "compiler/pass/widen/choose_skips.h"

#include <algorithm>

#include "compiler/pass/ir/branch_hints.h"

namespace cleave::compiler::pass::widen {
namespace {

/// Returns how many vector operations take as long as a skip, most of which is mispredictions. The
/// fraction of skips that is mispredicted is fitted: with AVX-512 up to 14 operations are better
/// done for no lane inside of what another skip guards, and up to 8 elsewhere.
double operations_of_skip(const ir::ProcessorCosts& costs, bool has_lanes_near) {
  const double mispredicted = has_lanes_near ? 0.43 : 0.25;
  return mispredicted * costs.misprediction / costs.vector_operation;
}

class Chooser {
 public:
  Chooser(const analysis::PlanLevel& level, const llvm::DominatorTree& dominators,
          const InstructionWidener& instructions, const ir::ProcessorCosts& costs)
      : level_(level), dominators_(dominators), instructions_(instructions), costs_(costs) {}

  Skips run() {
    find_behind();
    choose_guards();
    choose_resets();
    return std::move(skips_);
  }

 private:
  /// Finds the target of each node's skip: if no lane reaches a node, none reaches the nodes that
  /// it dominates. The last nodes first, so that a skip covers the skips of later nodes.
  void find_behind() {
    std::vector<unsigned>& behind = skips_.behind;
    behind.resize(level_.nodes.size());
    for (unsigned i = level_.end(); i-- > 0;) {
      const analysis::Node& node = level_.nodes[i];
      if (!node.is_predicated) continue;
      unsigned next = node.next;
      while (next != node.region_end && next != level_.end() &&
             dominators_.dominates(node.block, level_.nodes[next].block)) {
        next = behind[next];
      }
      behind[i] = next;
    }
  }

  /// The nodes without a guard cost less than the check and its mispredictions: divergent lanes
  /// make such branches hard to predict.
  void choose_guards() {
    skips_.guarded.resize(level_.nodes.size());
    for (const analysis::Node& split : level_.nodes) {
      if (!split.is_split) continue;
      unsigned skipped = 0;  // all nodes of the row before this one are, with another guarded one
      for (unsigned i = split.next; i != split.region_end; i = level_.nodes[i].next) {
        // The guard of a uniform region skips what only its lanes reach.
        skips_.guarded[i] =
            level_.region_before(i) == nullptr && needs_guard(level_.nodes[i], i < skipped);
        if (skips_.guarded[i]) skipped = std::max(skipped, skips_.behind[i]);
      }
    }
  }

  /// Returns true for loads. Unguarded loads are allowed only if another lane of the block is known
  /// to be active.
  [[nodiscard]] bool needs_guard(const analysis::Node& node, bool has_lanes_near) const {
    if (node.loop != nullptr || node.uniform_region != nullptr || ir::is_unlikely(*node.block))
      return true;
    unsigned cost = 0;
    for (llvm::Instruction& instruction : *node.block) {
      if (!has_lanes_near && instruction.mayReadOrWriteMemory()) return true;
      const std::optional<unsigned> own = instructions_.cost_for_no_lane(instruction);
      if (!own) return true;
      cost += *own;
    }
    return cost > operations_of_skip(costs_, has_lanes_near);
  }

  /// Nodes are reset before the first node of which lanes may arrive there, and before the guards
  /// that skip that one but not the node. All at the split of the region would be live across it:
  /// to promote the masks of 2,000 cases took 1.4 s.
  void choose_resets() {
    skips_.resets.resize(level_.nodes.size());
    std::vector<unsigned> skip_of(level_.nodes.size());
    for (unsigned split = 0; split < level_.end(); ++split) {
      if (!level_.nodes[split].is_split) continue;
      unsigned skip = split;  // the innermost guarded node that, skipped, passes the current one
      for (unsigned i = level_.nodes[split].next; i != level_.nodes[split].region_end;
           i = level_.nodes[i].next) {
        while (skip != split && skips_.behind[skip] <= i) skip = skip_of[skip];
        skip_of[i] = skip;
        skips_.resets[position_of_reset(i, split, skip_of)].push_back(i);
        if (skips_.guarded[i]) skip = i;
      }
    }
  }

  [[nodiscard]] unsigned position_of_reset(unsigned node, unsigned split,
                                           const std::vector<unsigned>& skip_of) const {
    unsigned position = node;
    for (unsigned other : level_.nodes[node].predecessors) position = std::min(position, other);
    if (position <= split) return split;
    for (unsigned skip = skip_of[position]; skip != split && skips_.behind[skip] <= node;
         skip = skip_of[skip]) {
      position = skip;
    }
    return position;
  }

  const analysis::PlanLevel& level_;
  const llvm::DominatorTree& dominators_;
  const InstructionWidener& instructions_;
  const ir::ProcessorCosts& costs_;
  Skips skips_;
};

}  // namespace

Skips choose_skips(const analysis::PlanLevel& level, const llvm::DominatorTree& dominators,
                   const InstructionWidener& instructions, const ir::ProcessorCosts& costs) {
  return Chooser(level, dominators, instructions, costs).run();
}

}  // namespace cleave::compiler::pass::widen
