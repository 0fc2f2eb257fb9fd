// Keeps the events that kernels make and wait for (clk_event_t), by number.
#pragma once

#include <CL/cl.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "os/adaptive_mutex.h"

namespace cleave::backend::cpu::enqueue {

struct DeviceEvent;
struct TreeCommand;

/// A command waits for an event. In the list of the event, and one of an array of the command.
struct EventWait {
  TreeCommand* command = nullptr;
  DeviceEvent* event = nullptr;  // nullptr: over
  EventWait* next = nullptr;
  EventWait* previous = nullptr;
};

/// An event of the device. Times are in nanoseconds of a steady clock. While several use it the
/// tree's mutex guards what is not atomic.
struct DeviceEvent {
  std::atomic<uint64_t> number{0};  // by which kernels know it
  // Kernels' references, and `by_tree` for its command until it is complete and for each wait. 0:
  // it is gone.
  std::atomic<uint64_t> uses{0};
  bool is_user = false;
  bool is_profiled = false;
  cl_int status = CL_SUBMITTED;           // CL_COMPLETE or an error: nothing changes it any more
  EventWait* first_wait = nullptr;        // of the commands that wait for it
  uint64_t start_time = 0, end_time = 0;  // of its command, if it is profiled and has run
  uint64_t times[2] = {};                 // END - START and COMPLETE - START, when it is complete
  std::vector<uint64_t*> captures;        // where kernels want the times
  [[nodiscard]] bool is_over() const { return status <= CL_COMPLETE; }
};

/// The events of one tree of launches. Thread-safe, without a lock except where free indices of
/// events go from thread to thread: a number is looked up in an array that never moves, and the
/// thread that takes the uses of an event to 0 is the only one that knows of it.
class DeviceEvents {
 public:
  static constexpr uint64_t by_kernel = 1, by_tree = uint64_t{1} << 32;

  /// Free indices of events, and numbers for them, of one thread.
  struct FreeEvents {
    std::array<uint32_t, 64> indices;
    uint32_t count = 0;
    uint64_t next_number = 0, numbers_end = 0;
  };
  /// `threads` keep free indices, beside which there may be `most` events.
  DeviceEvents(uint32_t most, size_t threads)
      : most_(most + static_cast<uint32_t>(threads * FreeEvents().indices.size())) {}
  ~DeviceEvents();
  DeviceEvents(const DeviceEvents&) = delete;
  DeviceEvents& operator=(const DeviceEvents&) = delete;

  /// Makes an event with these uses; nullptr: there are too many, or no memory.
  [[nodiscard]] DeviceEvent* make(uint64_t uses, FreeEvents& own);
  /// Returns the event of that number; nullptr: there is none, or none any more. It may go unless
  /// the caller knows of a use.
  [[nodiscard]] DeviceEvent* find(uint64_t number) const;
  /// Adds a use. False: it has gone.
  [[nodiscard]] static bool use(DeviceEvent& event, uint64_t by);
  /// Drops the uses of an event that no kernel knows of yet.
  void drop_all(DeviceEvent& event, FreeEvents* own) {
    event.uses.store(0, std::memory_order_release);
    recycle(event, own);
  }
  /// Drops a use of the tree. `own`: nullptr, or of the calling thread.
  void drop(DeviceEvent& event, FreeEvents* own);
  /// Drops a use of a kernel, if there is one.
  void release(DeviceEvent& event, FreeEvents& own);
  /// Drops a use of the tree if it is the only use, for recycle(). False: there are others.
  [[nodiscard]] static bool drop_only_use(DeviceEvent& event);
  /// Precondition: nobody uses it.
  void recycle(DeviceEvent& event, FreeEvents* own);
  /// Takes the wait from the list of its event. Under the tree's mutex.
  void end_wait(EventWait& wait);

 private:
  static constexpr uint32_t chunk = 256;
  using Chunk = std::atomic<DeviceEvent*>;
  [[nodiscard]] bool refill(FreeEvents& own);
  [[nodiscard]] bool make_chunk();

  const uint32_t most_;
  std::atomic<Chunk*> chunks_{nullptr};  // as many as there may be
  os::AdaptiveMutex mutex_;
  // Under the mutex:
  std::vector<uint32_t> free_;  // indices
  uint32_t made_ = 0;           // indices that were ever used
};

}  // namespace cleave::backend::cpu::enqueue
