// Starts threads for the user's code.
#include "sycl/thread_pool.h"

#include <thread>
#include <utility>

namespace cleave::sycl {

ThreadPool& ThreadPool::instance() {
  static auto* const made = new ThreadPool;
  return *made;
}

void ThreadPool::add(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    // A task may wait for another one, so that none waits for a thread while there can be more.
    if (tasks_.size() > idle_ && threads_ < most_threads) {
      ++threads_;
      std::thread([this] { run(); }).detach();
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
