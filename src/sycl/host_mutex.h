// Locks mutexes of the user while commands use the memory that buffers share with the host (SYCL 2020, 4.7.2.2).
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "sycl/event.h"
#include "sycl/opencl.h"
#include "sycl/queue.h"

namespace cleave::sycl {

class Buffer;

/// Holds the mutexes of a command's buffers. A thread of the library locks them when all that the command waits for has
/// ended; then the command runs, its contents go to the host's memory, and the thread unlocks. Thread-safe.
class MutexHold {
 public:
  /// A buffer with a mutex, as the command uses it.
  struct Use {
    Buffer* buffer;
    cl_mem memory;  // in the queue's context
    void* host;     // the memory that the mutex guards; null: there is none
    bool reads;     // what was there
    bool writes;
  };

  /// Makes the command wait for the mutexes, too. Precondition: the buffers are locked, and `waits` has all else.
  [[nodiscard]] static std::shared_ptr<MutexHold> open(Queue& queue, WaitList& waits,
                                                       std::vector<Use> uses);
  MutexHold(Ref<Queue> queue, std::vector<Use> uses);
  MutexHold(const MutexHold&) = delete;
  MutexHold& operator=(const MutexHold&) = delete;
  ~MutexHold();

  /// Called once: with the command, which it retains, or with null where there is none after all.
  void close(cl_event command) noexcept;

 private:
  void run() noexcept;
  /// Calls a function of each mutex, once where buffers share it.
  void for_each_mutex(void (*cleave_sycl_mutex::*function)(void*)) const;
  [[nodiscard]] cl_event wait_for_command();

  Ref<Queue> queue_;
  std::vector<Use> uses_;
  cl_event locked_ = nullptr;  // a user event, which ends when the mutexes are locked
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_closed_ = false;
  cl_event command_ = nullptr;
};

}  // namespace cleave::sycl
