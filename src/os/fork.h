// Tells a process that it was forked: a child has the memory of its parent and none of its threads,
// and locks that other threads held stay locked in it for ever.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace cleave::os {

namespace detail {
extern std::atomic<uint32_t> fork_generation;
}

/// Returns the number of forks between this process and the one that loaded the driver, plus one.
/// Never zero. Code that remembers the value and finds another one is in a child, and takes no lock
/// there that the parent's threads may have held. Thread-safe; costs a load.
[[nodiscard]] inline uint32_t fork_generation() {
  return detail::fork_generation.load(std::memory_order_relaxed);
}

/// A lock that a child may take: a fork waits until no thread holds it. For locks that are held
/// briefly and under which no other of them is taken. It must live as long as the process.
class ForkSafeMutex {
 public:
  ForkSafeMutex();
  ForkSafeMutex(const ForkSafeMutex&) = delete;
  ForkSafeMutex& operator=(const ForkSafeMutex&) = delete;
  ~ForkSafeMutex() = default;

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  [[nodiscard]] ForkSafeMutex* next() const { return next_; }

 private:
  std::mutex mutex_;
  ForkSafeMutex* next_ = nullptr;  // of all of them
};

}  // namespace cleave::os
