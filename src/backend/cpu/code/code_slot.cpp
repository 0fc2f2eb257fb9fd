#include "backend/cpu/code/code_slot.h"

namespace cleave::backend::cpu {

void CodeSlot::put(const KernelCode& code) {
  const std::scoped_lock lock(mutex_);
  const KernelCode* const own = current_.load(std::memory_order_relaxed);
  const KernelCode* const replaced =
      own == nullptr && general_ != nullptr ? &general_->best() : own;
  KernelCode& place = codes_[static_cast<size_t>(code.tier)];
  place = code;
  current_.store(&place, std::memory_order_release);
  if (!is_on_trial_.load(std::memory_order_relaxed)) return;
  if (replaced == nullptr || replaced->entry == code.entry) return expect_no_successor();
  former_ = own;
  successor_ = &place;
  trial_.begin();
}

void CodeSlot::add_launch(const KernelCode& ran, const LaunchSizes& sizes, double item_time) const {
  if (general_ != nullptr && !has_own()) general_->add_launch(ran, sizes, item_time);
  if (!is_on_trial_.load(std::memory_order_relaxed)) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;  // others tell as much
  const bool is_new = successor_ != nullptr && ran.entry == successor_->entry;
  const Version next = trial_.add(is_new ? Version::successor : Version::former, sizes, item_time);
  if (successor_ == nullptr) return;
  current_.store(next == Version::successor ? successor_ : former_, std::memory_order_release);
  if (trial_.is_over()) is_on_trial_.store(false, std::memory_order_relaxed);
}

}  // namespace cleave::backend::cpu
