// Cuts the steps of a graph into segments that one thread runs, and counts what each segment waits for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/graph.h"

namespace cleave::backend::cpu::graph {

/// A graph as the CPU runs it.
///
/// Its steps form chains, in which each follows the one before it. A step joins the chain of one of those that it follows
/// if nothing has joined that before. A chain is cut before each step that follows steps of other chains, too: what lies
/// between two cuts is a segment. A segment begins when all steps that its first step follows have ended, and one thread then
/// runs it without asking anybody. A step that follows two of one chain follows the later one alone. All this takes time
/// in proportion to the number of steps and dependencies.
///
///   0 <- 1 <- 2 <- 4 <- 5     segments: {0, 1}, {2}, {3}, {4, 5}
///        1 <- 3 <- 4
class CpuGraph final : public Graph {
 public:
  struct PreparedStep {
    Step::Work work;
    uint32_t queue = 0;
    uint32_t index = 0;  // among the steps as they were given
    // The segments that follow it, but for the rest of its own: followers()[begin … end - 1].
    uint32_t first_follower = 0, end_follower = 0;
  };
  struct Segment {
    uint32_t begin = 0, end = 0;  // steps
    uint32_t awaited = 0;         // steps of other segments that it follows
  };
  explicit CpuGraph(std::span<const Step> steps);

  /// In the order of segments.
  [[nodiscard]] std::span<const PreparedStep> steps() const { return steps_; }
  [[nodiscard]] std::span<const Segment> segments() const { return segments_; }
  /// Pieces that await nothing.
  [[nodiscard]] std::span<const uint32_t> first_segments() const { return first_; }
  [[nodiscard]] std::span<const uint32_t> followers(const PreparedStep& step) const {
    return std::span(followers_)
        .subspan(step.first_follower, step.end_follower - step.first_follower);
  }

 private:
  std::vector<PreparedStep> steps_;
  std::vector<Segment> segments_;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> followers_;  // by step
};

}  // namespace cleave::backend::cpu::graph
