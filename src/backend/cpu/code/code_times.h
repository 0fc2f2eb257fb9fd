// Keeps the times of launches of one shape: how long one thread takes, and when they are hot.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "topology/topology.h"

namespace cleave::backend::cpu::code {

/// The times of launches that ran the code of one slot. Statistics: relaxed, and a lost update does
/// no harm. Thread-safe; launches, which only read the slot, add to them.
class CodeTimes {
 public:
  /// Told once, on the thread that ran a launch there, when launches have taken long.
  struct Heat {
    std::chrono::nanoseconds after{};
    std::function<void(const topology::UnitSet& units)> is_hot;
  };

  CodeTimes() = default;
  explicit CodeTimes(Heat heat) : heat_(std::move(heat)) {}

  /// Adds the time of one thread on these units.
  void add(std::chrono::nanoseconds spent, const topology::UnitSet& units) const {
    const auto added = static_cast<uint64_t>(spent.count());
    const uint64_t before = nanoseconds_.fetch_add(added, std::memory_order_relaxed);
    const auto after = static_cast<uint64_t>(heat_.after.count());
    if (before < after && before + added >= after) heat_.is_hot(units);
  }
  /// Records the time of one thread that ran `items` work-items while no other worked on the same
  /// launch, for expected(). Several threads would slow each other down.
  void add_alone(std::chrono::nanoseconds spent, uint64_t items) const {
    const double before = item_time_.load(std::memory_order_relaxed);
    const double now = static_cast<double>(spent.count()) / static_cast<double>(items);
    // The first run finds its data in the caches of others; so the shortest counts, and longer ones
    // are believed when they go on.
    const bool is_better = before == 0 || now < before;
    item_time_.store(is_better ? now : before + (now - before) / 4, std::memory_order_relaxed);
  }
  /// Records the time of several threads together, which is once to twice that of one alone: they
  /// fetch what others have in their caches, and processors are slower when all work. A launch may
  /// have become shorter or longer, since its arguments say how much there is to do.
  void add_together(std::chrono::nanoseconds spent, uint64_t items) const {
    constexpr double most_slowdown = 2;
    const double before = item_time_.load(std::memory_order_relaxed);
    const double now = static_cast<double>(spent.count()) / static_cast<double>(items);
    const double bounded = std::clamp(before, now / most_slowdown, now);
    if (before != 0 && bounded != before) item_time_.store(bounded, std::memory_order_relaxed);
  }
  /// Estimates from the last runs how long one thread takes for `items` work-items; nullopt:
  /// unknown.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> expected(uint64_t items) const {
    const double item = item_time_.load(std::memory_order_relaxed);
    if (item == 0) return std::nullopt;
    constexpr double longest = 1e15;
    return std::chrono::nanoseconds(
        static_cast<int64_t>(std::min(longest, item * static_cast<double>(items))));
  }
  /// Samples 2 of 128 launches, for re-measuring the time of one thread (the second with warm
  /// caches).
  [[nodiscard]] bool is_time_to_learn() const {
    constexpr uint32_t calls = 128;
    return calls_.fetch_add(1, std::memory_order_relaxed) % calls < 2;
  }

 private:
  const Heat heat_;
  mutable std::atomic<uint64_t> nanoseconds_{0};
  mutable std::atomic<double> item_time_{0};  // in nanoseconds; 0: unknown
  mutable std::atomic<uint32_t> calls_{0};
};

}  // namespace cleave::backend::cpu::code
