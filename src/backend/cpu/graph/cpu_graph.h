// Cuts the steps of a graph into segments that one thread runs, and counts what each segment waits
// for.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backend/graph.h"

namespace cleave::backend::cpu::graph {

/// A graph as the CPU runs it.
///
/// Its steps form chains, in which each follows the one before it. A step joins the chain of one of
/// those that it follows if nothing has joined that before. A chain is cut before each step that
/// follows steps of other chains, too: what lies between two cuts is a segment. A segment begins
/// when all steps that its first step follows have ended, and one thread then runs it without
/// asking anybody. A step that follows two of one chain follows the later one alone. All this takes
/// time in proportion to the number of steps and dependencies.
///
///   0 <- 1 <- 2 <- 4 <- 5     segments: {0, 1}, {2}, {3}, {4, 5}
///        1 <- 3 <- 4
///
/// Steps have positions: their order by segments.
class CpuGraph final : public Graph {
 public:
  struct Position {
    uint32_t queue = 0;
    uint32_t index = 0;  // of the step, as it was given
    // The segments that follow it, but for the rest of its own: followers[first … end - 1].
    uint32_t first_follower = 0, end_follower = 0;
  };
  struct Segment {
    uint32_t begin = 0, end = 0;  // positions
    uint32_t awaited = 0;         // steps of other segments that it follows
  };
  explicit CpuGraph(std::span<const Step> steps);
  /// Returns the same graph with other launches.
  [[nodiscard]] support::Ref<CpuGraph> with(std::span<const Substitute> launches) const;

  /// Changes arguments in place; see Hardware::patch().
  void patch(std::span<const ArgumentPatch> patches) const noexcept;

  [[nodiscard]] const Step::Work& work(uint32_t position) const { return work_[position]; }
  [[nodiscard]] const Position& at(uint32_t position) const { return shape_->positions[position]; }
  [[nodiscard]] std::span<const Segment> segments() const { return shape_->segments; }
  /// Segments that await nothing.
  [[nodiscard]] std::span<const uint32_t> first_segments() const { return shape_->first; }
  /// Returns the time that a segment took one thread; nullopt: unknown, or several threads took
  /// part.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> time_of(uint32_t segment) const {
    const uint32_t time = shape_->times[segment].load(std::memory_order_relaxed);
    if (time == 0) return std::nullopt;
    return std::chrono::nanoseconds(time);
  }
  /// Statistics: a lost update does no harm. nullopt: it is not known.
  void set_time_of(uint32_t segment, std::optional<std::chrono::nanoseconds> time) const;
  /// Returns true for runs in which segments are to be timed: the first two of each sixteen, the
  /// second of them with warm caches. None where there is nothing to choose.
  [[nodiscard]] bool begin_timed_run() const {
    constexpr uint32_t runs = 16, timed = 2;
    return shape_->segments.size() > 1 &&
           shape_->runs.fetch_add(1, std::memory_order_relaxed) % runs < timed;
  }
  [[nodiscard]] std::span<const uint32_t> followers(uint32_t position) const {
    const Position& at = this->at(position);
    return std::span(shape_->followers)
        .subspan(at.first_follower, at.end_follower - at.first_follower);
  }

 private:
  /// All but what steps do. Graphs with other launches share it.
  struct Shape {
    std::vector<Position> positions;
    std::vector<Segment> segments;
    std::vector<uint32_t> first;
    std::vector<uint32_t> followers;    // by position
    std::vector<uint32_t> position_of;  // by index
    // Statistics of runs: nanoseconds by segment, 0: unknown; and the number of runs.
    std::unique_ptr<std::atomic<uint32_t>[]> times;
    mutable std::atomic<uint32_t> runs{0};
  };
  CpuGraph(std::shared_ptr<const Shape> shape, std::vector<Step::Work> work)
      : shape_(std::move(shape)), work_(std::move(work)) {}
  [[nodiscard]] static std::shared_ptr<const Shape> shape_of(std::span<const Step> steps);

  std::shared_ptr<const Shape> shape_;
  std::vector<Step::Work> work_;  // by position
};

}  // namespace cleave::backend::cpu::graph
