#include "backend/cpu/graph/cpu_graph.h"

#include <algorithm>
#include <cstring>

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
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] const std::vector<uint32_t>& awaited() const { return awaited_; }
  [[nodiscard]] uint32_t segment(size_t step) const { return segment_[step]; }

 private:
  /// Returns of these steps the last one in each chain, the latest first.
  const std::vector<uint32_t>& last_of_chains(std::span<const uint32_t> steps) {
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

std::shared_ptr<const CpuGraph::Shape> CpuGraph::shape_of(std::span<const Step> steps) {
  Chains chains(steps.size());
  for (uint32_t i = 0; i < steps.size(); ++i) chains.add(steps[i], i, steps);
  const auto made = std::make_shared<Shape>();
  Shape& shape = *made;
  shape.segments.resize(chains.awaited().size());
  for (uint32_t segment = 0; segment < shape.segments.size(); ++segment) {
    shape.segments[segment].awaited = chains.awaited()[segment];
    if (shape.segments[segment].awaited == 0) shape.first.push_back(segment);
  }
  // A counting sort: `end` counts first, and then grows from `begin`.
  for (size_t i = 0; i < steps.size(); ++i) ++shape.segments[chains.segment(i)].end;
  uint32_t begin = 0;
  for (Segment& segment : shape.segments) {
    segment.begin = begin;
    begin += std::exchange(segment.end, begin);
  }
  shape.positions.resize(steps.size());
  shape.position_of.resize(steps.size());
  for (uint32_t i = 0; i < steps.size(); ++i) {
    shape.position_of[i] = shape.segments[chains.segment(i)].end++;
    shape.positions[shape.position_of[i]] = {.queue = steps[i].queue, .index = i};
  }
  const auto from = [&](const Chains::Edge& edge) -> Position& {
    return shape.positions[shape.position_of[edge.step]];
  };
  for (const Chains::Edge& edge : chains.edges()) ++from(edge).end_follower;
  uint32_t first = 0;
  for (Position& position : shape.positions) {
    position.first_follower = first;
    first += std::exchange(position.end_follower, first);
  }
  shape.followers.resize(chains.edges().size());
  for (const Chains::Edge& edge : chains.edges()) {
    shape.followers[from(edge).end_follower++] = edge.segment;
  }
  shape.times = std::make_unique<std::atomic<uint32_t>[]>(shape.segments.size());
  return made;
}

void CpuGraph::set_time_of(uint32_t segment, std::optional<std::chrono::nanoseconds> time) const {
  const int64_t nanoseconds = time ? std::clamp<int64_t>(time->count(), 1, UINT32_MAX) : 0;
  shape_->times[segment].store(static_cast<uint32_t>(nanoseconds), std::memory_order_relaxed);
}

CpuGraph::CpuGraph(std::span<const Step> steps) : shape_(shape_of(steps)) {
  work_.reserve(steps.size());
  for (const Position& position : shape_->positions) work_.push_back(steps[position.index].work);
}

support::Ref<CpuGraph> CpuGraph::with(std::span<const Substitute> launches) const {
  auto graph = support::Ref<CpuGraph>::adopt(new CpuGraph(shape_, work_));
  for (const Substitute& each : launches) {
    Step::Work& work = graph->work_[shape_->position_of[each.step]];
    work = each.launch ? Step::Work(each.launch) : std::monostate();
  }
  return graph;
}

void CpuGraph::patch(std::span<const ArgumentPatch> patches) const noexcept {
  for (const ArgumentPatch& each : patches) {
    const Step::Work& work = work_[shape_->position_of[each.step]];
    Launch& launch = **std::get_if<support::Ref<Launch>>(&work);
    std::memcpy(launch.arguments.data() + each.offset, each.bytes.data(), each.bytes.size());
  }
}

}  // namespace cleave::backend::cpu::graph
