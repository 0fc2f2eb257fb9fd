// Locks what is read by all threads at once and seldom changed.
#pragma once

#include <array>
#include <cstddef>

#include "os/adaptive_mutex.h"
#include "os/thread_number.h"

namespace cleave::os {

/// Threads that read lock a stripe of their own, so that none writes to what another one reads: with
/// std::shared_mutex, all count themselves in one cache line, which travels from core to core. Who
/// writes locks all stripes. For std::scoped_lock and std::shared_lock; not recursive.
class StripedMutex {
 public:
  StripedMutex() = default;
  StripedMutex(const StripedMutex&) = delete;
  StripedMutex& operator=(const StripedMutex&) = delete;

  void lock() {
    for (Stripe& stripe : stripes_) stripe.mutex.lock();
  }
  void unlock() {
    for (Stripe& stripe : stripes_) stripe.mutex.unlock();
  }
  void lock_shared() { own().lock(); }
  void unlock_shared() { own().unlock(); }

 private:
  static constexpr size_t line_bytes = 64;
  struct alignas(line_bytes) Stripe {
    AdaptiveMutex mutex;
  };

  AdaptiveMutex& own() { return stripes_[thread_number() % stripes_.size()].mutex; }

  std::array<Stripe, 16> stripes_;
};

}  // namespace cleave::os
