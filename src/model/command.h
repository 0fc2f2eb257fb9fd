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

class Command : public support::ReferenceCounted<Command>, private backend::Listener {
 public:
  Command(support::Ref<Event> event, Action action, std::vector<Access> accesses);
  ~Command();

  [[nodiscard]] Event& event() const { return *event_; }
  [[nodiscard]] const std::vector<Access>& accesses() const { return accesses_; }
  /// Objects that must live until the command has ended, beside those in `accesses`.
  void keep(std::function<void()> at_end);

  /// Adds dependencies. `fails_with_it`: the command ends with
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when the event fails (wait lists); an order that
  /// only the queue gives does not hand on failure.
  void depend_on(Event& event, bool fails_with_it);
  /// After the last depend_on(): the command starts as soon as nothing is open.
  void arm();
  /// One dependency has ended with `status`.
  void dependency_ended(cl_int status, bool fails_with_it);

 private:
  void started() noexcept override;
  void completed(cl_int status) noexcept override;
  void start();

  support::Ref<Event> event_;
  Action action_;
  std::vector<Access> accesses_;
  std::vector<std::function<void()>> at_end_;
  std::atomic<uint32_t> open_dependencies_{1};  // one for arm()
  std::atomic<cl_int> failure_{CL_SUCCESS};
};

}  // namespace cleave::model
