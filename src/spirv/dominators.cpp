#include "spirv/dominators.h"

#include <utility>

namespace cleave::spirv {

Dominators::Dominators(const BlockGraph& graph) {
  number_.assign(graph.size(), none);
  immediate_.assign(graph.size(), none);
  if (graph.size() == 0) return;
  search(graph);
  find_immediate(graph);
  number_tree();
}

// Numbers what is reachable, depth first.
void Dominators::search(const BlockGraph& graph) {
  struct VisitedBlock {
    uint32_t number;
    uint32_t next;  // among the successors
  };
  std::vector<VisitedBlock> stack;
  const auto visit = [&](uint32_t block, uint32_t parent) {
    number_[block] = static_cast<uint32_t>(block_.size());
    stack.push_back({number_[block], 0});
    block_.push_back(block);
    parent_.push_back(parent);
  };
  visit(0, none);
  while (!stack.empty()) {
    VisitedBlock& visited = stack.back();
    const auto successors = graph.of(block_[visited.number]);
    if (visited.next == successors.size()) {
      stack.pop_back();
      continue;
    }
    const uint32_t successor = successors[visited.next++];
    if (number_[successor] == none) visit(successor, visited.number);
  }
}

// The vertex with the smallest semidominator on the path up to the forest's root.
uint32_t Dominators::evaluate(uint32_t vertex) {
  if (ancestor_[vertex] == none) return label_[vertex];
  path_.clear();
  for (uint32_t at = vertex; ancestor_[ancestor_[at]] != none; at = ancestor_[at])
    path_.push_back(at);
  while (!path_.empty()) {
    const uint32_t at = path_.back();
    path_.pop_back();
    const uint32_t above = ancestor_[at];
    if (semi_[label_[above]] < semi_[label_[at]]) label_[at] = label_[above];
    ancestor_[at] = ancestor_[above];
  }
  return label_[vertex];
}

void Dominators::find_immediate(const BlockGraph& graph) {
  const auto count = static_cast<uint32_t>(block_.size());
  // Predecessors by number, as the graph has the successors.
  std::vector<uint32_t> starts(count + 1, 0);
  std::vector<uint32_t> predecessors;
  for (const uint32_t block : block_)
    for (const uint32_t successor : graph.of(block)) ++starts[number_[successor] + 1];
  for (uint32_t at = 0; at < count; ++at) starts[at + 1] += starts[at];
  predecessors.resize(starts[count]);
  std::vector<uint32_t> next(starts.begin(), starts.end() - 1);
  for (uint32_t at = 0; at < count; ++at)
    for (const uint32_t successor : graph.of(block_[at]))
      predecessors[next[number_[successor]]++] = at;

  std::vector<uint32_t> dominator(count, none);
  std::vector<uint32_t> bucket(count, none);  // lists: the first with this semidominator
  std::vector<uint32_t> next_in_bucket(count, none);
  semi_.resize(count);
  label_.resize(count);
  for (uint32_t at = 0; at < count; ++at) semi_[at] = label_[at] = at;
  ancestor_.assign(count, none);
  for (uint32_t at = count; at-- > 1;) {
    for (uint32_t edge = starts[at]; edge < starts[at + 1]; ++edge)
      semi_[at] = std::min(semi_[at], semi_[evaluate(predecessors[edge])]);
    next_in_bucket[at] = std::exchange(bucket[semi_[at]], at);
    const uint32_t parent = parent_[at];
    ancestor_[at] = parent;
    for (uint32_t in = std::exchange(bucket[parent], none); in != none; in = next_in_bucket[in]) {
      const uint32_t best = evaluate(in);
      dominator[in] = semi_[best] < semi_[in] ? best : parent;
    }
  }
  for (uint32_t at = 1; at < count; ++at) {
    if (dominator[at] != semi_[at]) dominator[at] = dominator[dominator[at]];
    immediate_[block_[at]] = block_[dominator[at]];
  }
}

// A dominator has a smaller number in the search than what it dominates. So sizes of subtrees are
// sums from the last to the first, and each subtree gets a range of numbers within that of its
// root.
void Dominators::number_tree() {
  const size_t count = block_.size();
  std::vector<uint32_t> size(number_.size(), 1);
  for (size_t at = count; at-- > 1;) size[immediate_[block_[at]]] += size[block_[at]];
  std::vector<uint32_t> free(number_.size(), 0);  // the start of a block's next subtree
  first_.assign(number_.size(), 0);
  last_.assign(number_.size(), 0);
  for (size_t at = 0; at < count; ++at) {
    const uint32_t block = block_[at];
    if (at != 0)
      first_[block] = std::exchange(free[immediate_[block]], free[immediate_[block]] + size[block]);
    last_[block] = first_[block] + size[block];
    free[block] = first_[block] + 1;
  }
}

std::vector<uint32_t> Dominators::order() const {
  std::vector<uint32_t> all(block_);
  for (uint32_t block = 0; block < number_.size(); ++block)
    if (number_[block] == none) all.push_back(block);
  return all;
}

}  // namespace cleave::spirv
