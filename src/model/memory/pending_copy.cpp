#include "model/memory/pending_copy.h"

#include <algorithm>
#include <utility>

namespace cleave::model::memory {

bool PendingCopy::call_at_end(std::function<void()> resume) {
  const std::scoped_lock lock(mutex_);
  if (state() != State::open) return false;
  waiting_.push_back(std::move(resume));
  return true;
}

void PendingCopy::end(bool is_made) {
  std::vector<std::function<void()>> waiting;
  {
    const std::scoped_lock lock(mutex_);
    state_.store(is_made ? State::made : State::failed, std::memory_order_release);
    waiting.swap(waiting_);
  }
  for (const auto& resume : waiting) resume();
}

void add_copies(CopyList& copies, const CopyList& more) {
  for (const support::Ref<PendingCopy>& copy : more) {
    if (std::ranges::find(copies, copy) == copies.end()) copies.push_back(copy);
  }
}

}  // namespace cleave::model::memory
