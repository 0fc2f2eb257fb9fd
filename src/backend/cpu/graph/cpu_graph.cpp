#include "backend/cpu/graph/cpu_graph.h"

#include <algorithm>

namespace cleave::backend::cpu::graph {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// Puts steps into chains and segments, in the order in which they were given.
class Chains {
 public:
  explicit Chains(size_t steps) : segment_(steps), chain_(steps) {}

  /// Adds the next step. Precondition: the steps that it follows were added.
  void add(const Step& step, uint32_t index, std::span<const Step> steps) {
    const std::vector<uint32_t>& last = last_of_chains(step.follows);
    const auto joined = std::ranges::find_if(last, [&](uint32_t before) {
      return last_[chain_[before]] == before && steps[before].queue == step.queue;
    });
    if (joined == last.end()) {
      chain_[index] = static_cast<uint32_t>(last_.size());
      last_.push_back(index);
    } else {
      chain_[index] = chain_[*joined];
      last_[chain_[index]] = index;
    }
    if (joined != last.end() && last.size() == 1) {
      segment_[index] = segment_[*joined];
      return;
    }
    segment_[index] = static_cast<uint32_t>(awaited_.size());
    awaited_.push_back(static_cast<uint32_t>(last.size()));
    for (const uint32_t before : last) edges_.push_back({before, segment_[index]});
  }

  struct Edge {
    uint32_t step, segment;
  };
  [[nodiscard]] std::vector<Edge>& edges() { return edges_; }
  [[nodiscard]] const std::vector<uint32_t>& awaited() const { return awaited_; }
  [[nodiscard]] uint32_t segment(size_t step) const { return segment_[step]; }

 private:
  /// Returns of these steps the last one in each chain, the latest first.
  const std::vector<uint32_t>& last_of_chains(const std::vector<uint32_t>& steps) {
    found_.clear();
    latest_.resize(last_.size(), none);
    for (const uint32_t step : steps) {
      uint32_t& latest = latest_[chain_[step]];
      if (latest == none) found_.push_back(chain_[step]);
      if (latest == none || latest < step) latest = step;
    }
    for (uint32_t& chain : found_) chain = std::exchange(latest_[chain], none);
    std::ranges::sort(found_, std::ranges::greater());
    return found_;
  }

  std::vector<uint32_t> segment_, chain_;  // by step
  std::vector<uint32_t> last_;             // step of each chain
  std::vector<uint32_t> awaited_;          // by segment
  std::vector<Edge> edges_;
  std::vector<uint32_t> latest_;  // by chain, while one step is looked at
  std::vector<uint32_t> found_;
};

}  // namespace

CpuGraph::CpuGraph(std::span<const Step> steps) {
  Chains chains(steps.size());
  for (uint32_t i = 0; i < steps.size(); ++i) chains.add(steps[i], i, steps);
  segments_.resize(chains.awaited().size());
  for (uint32_t segment = 0; segment < segments_.size(); ++segment) {
    segments_[segment].awaited = chains.awaited()[segment];
    if (segments_[segment].awaited == 0) first_.push_back(segment);
  }
  // A counting sort: `end` counts first, and then grows from `begin`.
  for (size_t i = 0; i < steps.size(); ++i) ++segments_[chains.segment(i)].end;
  uint32_t begin = 0;
  for (Segment& segment : segments_) {
    segment.begin = begin;
    begin += std::exchange(segment.end, begin);
  }
  steps_.resize(steps.size());
  std::vector<uint32_t> position(steps.size());
  for (uint32_t i = 0; i < steps.size(); ++i) {
    position[i] = segments_[chains.segment(i)].end++;
    steps_[position[i]] = {.work = steps[i].work, .queue = steps[i].queue, .index = i};
  }
  std::vector<Chains::Edge>& edges = chains.edges();
  for (Chains::Edge& edge : edges) {
    edge.step = position[edge.step];
    ++steps_[edge.step].end_follower;
  }
  uint32_t first = 0;
  for (PreparedStep& step : steps_) {
    step.first_follower = first;
    first += std::exchange(step.end_follower, first);
  }
  followers_.resize(edges.size());
  for (const Chains::Edge& edge : edges)
    followers_[steps_[edge.step].end_follower++] = edge.segment;
}

}  // namespace cleave::backend::cpu::graph
