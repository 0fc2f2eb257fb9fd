// Holds the current code of a kernel, which better code may replace while launches read it.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <utility>

#include "backend/cpu/code/code_times.h"
#include "backend/cpu/code/code_trial.h"
#include "backend/launch.h"

namespace cleave::backend::cpu::code {

using compiler::interface::KernelCode;

/// The code of a kernel for launches of one shape, and how long it has run. Better code replaces
/// the current one, and a trial by the times of launches says whether it stays. All members but put()
/// are thread-safe, and none waits. The protocol is publication of an immutable object by a
/// pointer: put() writes the code and then stores `current_` with release; best() loads `current_`
/// with acquire and reads the code. Replaced code stays until the slot ends, so readers need no
/// reclamation.
class CodeSlot final : public LaunchCode {
 public:
  /// While it has no code of its own it gives that of `general`, which outlives it and has some.
  /// `has_smaller_groups`: launches have work-groups that always take that.
  CodeSlot(const CodeSlot* general, bool has_smaller_groups, CodeTimes::Heat heat)
      : general_(general), has_smaller_groups_(has_smaller_groups), times_(std::move(heat)) {}
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

  /// Returns the times of launches that ran code of this slot.
  [[nodiscard]] const CodeTimes& times() const { return times_; }

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

 private:
  void begin_trial(const KernelCode& successor) const;

  const CodeSlot* const general_ = nullptr;
  const bool has_smaller_groups_ = false;
  std::array<KernelCode, 3> codes_;  // of each tier
  mutable std::atomic<const KernelCode*> current_{nullptr};
  mutable std::atomic<bool> is_on_trial_{false};
  const CodeTimes times_;
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

}  // namespace cleave::backend::cpu::code
