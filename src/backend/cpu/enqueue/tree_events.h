// Keeps the events of a tree of launches and the commands that wait for them.
#pragma once

#include <cstdint>
#include <span>

#include "backend/cpu/enqueue/device_events.h"
#include "backend/cpu/enqueue/tree_command.h"
#include "os/adaptive_mutex.h"

namespace cleave::backend::cpu::enqueue {

/// Ends the waits of commands when events are over. Events are named by the numbers that kernels
/// know. Functions that end waits add the commands that are ready by that to `ready`. Thread-safe.
class TreeEvents {
 public:
  using FreeEvents = DeviceEvents::FreeEvents;

  /// See DeviceEvents.
  TreeEvents(uint32_t most, size_t threads) : events_(most, threads) {}

  void retain(uint64_t event);
  void release(uint64_t event, FreeEvents& own);
  /// Returns 0 if there can be no more.
  [[nodiscard]] uint64_t create_user_event(FreeEvents& own);
  [[nodiscard]] bool is_valid(uint64_t event) const { return events_.find(event) != nullptr; }
  void set_user_event_status(uint64_t event, cl_int status, CommandList& ready);
  /// Writes the times of the event to `value` as soon as it is complete. Throws std::bad_alloc.
  void capture_profiling(uint64_t event, uint64_t* value);

  /// Gives a command that no other thread knows of its waits, and an event if `event` is not
  /// nullptr, whose number is written there. Returns CL_SUCCESS or why it is refused (refusals.h).
  /// Throws std::bad_alloc.
  [[nodiscard]] cl_int add(TreeCommand& command, std::span<const uint64_t> wait_list,
                           uint64_t* event, FreeEvents& own);
  /// Notes the time at which a command starts, or its work-groups have run, if its event is
  /// profiled.
  static void note_start(const TreeCommand& command);
  static void note_end(const TreeCommand& command);
  /// Ends the event of a command that is complete. `own`: nullptr, or of the calling thread.
  void end_event_of(const TreeCommand& complete, CommandList& ready, FreeEvents* own);
  /// Takes all commands that wait for events, whose waits are forgotten.
  [[nodiscard]] CommandList give_up_waiting();

 private:
  // All under the mutex.
  /// False: there are no such events.
  [[nodiscard]] bool add_waits(TreeCommand& command, std::span<const uint64_t> wait_list);
  [[nodiscard]] bool add_wait(TreeCommand& command, uint64_t event);
  void forget_waiting(TreeCommand& command);
  /// The event is over.
  void end_event(DeviceEvent& event, cl_int status, CommandList& ready);

  DeviceEvents events_;
  alignas(64) os::AdaptiveMutex mutex_;
  TreeCommand* first_waiting_ = nullptr;  // of the commands that wait for events; under the mutex
};

}  // namespace cleave::backend::cpu::enqueue
