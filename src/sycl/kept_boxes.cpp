// Destroys boxes when a thread has seen their commands end.
#include "sycl/kept_boxes.h"

#include <algorithm>
#include <new>
#include <utility>

#include "sycl/keeper.h"

namespace cleave::sycl {

void KeptBoxes::add(cl_event event, const cleave_sycl_box& box) {
  if (box.destroy == nullptr) return;
  std::vector<KeptBox> left;
  if (!push({event, box}, left)) return keep_until(event, box);
  leave(left);
}

bool KeptBoxes::push(const KeptBox& kept, std::vector<KeptBox>& left) {
  const std::lock_guard lock(mutex_);
  try {
    boxes_.push_back(kept);
  } catch (const std::bad_alloc&) {
    return false;
  }
  clRetainEvent(kept.event);
  if (boxes_.size() == most) left.swap(boxes_);
  count_.store(boxes_.size(), std::memory_order_relaxed);
  return true;
}

void KeptBoxes::destroy_until(cl_event event) {
  // The thread has submitted the command itself, or has heard of it.
  if (count_.load(std::memory_order_relaxed) == 0) return;
  std::vector<KeptBox> ended;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(boxes_, event, &KeptBox::event);
    if (found == boxes_.end()) return;
    const auto first = are_in_order_ ? boxes_.begin() : found;
    try {
      ended.assign(first, found + 1);
    } catch (const std::bad_alloc&) {
      return;  // the next one that waits may have more luck
    }
    boxes_.erase(first, found + 1);
    count_.store(boxes_.size(), std::memory_order_relaxed);
  }
  destroy(ended);
}

std::vector<KeptBox> KeptBoxes::take_all() {
  std::vector<KeptBox> all;
  if (count_.load(std::memory_order_relaxed) == 0) return all;
  const std::lock_guard lock(mutex_);
  all.swap(boxes_);
  count_.store(0, std::memory_order_relaxed);
  return all;
}

void KeptBoxes::destroy(const std::vector<KeptBox>& boxes) {
  for (const KeptBox& kept : boxes) {
    kept.box.destroy(kept.box.state);
    clReleaseEvent(kept.event);
  }
}

void KeptBoxes::leave(const std::vector<KeptBox>& boxes) {
  for (const KeptBox& kept : boxes) {
    keep_until(kept.event, kept.box);
    clReleaseEvent(kept.event);
  }
}

}  // namespace cleave::sycl
