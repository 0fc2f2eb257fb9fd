// Lists what threads do with the objects that they share: random calls, chapter by chapter.
#pragma once

#include <span>

#include "caller.h"

namespace cleave::test::fuzz::api {

[[nodiscard]] std::span<const Action> platform_actions();
[[nodiscard]] std::span<const Action> object_actions();
[[nodiscard]] std::span<const Action> queue_actions();
[[nodiscard]] std::span<const Action> memory_actions();
[[nodiscard]] std::span<const Action> transfer_actions();
[[nodiscard]] std::span<const Action> address_actions();
[[nodiscard]] std::span<const Action> unified_memory_actions();
[[nodiscard]] std::span<const Action> program_actions();
[[nodiscard]] std::span<const Action> kernel_actions();
[[nodiscard]] std::span<const Action> query_actions();
[[nodiscard]] std::span<const Action> image_actions();
[[nodiscard]] std::span<const Action> command_buffer_actions();
[[nodiscard]] std::span<const Action> semaphore_actions();

/// Does one of all of them.
void act(Caller& caller);

/// A wait list of shared events: mostly none, seldom one that contradicts itself.
struct WaitList {
  WaitList(Caller& caller, const void* context);
  [[nodiscard]] const cl_event* list() const { return events.empty() ? nullptr : events.data(); }
  std::vector<cl_event> events;
  cl_uint count = 0;
};

/// The place for the event of a command, and what becomes of it.
class EventPlace {
 public:
  EventPlace(Caller& caller, void* context)
      : caller_(caller),
        context_(context),
        wants_(caller.random.chance(60) && caller.world.may_make(Kind::event)) {}
  [[nodiscard]] cl_event* place() { return wants_ ? &event_ : nullptr; }
  /// Shares the event that a successful call has given.
  void keep(cl_int code);

 private:
  Caller& caller_;
  void* const context_;
  const bool wants_;
  cl_event event_ = nullptr;
};

/// The context of a shared object, as far as it is known.
[[nodiscard]] void* context_of(Caller& caller, Kind kind, const void* handle);

/// A command cannot succeed with an object of another context than its queue's.
void must_be_of(Caller& caller, const void* context, Kind kind, const void* handle);

}  // namespace cleave::test::fuzz::api
