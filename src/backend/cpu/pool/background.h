// Runs work that no thread waits for, on the device's processors, most of it at a lower priority
// than kernels.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <vector>

#include "backend/cpu/code/urgency.h"
#include "topology/topology.h"

namespace cleave::backend::cpu::pool {

/// Runs functions on threads that exist while there are functions to run. Each function names
/// compute units: its thread runs on their processors only, at a lower priority than workers unless
/// it is urgent. Functions of one urgency whose units overlap run one after another, in their
/// order; others do not wait for each other, so that kernels on one sub-device do not delay
/// compilation for another. Synchronised by a mutex and a condition variable.
///
/// It is never destroyed and nothing waits for it when the process ends. A fork waits until the
/// running functions have ended, for a second at most, so that a child finds no lock of theirs
/// held. Functions that had not begun are not run in the child, nor are those given there.
/// Thread-safe.
class Background {
 public:
  /// The machine lives as long as the process. `bind`: whether its units stand for processors.
  Background(const topology::Machine& machine, bool bind) : machine_(machine), bind_(bind) {}
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background() = delete;

  /// False in a forked child and when there is no thread to be had. `work` throws nothing.
  [[nodiscard]] bool run(std::function<void()> work, const topology::UnitSet& units,
                         code::Urgency urgency);

 private:
  struct Item {
    std::function<void()> work;
    topology::UnitSet units;
    std::vector<uint32_t> processors;  // of the units; none: its thread may run anywhere
  };
  /// The functions of one thread, in their order. Exists as long as the thread.
  struct Thread {
    Background& background;
    const code::Urgency urgency;
    std::deque<Item> items;   // the first one may have begun
    bool is_working = false;  // the first one has begun
    [[nodiscard]] bool overlaps(const topology::UnitSet& units) const;
  };

  static void* thread_function(void* thread);
  void work_off(Thread& thread);
  void register_for_forks();
  static void before_fork();
  static void after_fork();

  const topology::Machine& machine_;
  const bool bind_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Thread> threads_;
  int forks_ = 0;                     // that are under way; nothing new begins
  std::atomic<uint32_t> used_in_{0};  // the fork generation that uses it; 0: none yet
  Background* next_ = nullptr;        // of those that forks wait for
};

}  // namespace cleave::backend::cpu::pool
