#include "backend/cpu/code/code_slot.h"

#include <utility>

namespace cleave::backend::cpu::code {

void CodeSlot::put(const KernelCode& code) {
  const std::scoped_lock lock(comparison_.mutex);
  KernelCode& stored = codes_[static_cast<size_t>(code.tier)];
  stored = code;
  if (comparison_.is_going_on()) {
    comparison_.waiting = &stored;
  } else if (comparison_.expected != 0) {
    begin_trial(stored);
  } else {
    current_.store(&stored, std::memory_order_release);
  }
  if (comparison_.expected != 0) --comparison_.expected;
  is_on_trial_.store(!comparison_.is_settled(), std::memory_order_relaxed);
}

void CodeSlot::expect_successor() {
  const std::scoped_lock lock(comparison_.mutex);
  ++comparison_.expected;
  is_on_trial_.store(true, std::memory_order_relaxed);
}

void CodeSlot::expect_no_successor() {
  const std::scoped_lock lock(comparison_.mutex);
  --comparison_.expected;
  is_on_trial_.store(!comparison_.is_settled(), std::memory_order_relaxed);
}

/// Under the mutex.
void CodeSlot::begin_trial(const KernelCode& successor) const {
  const KernelCode* const own = current_.load(std::memory_order_relaxed);
  const KernelCode* const replaced =
      own == nullptr && general_ != nullptr ? &general_->best() : own;
  current_.store(&successor, std::memory_order_release);
  if (replaced == nullptr || replaced->entry == successor.entry) return;
  const bool is_first = comparison_.successor == nullptr;
  comparison_.former = own;
  comparison_.successor = &successor;
  const InDoubt in_doubt = successor.tier == compiler::interface::Tier::alternative
                               ? InDoubt::keep_former
                               : InDoubt::keep_successor;
  is_first ? comparison_.trial.begin(in_doubt) : comparison_.trial.begin_again(in_doubt);
}

void CodeSlot::add_launch(const KernelCode& ran, const LaunchSizes& sizes, double item_time) const {
  if (general_ != nullptr && !has_own()) general_->add_launch(ran, sizes, item_time);
  if (!is_on_trial_.load(std::memory_order_relaxed)) return;
  auto& [mutex, trial, expected, former, successor, waiting] = comparison_;
  const std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock.owns_lock()) return;  // others tell as much
  const bool is_new = successor != nullptr && ran.entry == successor->entry;
  const TrialCode next =
      trial.add(is_new ? TrialCode::successor : TrialCode::former, sizes, item_time);
  if (successor == nullptr) return;
  current_.store(next == TrialCode::successor ? successor : former, std::memory_order_release);
  if (trial.is_over() && waiting != nullptr) begin_trial(*std::exchange(waiting, nullptr));
  is_on_trial_.store(!comparison_.is_settled(), std::memory_order_relaxed);
}

}  // namespace cleave::backend::cpu::code
