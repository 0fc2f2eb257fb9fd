#include "model/command.h"

#include <string>

#include "model/command_name.h"
#include "model/queue.h"
#include "support/error_name.h"

namespace cleave::model {

namespace {

/// Commands that this thread has found ready and not started yet. A command that ends at once makes
/// the next one ready, and that the next: a list instead of recursion keeps the stack flat however
/// long such a chain is.
struct ReadyList {
  bool is_running = false;
  Command* first = nullptr;
  Command* last = nullptr;
};
constinit thread_local ReadyList ready_list;

}  // namespace

Command::Command(support::Ref<Event> event, Action action, std::vector<Access> accesses,
                 std::function<void()> at_end)
    : event_(std::move(event)),
      action_(std::move(action)),
      accesses_(std::move(accesses)),
      at_end_(std::move(at_end)) {}

void Command::depend_on(Event& event, bool fails_with_it) {
  open_dependencies_.fetch_add(1, std::memory_order_relaxed);
  if (event.add_dependent(support::Ref<Command>(this), fails_with_it)) return;
  dependency_ended(event.status(), fails_with_it);
}

void Command::arm() {
  add_reference();  // end() drops it
  dependency_ended(CL_COMPLETE, false);
}

void Command::dependency_ended(cl_int status, bool fails_with_it) {
  if (status < CL_COMPLETE && fails_with_it) {
    failure_.store(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, std::memory_order_relaxed);
  }
  if (open_dependencies_.fetch_sub(1, std::memory_order_acq_rel) == 1) become_ready();
}

void Command::become_ready() {
  ReadyList& list = ready_list;
  (list.last == nullptr ? list.first : list.last->next_ready_) = this;
  list.last = this;
  if (list.is_running) return;
  list.is_running = true;
  while (Command* command = list.first) {
    list.first = command->next_ready_;
    if (list.first == nullptr) list.last = nullptr;
    command->start();
  }
  list.is_running = false;
}

void Command::start() {
  // The command may end, on another thread, before submit() has returned.
  const support::Ref<Command> self(this);
  if (const cl_int failure = failure_.load(std::memory_order_relaxed); failure != CL_SUCCESS) {
    end(failure);
    return;
  }
  event_->set_status(CL_SUBMITTED);
  const Device& device = event_->queue()->device();
  if (const auto* launch = std::get_if<support::Ref<backend::Launch>>(&action_)) {
    device.hardware().submit(*launch, device.resources(), *this);
  } else if (auto* work = std::get_if<HostWork>(&action_)) {
    device.hardware().submit(std::move(*work), device.resources(), *this);
  } else {
    end(CL_COMPLETE);
  }
}

void Command::started() noexcept {
  event_->set_status(CL_RUNNING);
}

void Command::completed(cl_int status) noexcept {
  end(status);
}

void Command::report_failure(cl_int status) const {
  const Context& context = event_->context();
  if (!context.is_notified()) return;
  const bool is_dependent = status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  context.notify(std::string(command_name(event_->type())) +
                 " failed after it was enqueued: " + support::error_name(status) +
                 (is_dependent ? ": an event that it waited for has failed" : ""));
}

void Command::end(cl_int status) {
  if (status < CL_COMPLETE) report_failure(status);
  if (at_end_) at_end_();
  // Memory and code go before the event ends: who has waited for the event finds them released.
  at_end_ = nullptr;
  action_ = std::monostate();
  accesses_.clear();
  event_->set_status(status);
  drop_reference();
}

}  // namespace cleave::model
