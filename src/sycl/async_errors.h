// Keeps asynchronous errors, and the user's handlers of them (SYCL 2020, 4.13.1).
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "sycl/detail/abi.h"
#include "sycl/failure.h"

namespace cleave::sycl {

/// The user's handler, or none.
class AsyncHandler {
 public:
  AsyncHandler() = default;
  AsyncHandler(const AsyncHandler&) = delete;
  AsyncHandler& operator=(const AsyncHandler&) = delete;
  ~AsyncHandler() {
    if (handler_.box.destroy != nullptr) handler_.box.destroy(handler_.box.state);
  }

  /// Becomes the owner of a handler. Called once, when nothing can fail any more: until then the
  /// caller is.
  void take(const cleave_sycl_async_handler& handler) { handler_ = handler; }

  explicit operator bool() const { return handler_.call != nullptr; }
  void call(const std::vector<Failure>& failures) const;

 private:
  cleave_sycl_async_handler handler_{};
};

/// Errors that nobody has heard of yet. Thread-safe.
class AsyncErrors {
 public:
  void add(Failure failure);
  /// True if there are some. Takes no lock: each wait of a program asks.
  [[nodiscard]] bool are_there() const { return are_there_.load(std::memory_order_acquire); }
  /// Returns them, and forgets them.
  [[nodiscard]] std::vector<Failure> take();
  [[nodiscard]] bool is_empty() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Failure> failures_;
  std::atomic<bool> are_there_{false};  // changed under the mutex
};

/// Calls the first handler that there is. Without one, the errors are printed and the program ends.
void deliver(const std::vector<Failure>& failures, const AsyncHandler& of_queue,
             const AsyncHandler& of_context);

}  // namespace cleave::sycl
