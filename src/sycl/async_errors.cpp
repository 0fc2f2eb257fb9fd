// Hands asynchronous errors to the user's handlers.
#include "sycl/async_errors.h"

#include <cstdio>
#include <exception>
#include <utility>

namespace cleave::sycl {

void AsyncHandler::call(const std::vector<Failure>& failures) const {
  std::vector<cleave_sycl_error*> records;
  for (const Failure& failure : failures) records.push_back(make_record(failure));
  handler_.call(handler_.box.state, records.data(), records.size());
  for (cleave_sycl_error* record : records) release_record(record);
}

void AsyncErrors::add(Failure failure) {
  const std::lock_guard lock(mutex_);
  failures_.push_back(std::move(failure));
  are_there_.store(true, std::memory_order_release);
}

std::vector<Failure> AsyncErrors::take() {
  const std::lock_guard lock(mutex_);
  are_there_.store(false, std::memory_order_relaxed);
  return std::exchange(failures_, {});
}

bool AsyncErrors::is_empty() const {
  const std::lock_guard lock(mutex_);
  return failures_.empty();
}

void deliver(const std::vector<Failure>& failures, const AsyncHandler& of_queue,
             const AsyncHandler& of_context) {
  if (failures.empty()) return;
  if (of_queue) return of_queue.call(failures);
  if (of_context) return of_context.call(failures);
  for (const Failure& failure : failures) {
    std::fprintf(stderr, "sycl: asynchronous error without a handler: %s\n", failure.text.c_str());
  }
  std::terminate();
}

}  // namespace cleave::sycl
