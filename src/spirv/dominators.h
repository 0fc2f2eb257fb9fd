// Calculates which blocks of a function dominate which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cleave::spirv {

/// A graph of blocks: the successors of block b are the elements from starts[b] to starts[b + 1].
/// The first block is the entry.
struct BlockGraph {
  std::vector<uint32_t> starts{0};
  std::vector<uint32_t> successors;

  [[nodiscard]] size_t size() const { return starts.size() - 1; }
  [[nodiscard]] std::span<const uint32_t> of(uint32_t block) const {
    return std::span(successors).subspan(starts[block], starts[block + 1] - starts[block]);
  }
};

/// The dominator tree, by the algorithm of Lengauer and Tarjan with simple path compression:
/// O(edges * log(blocks)), whatever the graph. Nothing recurses.
class Dominators {
 public:
  static constexpr uint32_t none = ~0U;

  explicit Dominators(const BlockGraph& graph);

  [[nodiscard]] bool is_reachable(uint32_t block) const { return number_[block] != none; }
  /// Returns the nearest block that dominates it; `none` for the entry and for what is not
  /// reachable.
  [[nodiscard]] uint32_t immediate(uint32_t block) const { return immediate_[block]; }
  /// Both are reachable. A block dominates itself.
  [[nodiscard]] bool dominates(uint32_t above, uint32_t below) const {
    return first_[above] <= first_[below] && last_[below] <= last_[above];
  }
  /// Returns all blocks, each after its dominators: those that are not reachable come last.
  [[nodiscard]] std::vector<uint32_t> order() const;

 private:
  void search(const BlockGraph& graph);
  void find_immediate(const BlockGraph& graph);
  void number_tree();
  uint32_t evaluate(uint32_t vertex);

  // By block.
  std::vector<uint32_t> number_;  // in the order of the search; none: not reachable
  std::vector<uint32_t> immediate_;
  std::vector<uint32_t> first_;  // when a walk of the tree comes to the block, and leaves it
  std::vector<uint32_t> last_;

  // By number of the search.
  std::vector<uint32_t> block_;
  std::vector<uint32_t> parent_;
  std::vector<uint32_t> semi_;
  std::vector<uint32_t> ancestor_;
  std::vector<uint32_t> label_;
  std::vector<uint32_t> path_;
};

}  // namespace cleave::spirv
