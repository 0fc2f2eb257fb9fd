// Starts threads for the user's code.
#include "sycl/thread_pool.h"

#include <system_error>
#include <thread>
#include <utility>

#include "sycl/failure.h"

namespace cleave::sycl {

ThreadPool& ThreadPool::instance() {
  static auto* const made = new ThreadPool;
  return *made;
}

ThreadPool& ThreadPool::of_mutexes() {
  static auto* const made = new ThreadPool;
  return *made;
}

void ThreadPool::start_thread() {
  std::thread([this] { run(); }).detach();
  ++threads_;
}

void ThreadPool::start() {
  const std::lock_guard lock(mutex_);
  if (threads_ != 0) return;
  try {
    start_thread();
  } catch (const std::system_error&) {
    fail(Code::runtime, "the system starts no thread for a host task or a mutex");
  }
}

void ThreadPool::add(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    // A task may wait for another one, so that none waits for a thread while there can be more.
    if (tasks_.size() > idle_ && threads_ < most_threads) {
      try {
        start_thread();
      } catch (const std::system_error&) {
        // It waits for one of those that there are.
      }
    }
  }
  changed_.notify_one();
}

void ThreadPool::run() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      ++idle_;
      changed_.wait(lock, [&] { return !tasks_.empty(); });
      --idle_;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace cleave::sycl
