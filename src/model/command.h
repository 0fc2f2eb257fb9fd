// Commands: what a queue holds. A command is ready when its dependencies have ended; then the back
// end runs it, and its event tells the rest.
#pragma once

#include <atomic>
#include <functional>
#include <variant>
#include <vector>

#include "backend/device.h"
#include "model/event.h"
#include "model/kernel.h"
#include "model/memory.h"

namespace cleave::model {

/// What a command does to a memory object: for residency, tracing and other nodes.
struct Access {
  enum class Kind : uint8_t { read, write, read_write };
  support::Ref<MemoryObject> object;
  size_t offset = 0;
  size_t bytes = 0;
  Kind kind = Kind::read_write;
};

/// The work of a command: a kernel launch, host work on a worker, or nothing (markers, barriers).
using HostWork = std::function<cl_int()>;
using Action = std::variant<std::monostate, support::Ref<backend::Launch>, HostWork>;

class Command final : public support::ReferenceCounted<Command>, private backend::Listener {
 public:
  /// `at_end` is called when the work has ended and before the event says so, however it ended; it
  /// is destroyed at once afterwards, with all that it keeps alive.
  Command(support::Ref<Event> event, Action action, std::vector<Access> accesses,
          std::function<void()> at_end);

  [[nodiscard]] Event& event() const { return *event_; }
  [[nodiscard]] const std::vector<Access>& accesses() const { return accesses_; }
  /// Adds dependencies. `fails_with_it`: the command ends with
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when the event fails (wait lists); an order that
  /// only the queue gives does not hand on failure.
  void depend_on(Event& event, bool fails_with_it);
  /// After the last depend_on(): the command starts as soon as nothing is open. From here on it
  /// keeps itself alive until it has ended.
  void arm();
  /// One dependency has ended with `status`.
  void dependency_ended(cl_int status, bool fails_with_it);

 private:
  void started() noexcept override;
  void completed(cl_int status) noexcept override;
  void become_ready();
  void start();
  /// Tells the context's notification function: nobody is in a call that could return the error.
  void report_failure(cl_int status) const;
  void end(cl_int status);

  support::Ref<Event> event_;
  Action action_;
  std::vector<Access> accesses_;
  std::function<void()> at_end_;
  std::atomic<uint32_t> open_dependencies_{1};  // one for arm()
  std::atomic<cl_int> failure_{CL_SUCCESS};
  Command* next_ready_ = nullptr;  // of the thread that starts it
};

}  // namespace cleave::model
