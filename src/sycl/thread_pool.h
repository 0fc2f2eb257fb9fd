// Runs the user's code beside the user's threads.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace cleave::sycl {

/// Threads that start when they are needed, and are never joined: they may be in the user's code when the process
/// ends. Thread-safe; lives for ever.
class ThreadPool {
 public:
  static ThreadPool& instance();
  /// Its threads wait for mutexes of the user, and for commands that these guard. Host tasks may be among them, so that
  /// these have other threads.
  static ThreadPool& of_mutexes();

  /// Makes sure that there is a thread; fails where the system gives none.
  void start();
  /// Runs the task, which throws nothing, as soon as a thread is free. At most `most_threads` run at once. It waits for
  /// nothing, so that the driver's threads may call it. Precondition: start() has been called.
  void add(std::function<void()> task);

 private:
  static constexpr size_t most_threads = 64;

  ThreadPool() = default;
  void start_thread();
  [[noreturn]] void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  size_t threads_ = 0;
  size_t idle_ = 0;
};

}  // namespace cleave::sycl
