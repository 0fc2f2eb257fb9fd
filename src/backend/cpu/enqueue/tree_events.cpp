#include "backend/cpu/enqueue/tree_events.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "backend/cpu/enqueue/refusals.h"

namespace cleave::backend::cpu::enqueue {
namespace {

uint64_t now() {
  return static_cast<uint64_t>(
      std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
}

/// An event that a kernel named, which cannot go while this lives, whatever other kernels release.
class UsedEvent {
 public:
  UsedEvent(DeviceEvents& events, uint64_t number) : events_(events), event_(events.find(number)) {
    if (event_ != nullptr && !DeviceEvents::use(*event_, DeviceEvents::by_tree)) event_ = nullptr;
  }
  ~UsedEvent() {
    if (event_ != nullptr) events_.drop(*event_, nullptr);
  }
  UsedEvent(const UsedEvent&) = delete;
  UsedEvent& operator=(const UsedEvent&) = delete;
  [[nodiscard]] bool is_there() const { return event_ != nullptr; }
  DeviceEvent& operator*() const { return *event_; }
  DeviceEvent* operator->() const { return event_; }

 private:
  DeviceEvents& events_;
  DeviceEvent* event_;
};

}  // namespace

void TreeEvents::retain(uint64_t event) {
  // One that has gone meanwhile was not the kernel's to retain.
  if (DeviceEvent* const found = events_.find(event)) {
    static_cast<void>(DeviceEvents::use(*found, DeviceEvents::by_kernel));
  }
}

void TreeEvents::release(uint64_t event, FreeEvents& own) {
  if (DeviceEvent* const found = events_.find(event)) {
    events_.release(*found, own);
  }
}

uint64_t TreeEvents::create_user_event(FreeEvents& own) {
  DeviceEvent* const event = events_.make(DeviceEvents::by_kernel, own);
  if (event == nullptr) return 0;
  event->is_user = true;
  return event->number.load(std::memory_order_relaxed);
}

void TreeEvents::set_user_event_status(uint64_t event, cl_int status, CommandList& ready) {
  const std::scoped_lock lock(mutex_);
  const UsedEvent found(events_, event);
  const bool can_be_set = found.is_there() && found->is_user && !found->is_over();
  if (can_be_set && status <= CL_COMPLETE) end_event(*found, status, ready);
}

void TreeEvents::capture_profiling(uint64_t event, uint64_t* value) {
  const std::scoped_lock lock(mutex_);
  const UsedEvent found(events_, event);
  if (!found.is_there() || !found->is_profiled) return;
  if (found->is_over()) {
    std::ranges::copy(found->times, value);
  } else {
    found->captures.push_back(value);
  }
}

cl_int TreeEvents::add(TreeCommand& command, std::span<const uint64_t> wait_list, uint64_t* event,
                       FreeEvents& own) {
  if (!wait_list.empty()) {
    command.event_waits = std::make_unique<EventWaits>();
    command.event_waits->waits = std::make_unique<EventWait[]>(wait_list.size());
  }
  if (event != nullptr) {
    command.event = events_.make(DeviceEvents::by_tree + DeviceEvents::by_kernel, own);
    if (command.event == nullptr) return clk_event_allocation_failure;
    command.event->is_profiled = command.queue->is_profiled;
  }
  if (!wait_list.empty() && !add_waits(command, wait_list)) {
    if (event != nullptr) events_.drop_all(*command.event, &own);
    return clk_invalid_event_wait_list;
  }
  if (event != nullptr) *event = command.event->number.load(std::memory_order_relaxed);
  return CL_SUCCESS;
}

bool TreeEvents::add_waits(TreeCommand& command, std::span<const uint64_t> wait_list) {
  EventWaits& waits = *command.event_waits;
  const std::scoped_lock lock(mutex_);
  const bool are_events =
      std::ranges::all_of(wait_list, [&](uint64_t number) { return add_wait(command, number); });
  if (!are_events) {
    while (waits.count != 0) events_.end_wait(waits.waits[--waits.count]);
    return false;
  }
  waits.open = waits.count;
  if (waits.count == 0) return true;
  command.waits.fetch_add(waits.count, std::memory_order_relaxed);
  waits.next = first_waiting_;
  if (first_waiting_ != nullptr) first_waiting_->event_waits->previous = &command;
  first_waiting_ = &command;
  return true;
}

bool TreeEvents::add_wait(TreeCommand& command, uint64_t number) {
  DeviceEvent* const event = events_.find(number);
  if (event == nullptr || !DeviceEvents::use(*event, DeviceEvents::by_tree)) return false;
  if (event->is_over()) {
    if (event->status < 0) command.fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    events_.drop(*event, nullptr);
    return true;
  }
  EventWaits& waits = *command.event_waits;
  EventWait& wait = waits.waits[waits.count++];
  wait = {.command = &command, .event = event, .next = event->first_wait};
  if (event->first_wait != nullptr) event->first_wait->previous = &wait;
  event->first_wait = &wait;
  return true;
}

void TreeEvents::forget_waiting(TreeCommand& command) {
  const EventWaits& waits = *command.event_waits;
  (waits.previous != nullptr ? waits.previous->event_waits->next : first_waiting_) = waits.next;
  if (waits.next != nullptr) waits.next->event_waits->previous = waits.previous;
}

void TreeEvents::end_event(DeviceEvent& event, cl_int status, CommandList& ready) {
  event.status = status;
  while (event.first_wait != nullptr) {
    EventWait& wait = *event.first_wait;
    TreeCommand& command = *wait.command;
    events_.end_wait(wait);
    if (status < 0) command.fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    if (--command.event_waits->open == 0) forget_waiting(command);
    if (command.wait_less()) ready.add(command);
  }
}

void TreeEvents::note_start(const TreeCommand& command) {
  if (command.event != nullptr && command.event->is_profiled) command.event->start_time = now();
}

void TreeEvents::note_end(const TreeCommand& command) {
  if (command.event != nullptr && command.event->start_time != 0) command.event->end_time = now();
}

void TreeEvents::end_event_of(const TreeCommand& complete, CommandList& ready, FreeEvents* own) {
  DeviceEvent& event = *complete.event;
  const auto set_times = [&] {
    if (event.start_time == 0) return;
    event.times[0] = std::max<uint64_t>(1, event.end_time - event.start_time);
    event.times[1] = std::max<uint64_t>(event.times[0], now() - event.start_time);
    for (uint64_t* const value : event.captures) std::ranges::copy(event.times, value);
  };
  if (DeviceEvents::drop_only_use(event)) {
    set_times();
    return events_.recycle(event, own);
  }
  const std::scoped_lock lock(mutex_);
  set_times();
  end_event(event, complete.status.load(std::memory_order_relaxed), ready);
  events_.drop(event, own);
}

CommandList TreeEvents::give_up_waiting() {
  CommandList given_up;
  const std::scoped_lock lock(mutex_);
  while (first_waiting_ != nullptr) {
    TreeCommand& command = *first_waiting_;
    forget_waiting(command);
    for (uint32_t i = 0; i < command.event_waits->count; ++i) {
      EventWait& wait = command.event_waits->waits[i];
      if (wait.event != nullptr) events_.end_wait(wait);
    }
    given_up.add(command);
  }
  return given_up;
}

}  // namespace cleave::backend::cpu::enqueue
