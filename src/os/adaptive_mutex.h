// Locks sections of a few hundred nanoseconds.
#pragma once

#include <pthread.h>

namespace cleave::os {

/// A thread that finds it locked looks again for some microseconds before the system puts it to
/// sleep, which takes longer than what it waits for. For std::lock_guard; not recursive.
class AdaptiveMutex {
 public:
  AdaptiveMutex() = default;
  AdaptiveMutex(const AdaptiveMutex&) = delete;
  AdaptiveMutex& operator=(const AdaptiveMutex&) = delete;
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t mutex_ = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
};

}  // namespace cleave::os
