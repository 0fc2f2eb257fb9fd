// Keeps the events that kernels make and wait for (clk_event_t), by number.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace cleave::backend::cpu {

struct DeviceEvent;
struct TreeCommand;

/// A command waits for an event. In the list of the event, and one of an array of the command.
struct EventWait {
  TreeCommand* command = nullptr;
  DeviceEvent* event = nullptr;  // nullptr: over
  EventWait* next = nullptr;
  EventWait* previous = nullptr;
};

/// An event of the device. Times are in nanoseconds of a steady clock.
struct DeviceEvent {
  uint64_t number = 0;      // by which kernels know it
  uint32_t references = 0;  // of kernels, and one of the command until it is complete
  bool is_user = false;
  bool is_profiled = false;
  cl_int status = CL_SUBMITTED;           // CL_COMPLETE or an error: nothing changes it any more
  EventWait* first_wait = nullptr;        // of the commands that wait for it
  uint64_t start_time = 0, end_time = 0;  // of its command, if it is profiled and has run
  uint64_t times[2] = {};                 // END - START and COMPLETE - START, when it is complete
  std::vector<uint64_t*> captures;        // where kernels want the times
  [[nodiscard]] bool is_over() const { return status <= CL_COMPLETE; }
};

/// The events of one tree of launches. Not thread-safe: the tree's mutex guards it and all events.
class DeviceEvents {
 public:
  DeviceEvents() = default;
  DeviceEvents(const DeviceEvents&) = delete;
  DeviceEvents& operator=(const DeviceEvents&) = delete;

  /// Makes an event with one reference; nullptr: there are `most` already, or no memory.
  [[nodiscard]] DeviceEvent* make(uint32_t most);
  /// Returns the event of that number; nullptr: there is none, or none any more.
  [[nodiscard]] DeviceEvent* find(uint64_t number);
  /// Drops a reference. Without any the number stands for nothing; the event goes when nobody waits
  /// for it.
  void release(DeviceEvent& event);
  /// Ends the wait, which is in the list of its event.
  void end_wait(EventWait& wait);

 private:
  static constexpr uint32_t chunk = 256;
  void recycle(DeviceEvent& event);

  std::vector<std::unique_ptr<DeviceEvent[]>> chunks_;
  std::vector<uint32_t> free_;  // places
  uint32_t made_ = 0;           // places that were ever used
};

}  // namespace cleave::backend::cpu
