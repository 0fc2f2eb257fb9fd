#include "harness/native.h"

#include <chrono>

#include "harness/host.h"

namespace cleave::benchmark {

namespace {

/// Waits until `value` is no longer `old`: awake for a little while, as drivers do between
/// launches, then asleep.
void wait_for_change(std::atomic<size_t>& value, size_t old) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point until = Clock::now() + std::chrono::microseconds(50);
  while (Clock::now() < until) {
    if (value.load(std::memory_order_acquire) != old) return;
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

NativeThreads::NativeThreads() : thread_count_(processor_count()) {
  for (size_t i = 1; i < thread_count_; ++i) threads_.emplace_back([this, i] { serve(i); });
}

NativeThreads::~NativeThreads() {
  ended_ = true;
  turn_.fetch_add(1, std::memory_order_release);
  turn_.notify_all();
}

void NativeThreads::run(size_t count, size_t granule, const Body& body) {
  body_ = &body;
  count_ = count;
  granule_ = granule;
  busy_.store(thread_count_ - 1, std::memory_order_relaxed);
  turn_.fetch_add(1, std::memory_order_release);
  turn_.notify_all();
  run_range(0);
  while (const size_t busy = busy_.load(std::memory_order_acquire)) wait_for_change(busy_, busy);
}

void NativeThreads::serve(size_t index) {
  for (size_t turn = 0;; ++turn) {
    wait_for_change(turn_, turn);
    if (ended_) return;
    run_range(index);
    busy_.fetch_sub(1, std::memory_order_release);
    busy_.notify_one();
  }
}

void NativeThreads::run_range(size_t index) const {
  const auto bound = [&](size_t i) {
    return i == thread_count_ ? count_ : count_ * i / thread_count_ / granule_ * granule_;
  };
  if (bound(index) < bound(index + 1)) (*body_)(bound(index), bound(index + 1));
}

}  // namespace cleave::benchmark
