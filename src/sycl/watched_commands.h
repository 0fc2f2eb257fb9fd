// Watches commands that nobody may ever wait for, so that their errors are heard of (SYCL 2020, 4.13.1).
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "sycl/opencl.h"

namespace cleave::sycl {

class AsyncErrors;

/// The part of an object for a command by which the command is watched.
class WatchedCommand {
 public:
  explicit WatchedCommand(cl_event id) : id_(id) {}
  WatchedCommand(const WatchedCommand&) = delete;
  WatchedCommand& operator=(const WatchedCommand&) = delete;

  /// Null where it is of nothing.
  [[nodiscard]] cl_event id() const { return id_; }

 protected:
  ~WatchedCommand() = default;

 private:
  friend class WatchedCommands;
  cl_event id_;
  std::atomic<bool> is_watched_{false};
  WatchedCommand* previous_ = nullptr;
  WatchedCommand* next_ = nullptr;
};

/// The commands of a queue whose end nobody has seen yet. Their number is at most twice that of commands which have
/// not ended, and a few. Thread-safe.
class WatchedCommands {
 public:
  WatchedCommands() = default;
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
  void unlink(WatchedCommand& command);
  void add_event(cl_event event, AsyncErrors& errors) noexcept;
  void look_at_objects(AsyncErrors& errors);
  void look_at_events(AsyncErrors& errors);

  static constexpr size_t least_events = 32;

  std::mutex mutex_;
  WatchedCommand* first_ = nullptr;  // of those with objects
  std::vector<cl_event> events_;     // of those without
  size_t most_events_ = least_events;
};

}  // namespace cleave::sycl
