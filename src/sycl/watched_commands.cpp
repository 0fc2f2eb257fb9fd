// Looks which commands have ended.
#include "sycl/watched_commands.h"

#include <algorithm>

#include "support/error_name.h"
#include "sycl/async_errors.h"

namespace cleave::sycl {
namespace {

/// Adds the error of a command that has ended with one.
void add_error(cl_int status, const support::Ref<const CommandName>& name, AsyncErrors& errors) {
  if (status >= 0) return;
  errors.add({Code::runtime,
              (name ? name->text() : "a command") + " ended with " + support::error_name(status),
              status});
}

/// True when the command has ended; its error is then added.
bool has_ended(cl_event id, const support::Ref<const CommandName>& name, AsyncErrors& errors) {
  cl_int status = CL_QUEUED;
  if (clGetEventInfo(id, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) !=
      CL_SUCCESS) {
    return true;  // nothing can be known of it any more
  }
  if (status > CL_COMPLETE) return false;
  add_error(status, name, errors);
  return true;
}

}  // namespace

WatchedCommands::~WatchedCommands() {
  for (const GoneCommand& command : gone_) clReleaseEvent(command.id);
}

void WatchedCommands::change_count(ptrdiff_t by) {
  const size_t before = count_.load(std::memory_order_relaxed);
  count_.store(before + static_cast<size_t>(by), std::memory_order_relaxed);
}

void WatchedCommands::end_wait(uint64_t number) {
  uint64_t last = ended_waits_.load(std::memory_order_relaxed);
  while (last < number && !ended_waits_.compare_exchange_weak(
                              last, number, std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
}

void WatchedCommands::add(WatchedCommand& command) {
  command.waits_before_ = begun_waits_.load(std::memory_order_relaxed);
  if (!are_asked_for()) {
    command.is_watched_.store(true, std::memory_order_relaxed);
    return;
  }
  const std::lock_guard lock(mutex_);
  command.next_ = first_;
  if (first_ != nullptr) first_->previous_ = &command;
  first_ = &command;
  command.is_watched_.store(true, std::memory_order_relaxed);
  change_count(1);
}

void WatchedCommands::unlink(WatchedCommand& command) {
  (command.previous_ == nullptr ? first_ : command.previous_->next_) = command.next_;
  if (command.next_ != nullptr) command.next_->previous_ = command.previous_;
  command.previous_ = nullptr;
  command.next_ = nullptr;
  change_count(-1);
  // This is the last that is done with the command: who acquires it may destroy the object without the lock.
  command.is_watched_.store(false, std::memory_order_release);
}

void WatchedCommands::keep_watching(WatchedCommand& command, AsyncErrors& errors) noexcept {
  const auto is_watched = [&] { return command.is_watched_.load(std::memory_order_acquire); };
  if (are_asked_for() && is_watched()) {
    const std::lock_guard lock(mutex_);
    if (is_watched()) {
      unlink(command);
      return add_event(command, errors);
    }
  }
  clReleaseEvent(command.id_);
}

void WatchedCommands::add_event(WatchedCommand& command, AsyncErrors& errors) noexcept {
  try {
    gone_.push_back({command.id_, std::move(command.name_)});
  } catch (...) {
    clReleaseEvent(command.id_);  // without memory its error is lost
    return;
  }
  change_count(1);
  if (gone_.size() < most_events_) return;
  try {
    look_at_events(errors, are_in_order_ ? 1 : gone_.size());
  } catch (...) {
    // Errors for which there is no memory are lost.
  }
  most_events_ = std::max(least_events, 2 * gone_.size());
}

void WatchedCommands::see_end(WatchedCommand& command, cl_int status, AsyncErrors& errors) {
  if (!command.is_watched_.load(std::memory_order_acquire)) return;
  if (!are_asked_for()) {
    command.is_watched_.store(false, std::memory_order_release);
    return;
  }
  const std::lock_guard lock(mutex_);
  if (!command.is_watched_.load(std::memory_order_relaxed)) return;
  unlink(command);
  add_error(status, command.name_, errors);
}

void WatchedCommands::look(AsyncErrors& errors) {
  if (count_.load(std::memory_order_relaxed) == 0) return;
  const std::lock_guard lock(mutex_);
  if (!gone_.empty()) look_at_events(errors, gone_.size());
  look_at_objects(errors);
}

bool WatchedCommands::all_have_ended(AsyncErrors& errors) {
  const std::lock_guard lock(mutex_);
  look_at_events(errors, gone_.size());
  look_at_objects(errors);
  return gone_.empty() && first_ == nullptr;
}

void WatchedCommands::look_at_objects(AsyncErrors& errors) {
  for (WatchedCommand* command = first_; command != nullptr;) {
    WatchedCommand* const next = command->next_;
    if (has_ended(command->id_, command->name_, errors)) unlink(*command);
    command = next;
  }
}

void WatchedCommands::look_at_events(AsyncErrors& errors, size_t most_open) {
  size_t open = 0;
  const size_t gone = std::erase_if(gone_, [&](const GoneCommand& command) {
    if (open == most_open) return false;
    if (!has_ended(command.id, command.name, errors)) {
      ++open;
      return false;
    }
    clReleaseEvent(command.id);
    return true;
  });
  change_count(-static_cast<ptrdiff_t>(gone));
}

}  // namespace cleave::sycl
