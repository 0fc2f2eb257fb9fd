// Holds the current code of a kernel, which better code may replace while launches read it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "backend/launch.h"

namespace cleave::backend::cpu {

using compiler::KernelCode;

/// The code of a kernel for launches of one shape, first of the quick tier and then of the main
/// one, and how long it has run. All members but put() are thread-safe, and none waits. The
/// protocol is publication of an immutable object by a pointer, with one writer: put() writes the
/// code and then stores `current_` with release; best() loads `current_` with acquire and reads the
/// code. Replaced code stays until the slot ends, so readers need no reclamation. Times are
/// statistics: relaxed, and a lost update does no harm.
class CodeSlot final : public LaunchCode {
 public:
  /// While it has no code of its own it gives that of `general`, which outlives it and has some.
  explicit CodeSlot(const CodeSlot* general = nullptr) : general_(general) {}
  CodeSlot(const CodeSlot&) = delete;
  CodeSlot& operator=(const CodeSlot&) = delete;

  [[nodiscard]] bool has_own() const { return current_.load(std::memory_order_acquire) != nullptr; }
  /// Returns the best code so far. Precondition: there is some. The code stays valid, so that a
  /// launch ends with the code it began with.
  [[nodiscard]] const KernelCode& best() const {
    const KernelCode* current = current_.load(std::memory_order_acquire);
    return current != nullptr ? *current : general_->best();
  }
  /// Adds better code, at most one of each tier. One thread at a time.
  void put(const KernelCode& code) {
    KernelCode& place = codes_[static_cast<size_t>(code.tier)];
    place = code;
    current_.store(&place, std::memory_order_release);
  }

  void add_time(std::chrono::nanoseconds spent) const {
    nanoseconds_.fetch_add(static_cast<uint64_t>(spent.count()), std::memory_order_relaxed);
  }
  /// Records the time of one thread that ran `items` work-items while no other worked on the same
  /// launch, for expected_time(). Several threads would slow each other down.
  void add_time_alone(std::chrono::nanoseconds spent, uint64_t items) const {
    const double before = item_time_.load(std::memory_order_relaxed);
    const double now = static_cast<double>(spent.count()) / static_cast<double>(items);
    // The first run finds its data in the caches of others; so the shortest counts, and longer ones
    // are believed when they go on.
    const bool is_better = before == 0 || now < before;
    item_time_.store(is_better ? now : before + (now - before) / 4, std::memory_order_relaxed);
  }
  /// Estimates from the last runs how long one thread takes for `items` work-items; nullopt:
  /// unknown.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> expected_time(uint64_t items) const {
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
  /// Returns the time of all launches and threads together.
  [[nodiscard]] std::chrono::nanoseconds time() const {
    return std::chrono::nanoseconds(nanoseconds_.load(std::memory_order_relaxed));
  }

 private:
  const CodeSlot* const general_;
  std::array<KernelCode, 2> codes_;
  std::atomic<const KernelCode*> current_{nullptr};
  mutable std::atomic<uint64_t> nanoseconds_{0};
  mutable std::atomic<double> item_time_{0};  // in nanoseconds; 0: unknown
  mutable std::atomic<uint32_t> calls_{0};
};

}  // namespace cleave::backend::cpu
