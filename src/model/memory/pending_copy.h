// Names copies between memories that a device orders itself, for those who rely on them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "backend/work_order.h"
#include "support/reference.h"

namespace cleave::model::memory {

/// A copy that has been submitted and may not have been made. Its state is published with release,
/// and never changes again once the copy has ended. Thread-safe.
class PendingCopy : public support::ReferenceCounted<PendingCopy> {
 public:
  enum class State : uint8_t { open, made, failed };

  explicit PendingCopy(backend::Ticket ticket) : ticket_(ticket) {}
  [[nodiscard]] State state() const { return state_.load(std::memory_order_acquire); }
  /// Returns its name on the device that makes it.
  [[nodiscard]] backend::Ticket ticket() const { return ticket_; }
  /// Has the function called by the thread that ends the copy. False: it has ended, and nothing
  /// will be called.
  [[nodiscard]] bool call_at_end(std::function<void()> resume);
  /// Called once. No lock is held while the functions run.
  void end(bool is_made);

 private:
  const backend::Ticket ticket_;
  std::atomic<State> state_{State::open};
  std::mutex mutex_;
  std::vector<std::function<void()>> waiting_;
};

/// Copies, each once.
using CopyList = std::vector<support::Ref<PendingCopy>>;
/// Adds those of `more` that are not there yet.
void add_copies(CopyList& copies, const CopyList& more);

}  // namespace cleave::model::memory
