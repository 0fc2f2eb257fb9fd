// Work that nobody waits for, on the processors of the device while kernels leave them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

#include "topology/topology.h"

namespace cleave::backend::cpu {

/// Runs functions one after another, each in its turn, on a thread that exists while there are any.
/// It may run on every processor of the machine that it is given and on no other, and at a lower
/// priority than workers.
///
/// It is never destroyed and nothing waits for it when the process ends. A fork waits until the
/// work that runs has ended, if that takes no longer than a second: a child then finds no lock held
/// that the work took. What had not begun is not done in the child, nor is what is given there.
/// Thread-safe.
class Background {
 public:
  /// The machine lives as long as the process.
  Background(const topology::Machine& machine, bool bind) : machine_(machine), bind_(bind) {}
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background() = delete;

  /// False in a forked child and when there is no thread to be had. `work` throws nothing.
  [[nodiscard]] bool run(std::function<void()> work);

 private:
  static void* thread_function(void* argument);
  void work_off();
  [[nodiscard]] bool take(std::function<void()>& work);
  void register_for_forks();
  static void before_fork();
  static void after_fork();

  const topology::Machine& machine_;
  const bool bind_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  bool has_thread_ = false;
  bool is_working_ = false;           // a function runs now
  int forks_ = 0;                     // that are under way; nothing new begins
  std::atomic<uint32_t> used_in_{0};  // the fork generation that uses it; 0: none yet
  Background* next_ = nullptr;        // of those that forks wait for
};

}  // namespace cleave::backend::cpu
