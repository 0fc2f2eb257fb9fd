#include "os/fork.h"

#include <pthread.h>

namespace cleave::os {

std::atomic<uint32_t> detail::fork_generation{1};

namespace {

constinit std::atomic<ForkSafeMutex*> newest{nullptr};
constinit std::mutex one_fork;                    // at a time
constinit ForkSafeMutex* held_by_fork = nullptr;  // and those after it

void hold() {
  one_fork.lock();
  held_by_fork = newest.load(std::memory_order_acquire);
  for (ForkSafeMutex* mutex = held_by_fork; mutex != nullptr; mutex = mutex->next()) mutex->lock();
}

void let_go() {
  for (ForkSafeMutex* mutex = held_by_fork; mutex != nullptr; mutex = mutex->next()) {
    mutex->unlock();
  }
  one_fork.unlock();
}

void let_go_in_child() {
  let_go();
  detail::fork_generation.fetch_add(1, std::memory_order_relaxed);
}

// Forks are counted from the moment the driver is loaded.
[[maybe_unused]] const int registered = pthread_atfork(hold, let_go, let_go_in_child);

}  // namespace

ForkSafeMutex::ForkSafeMutex() : next_(newest.load(std::memory_order_relaxed)) {
  while (!newest.compare_exchange_weak(next_, this, std::memory_order_release)) {
  }
}

}  // namespace cleave::os
