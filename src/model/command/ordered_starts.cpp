#include "model/command/ordered_starts.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "model/command/queue.h"

namespace cleave::model::command {

/// Gathers what one thread submits together. A command's followers go on as soon as it has a
/// ticket, also on other threads; the mutex keeps these from submitting before this thread has.
class OrderedStarts {
 public:
  /// Takes the commands, and gives the others.
  void take(ReadyList& ready, ReadyList& others);
  /// Hands all to their devices.
  void submit();
  /// Tells the events. The mutex is free.
  void tell();

 private:
  struct Span {
    backend::WorkOrder* device;
    std::vector<backend::OrderedWork> works;
  };
  [[nodiscard]] bool take(Command& command);
  [[nodiscard]] Span& span_of(backend::WorkOrder& device);
  [[nodiscard]] static backend::OrderedWork::Work work_of(Command& command);

  std::vector<Span> spans_;
  std::deque<std::vector<backend::Ticket>> after_;  // of each command; elements do not move
  std::vector<support::Ref<Event>> events_;
};

void OrderedStarts::take(ReadyList& ready, ReadyList& others) {
  while (Command* const command = ready.pop()) {
    try {
      if (!take(*command)) others.push(*command);
    } catch (const std::bad_alloc&) {
      command->failure_.store(CL_OUT_OF_HOST_MEMORY, std::memory_order_relaxed);
      others.push(*command);
    }
  }
}

bool OrderedStarts::take(Command& command) {
  if (command.has_failed_predecessor()) {
    command.note_failure(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, true);
    return false;
  }
  if (!command.try_accesses()) return false;
  Event& event = command.event();
  std::vector<backend::Ticket>& after = after_.emplace_back();
  if (command.work_.extras) {
    for (const OrderedBehind& before : command.work_.extras->predecessors) {
      if (!before.event->has_ended()) after.push_back(before.event->ticket());
    }
  }
  static std::atomic<uint64_t> tickets{0};
  const backend::Ticket ticket{tickets.fetch_add(1, std::memory_order_relaxed) + 1};
  const Queue& queue = *event.queue();
  Span& span = span_of(*queue.device().hardware().work_order());
  // Nothing fails once there is room.
  events_.reserve(events_.size() + 1);
  span.works.reserve(span.works.size() + 1);
  span.works.push_back({.ticket = ticket,
                        .work = work_of(command),
                        .where = &queue.resources(),
                        .listener = &command,
                        .after = after});
  events_.emplace_back(&event);
  event.note_submission(ticket);
  return true;
}

OrderedStarts::Span& OrderedStarts::span_of(backend::WorkOrder& device) {
  for (Span& span : spans_) {
    if (span.device == &device) return span;
  }
  return spans_.emplace_back(Span{&device, {}});
}

backend::OrderedWork::Work OrderedStarts::work_of(Command& command) {
  Work& work = command.work_;
  if (auto* const launch = std::get_if<support::Ref<backend::Launch>>(&work.action)) {
    write_addresses(work.accesses, work.memory, **launch);
    return *launch;
  }
  if (auto* const replay = std::get_if<std::unique_ptr<Replay>>(&work.action)) {
    return std::move((*replay)->run);
  }
  return std::get<std::unique_ptr<PooledTransfer>>(work.action).get();
}

void OrderedStarts::submit() {
  for (Span& span : spans_) span.device->submit(span.works);
}

void OrderedStarts::tell() {
  for (const support::Ref<Event>& event : events_) event->tell_submission();
}

void submit_in_order(ReadyList& ready, ReadyList& others) {
  static std::mutex& mutex = *new std::mutex;  // of all devices of this kind: there are few
  OrderedStarts starts;
  {
    const std::scoped_lock lock(mutex);
    starts.take(ready, others);
    starts.submit();
  }
  starts.tell();
}

}  // namespace cleave::model::command
