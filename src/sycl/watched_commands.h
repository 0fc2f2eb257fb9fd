// Watches commands that nobody may ever wait for, so that their errors are heard of (SYCL 2020, 4.13.1), and notes which are
// known to have ended.
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

 protected:
  ~WatchedCommand() = default;

 private:
  friend class WatchedCommands;
  cl_event id_;
  support::Ref<const CommandName> name_;
  std::atomic<bool> is_watched_{false};
  uint64_t waits_before_ = 0;  // of the queue, that began before the command was submitted
  WatchedCommand* previous_ = nullptr;
  WatchedCommand* next_ = nullptr;
};

/// How one hears of commands that failed: the driver is asked for each, or tells (failure_reports.h).
enum class Failures : bool { asked_for, told };

/// The commands of a queue whose end nobody has seen yet. Where failures are asked for it keeps the events: of those without
/// objects there are `least_events`, or about twice as many as have not ended. Where they are told it keeps none, takes no
/// lock for a command, and only notes ends. Thread-safe.
class WatchedCommands {
 public:
  /// `are_in_order`: a command ends after all that were submitted before it.
  WatchedCommands(bool are_in_order, Failures failures)
      : are_in_order_(are_in_order), failures_(failures) {}
  WatchedCommands(const WatchedCommands&) = delete;
  WatchedCommands& operator=(const WatchedCommands&) = delete;
  ~WatchedCommands();

  [[nodiscard]] bool are_asked_for() const { return failures_ == Failures::asked_for; }

  /// Called once for a command, when it has been submitted.
  void add(WatchedCommand& command);
  /// False when the command has been seen to end. The thread that asks then sees what the one saw that noted the end
  /// (release, acquire).
  [[nodiscard]] bool may_be_open(const WatchedCommand& command) const {
    return command.is_watched_.load(std::memory_order_acquire) &&
           command.waits_before_ >= ended_waits_.load(std::memory_order_acquire);
  }
  /// Called before a wait for all that was submitted to the queue. Returns its number.
  [[nodiscard]] uint64_t begin_wait() {
    return begun_waits_.fetch_add(1, std::memory_order_relaxed) + 1;
  }
  /// Called when that wait has ended well.
  void end_wait(uint64_t number);
  /// Takes over the event of a command whose object goes. It is watched further, unless it has been seen to end.
  void keep_watching(WatchedCommand& command, AsyncErrors& errors) noexcept;
  /// Notes that the command was seen to end: an error is told of once.
  void see_end(WatchedCommand& command, cl_int status, AsyncErrors& errors);
  /// Looks which have ended, and adds the errors of those.
  void look(AsyncErrors& errors);
  /// True when no command is watched after a look. Precondition: failures are asked for.
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
  const Failures failures_;
  /// A command notes behind its submission how many waits have begun: it comes before each later one, whose thread counts
  /// first and then takes the lock of the driver's queue. Relaxed, since that lock orders both.
  std::atomic<uint64_t> begun_waits_{0};
  std::atomic<uint64_t> ended_waits_{0};  // the last one's number; release and acquire
  /// All that are watched. Changed under the mutex; relaxed, since a thread that looks asks for what it has
  /// submitted itself, or has heard of.
  std::atomic<size_t> count_{0};
  std::mutex mutex_;
  WatchedCommand* first_ = nullptr;  // of those with objects
  std::vector<GoneCommand> gone_;    // those without
  size_t most_events_ = least_events;
};

}  // namespace cleave::sycl
