#include "model/command/ordered_starts.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "model/command/queue.h"
#include "model/memory/joint_access.h"
#include "support/pool.h"

namespace cleave::model::command {
namespace {

backend::Ticket draw_ticket() {
  static std::atomic<uint64_t> tickets{0};
  return {tickets.fetch_add(1, std::memory_order_relaxed) + 1};
}

/// Brings bytes to the memory of a device, which orders the copy: it owns itself until it ends. The
/// command that it was made for keeps the storage, and ends later.
class OrderedCopy final : public support::Pooled<OrderedCopy>, private backend::Listener {
 public:
  OrderedCopy(const memory::JointAccess::NewCopy& copy, uint32_t memory)
      : state_(copy.copy),
        transfer_{
            .to = backend::Endpoint::in(copy.storage->allocation(memory), {.origin = {copy.begin}}),
            .from = backend::Endpoint::of_host(
                copy.storage->allocation(host_memory_index).host_address, {.origin = {copy.begin}}),
            .extent = {copy.bytes, 1, 1}} {}
  /// Returns the work, for which it lives until the end is heard.
  [[nodiscard]] backend::OrderedWork work(const backend::ResourceSet& where) {
    return {.ticket = state_->ticket(), .work = &transfer_, .where = &where, .listener = this};
  }

 private:
  void started() noexcept override {}
  void completed(cl_int status) noexcept override {
    const support::Ref<memory::PendingCopy> state = std::move(state_);
    delete this;
    state->end(status == CL_COMPLETE);
  }

  support::Ref<memory::PendingCopy> state_;
  const backend::Transfer transfer_;
};

/// Lets so many elements be appended without allocating; all together take linear time.
template <class T>
void make_room(std::vector<T>& elements, size_t more) {
  const size_t wanted = elements.size() + more;
  if (wanted > elements.capacity()) elements.reserve(std::max(wanted, 2 * elements.size()));
}

}  // namespace

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
  /// Returns false for one that has to be started otherwise, and has begun nothing then.
  [[nodiscard]] bool take(Command& command);
  /// Takes a command whose accesses begin as planned; null: there are none.
  void take(Command& command, memory::JointAccess* accesses);
  [[nodiscard]] Span& span_of(backend::WorkOrder& device);
  [[nodiscard]] static backend::OrderedWork::Work work_of(Command& command);

  std::vector<Span> spans_;
  // These are of each command; elements do not move.
  std::deque<std::vector<backend::Ticket>> after_;
  std::deque<std::vector<backend::CopyNeed>> needs_;
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
  const Work& work = command.work_;
  if (command.event().context().has_one_memory() || work.accesses.empty()) {
    take(command, nullptr);
    return true;
  }
  const std::vector<memory::StorageAccess> of_command = command.storage_accesses();
  std::optional<memory::JointAccess> accesses(std::in_place, of_command, work.memory);
  if (!accesses->plan()) {
    const auto* const replay = std::get_if<std::unique_ptr<Replay>>(&work.action);
    const bool has_steps = replay != nullptr && !(*replay)->accesses.empty();
    if (has_steps) accesses.emplace((*replay)->accesses, work.memory);
    const bool is_chain = !has_steps || (*replay)->is_chain;
    const auto order = accesses->plan_copies(draw_ticket, is_chain);
    if (order == memory::JointAccess::Order::no_memory) {
      command.failure_.store(CL_MEM_OBJECT_ALLOCATION_FAILURE, std::memory_order_relaxed);
    }
    if (order != memory::JointAccess::Order::possible) return false;
  }
  take(command, &*accesses);
  return true;
}

void OrderedStarts::take(Command& command, memory::JointAccess* accesses) {
  Event& event = command.event();
  std::vector<backend::Ticket>& after = after_.emplace_back();
  if (command.work_.extras) {
    for (const OrderedBehind& before : command.work_.extras->predecessors) {
      if (!before.event->has_ended()) after.push_back(before.event->ticket());
    }
  }
  const backend::Ticket ticket = draw_ticket();
  const Queue& queue = *event.queue();
  Span& span = span_of(*queue.device().hardware().work_order());
  std::vector<backend::CopyNeed>& needs = needs_.emplace_back();
  std::vector<std::unique_ptr<OrderedCopy>> copies;
  if (accesses != nullptr) {
    for (const memory::JointAccess::NewCopy& copy : accesses->copies()) {
      copies.push_back(std::make_unique<OrderedCopy>(copy, command.work_.memory));
    }
    for (const memory::JointAccess::StepNeed& need : accesses->needs()) {
      needs.push_back({need.copy->ticket(), need.step});
    }
  }
  make_room(events_, 1);
  make_room(span.works, copies.size() + 1);
  // Nothing fails from here on.
  if (accesses != nullptr) accesses->begin();
  for (std::unique_ptr<OrderedCopy>& copy : copies) {
    span.works.push_back(copy.release()->work(queue.resources()));
  }
  span.works.push_back({.ticket = ticket,
                        .work = work_of(command),
                        .where = &queue.resources(),
                        .listener = &command,
                        .after = after,
                        .needs = needs});
  events_.emplace_back(&event);
  event.note_submission(ticket);
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
