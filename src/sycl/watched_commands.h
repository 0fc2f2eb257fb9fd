// Watches commands that nobody may ever wait for, so that their errors are heard of (SYCL 2020, 4.13.1).
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "sycl/command_name.h"
#include "sycl/opencl.h"

namespace cleave::sycl {

class AsyncErrors;

/// The part of an object for a command by which the command is watched.
class WatchedCommand {
 public:
  /// `name` is null for a command that messages give no name.
  explicit WatchedCommand(cl_event id, support::Ref<const CommandName> name = nullptr)
      : id_(id), name_(std::move(name)) {}
  WatchedCommand(const WatchedCommand&) = delete;
  WatchedCommand& operator=(const WatchedCommand&) = delete;

  /// Null where it is of nothing.
  [[nodiscard]] cl_event id() const { return id_; }
  /// False when the command has been seen to end, and before it is watched. The thread that asks then sees what the one
  /// saw that noted the end (release, acquire).
  [[nodiscard]] bool is_watched() const { return is_watched_.load(std::memory_order_acquire); }

 protected:
  ~WatchedCommand() = default;

 private:
  friend class WatchedCommands;
  cl_event id_;
  support::Ref<const CommandName> name_;
  std::atomic<bool> is_watched_{false};
  WatchedCommand* previous_ = nullptr;
  WatchedCommand* next_ = nullptr;
};

/// The commands of a queue whose end nobody has seen yet. Of those without objects there are `least_events`, or about twice
/// as many as have not ended. Thread-safe.
class WatchedCommands {
 public:
  /// `are_in_order`: a command ends after all that were submitted before it.
  explicit WatchedCommands(bool are_in_order) : are_in_order_(are_in_order) {}
  WatchedCommands(const WatchedCommands&) = delete;
  WatchedCommands& operator=(const WatchedCommands&) = delete;
  ~WatchedCommands();

  void add(WatchedCommand& command);
  /// Takes over the event of a command whose object goes. It is watched further, unless it has been seen to end.
  void keep_watching(WatchedCommand& command, AsyncErrors& errors) noexcept;
  /// Notes that the command was seen to end: an error is told of once.
  void see_end(WatchedCommand& command, cl_int status, AsyncErrors& errors);
  /// Looks which have ended, and adds the errors of those.
  void look(AsyncErrors& errors);
  /// True when no command is watched after a look.
  [[nodiscard]] bool all_have_ended(AsyncErrors& errors);

 private:
  /// A command whose object has gone.
  struct GoneCommand {
    cl_event id;
    support::Ref<const CommandName> name;
  };

  // Under the mutex.
  void change_count(ptrdiff_t by);
  void unlink(WatchedCommand& command);
  void add_event(WatchedCommand& command, AsyncErrors& errors) noexcept;
  void look_at_objects(AsyncErrors& errors);
  /// Stops at the event that would be one more than `most_open` which have not ended. Events are in the order in which their
  /// objects went, most often that of their commands.
  void look_at_events(AsyncErrors& errors, size_t most_open);

  /// A question for the state of a command starts all that gathered in the queue before it: a row of launches that a
  /// thread waits for is run by this thread otherwise. Each event takes about 250 bytes of the driver.
  static constexpr size_t least_events = 4096;

  const bool are_in_order_;
  /// All that are watched. Changed under the mutex; relaxed, since a thread that looks asks for what it has
  /// submitted itself, or has heard of.
  std::atomic<size_t> count_{0};
  std::mutex mutex_;
  WatchedCommand* first_ = nullptr;  // of those with objects
  std::vector<GoneCommand> gone_;    // those without
  size_t most_events_ = least_events;
};

}  // namespace cleave::sycl
