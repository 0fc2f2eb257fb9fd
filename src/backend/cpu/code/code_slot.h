// Holds the current code of a kernel, which better code may replace while launches read it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "backend/cpu/code/code_trial.h"
#include "backend/launch.h"
#include "topology/topology.h"

namespace cleave::backend::cpu {

using compiler::KernelCode;

/// The code of a kernel for launches of one shape, and how long it has run. Better code replaces
/// what is there, and a trial by the times of launches says whether it stays. All members but put()
/// are thread-safe, and none waits. The protocol is publication of an immutable object by a
/// pointer: put() writes the code and then stores `current_` with release; best() loads `current_`
/// with acquire and reads the code. Replaced code stays until the slot ends, so readers need no
/// reclamation. Times are statistics: relaxed, and a lost update does no harm.
class CodeSlot final : public LaunchCode {
 public:
  /// Told once, on the thread that ran a launch there, when launches have taken long.
  struct Heat {
    std::chrono::nanoseconds after{};
    std::function<void(const topology::UnitSet& units)> is_hot;
  };

  /// While it has no code of its own it gives that of `general`, which outlives it and has some.
  /// `has_smaller_groups`: launches have work-groups that always take that.
  CodeSlot(const CodeSlot* general, bool has_smaller_groups, Heat heat)
      : general_(general), has_smaller_groups_(has_smaller_groups), heat_(std::move(heat)) {}
  CodeSlot() = default;
  CodeSlot(const CodeSlot&) = delete;
  CodeSlot& operator=(const CodeSlot&) = delete;

  [[nodiscard]] bool has_own() const { return current_.load(std::memory_order_acquire) != nullptr; }
  /// Returns the code for a launch that begins now: the best so far, or what is to be compared with
  /// it. Precondition: there is some. The code stays valid as long as the slot.
  [[nodiscard]] const KernelCode& best() const {
    const KernelCode* current = current_.load(std::memory_order_acquire);
    return current != nullptr ? *current : general_->best();
  }
  /// Returns the code for work-groups that are smaller than the launch's others, best() where there
  /// are none: code for one local size cannot run them. The same holds for it.
  [[nodiscard]] const KernelCode& best_for_smaller_groups() const {
    return has_smaller_groups_ ? general_->best() : best();
  }
  /// Adds better code, at most one of each tier. Begins a trial if there was other code and it was
  /// expected; a second one when the first is over. One thread at a time.
  void put(const KernelCode& code);

  /// Better code is going to come, or is not after all: launches add their times from now on, or no
  /// longer.
  void expect_successor();
  void expect_no_successor();
  /// Returns whether launches are to call add_launch().
  [[nodiscard]] bool is_on_trial() const {
    return is_on_trial_.load(std::memory_order_relaxed) ||
           (general_ != nullptr && general_->is_on_trial() && !has_own());
  }
  /// Adds the time of a launch that ran this code; `item_time` is that of all its threads together,
  /// for each work-item.
  void add_launch(const KernelCode& ran, const LaunchSizes& sizes, double item_time) const;

  /// Adds the time of one thread on these units.
  void add_time(std::chrono::nanoseconds spent, const topology::UnitSet& units) const {
    const auto added = static_cast<uint64_t>(spent.count());
    const uint64_t before = nanoseconds_.fetch_add(added, std::memory_order_relaxed);
    const auto after = static_cast<uint64_t>(heat_.after.count());
    if (before < after && before + added >= after) heat_.is_hot(units);
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
  /// Records the time of several threads together, which is once to twice that of one alone: they
  /// fetch what others have in their caches, and processors are slower when all work. A launch may
  /// have become shorter or longer, since its arguments say how much there is to do.
  void add_time_together(std::chrono::nanoseconds spent, uint64_t items) const {
    constexpr double most_slowdown = 2;
    const double before = item_time_.load(std::memory_order_relaxed);
    const double now = static_cast<double>(spent.count()) / static_cast<double>(items);
    const double bounded = std::clamp(before, now / most_slowdown, now);
    if (before != 0 && bounded != before) item_time_.store(bounded, std::memory_order_relaxed);
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

 private:
  void begin_trial(const KernelCode& successor) const;

  const CodeSlot* const general_ = nullptr;
  const bool has_smaller_groups_ = false;
  const Heat heat_;
  std::array<KernelCode, 3> codes_;  // of each tier
  mutable std::atomic<const KernelCode*> current_{nullptr};
  mutable std::atomic<bool> is_on_trial_{false};
  mutable std::atomic<uint64_t> nanoseconds_{0};
  mutable std::atomic<double> item_time_{0};  // in nanoseconds; 0: unknown
  mutable std::atomic<uint32_t> calls_{0};
  /// Guarded by its mutex, as is the writing of current_.
  struct Comparison {
    std::mutex mutex;
    CodeTrial trial;
    unsigned expected = 0;                  // successors that are being made
    const KernelCode* former = nullptr;     // null: that of `general_`, which may get better too
    const KernelCode* successor = nullptr;  // null: none has come
    const KernelCode* waiting = nullptr;  // a second one, which came during the trial of the first
    [[nodiscard]] bool is_going_on() const { return successor != nullptr && !trial.is_over(); }
    [[nodiscard]] bool is_settled() const { return expected == 0 && !is_going_on(); }
  };
  mutable Comparison comparison_;
};

}  // namespace cleave::backend::cpu
