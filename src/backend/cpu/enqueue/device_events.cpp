#include "backend/cpu/enqueue/device_events.h"

#include <atomic>
#include <new>

namespace cleave::backend::cpu {
namespace {

// The low bits of a number are the event's place, the others are never used twice: neither by the
// next event of the place nor in another tree.
constexpr unsigned place_bits = 20;

uint64_t next_number() {
  static std::atomic<uint64_t> last{0};
  return (last.fetch_add(1, std::memory_order_relaxed) + 1) << place_bits;
}

uint32_t place_of(uint64_t number) {
  return static_cast<uint32_t>(number & ((uint64_t{1} << place_bits) - 1));
}

}  // namespace

DeviceEvent* DeviceEvents::make(uint32_t most) try {
  if (free_.empty()) {
    if (made_ == most) return nullptr;
    if (made_ == chunks_.size() * chunk) {
      free_.reserve((chunks_.size() + 1) * chunk);  // so that recycle() needs no memory
      chunks_.push_back(std::make_unique<DeviceEvent[]>(chunk));
    }
    free_.push_back(made_++);
  }
  const uint32_t place = free_.back();
  free_.pop_back();
  DeviceEvent& event = chunks_[place / chunk][place % chunk];
  event.number = next_number() | place;
  event.references = 1;
  event.is_user = event.is_profiled = false;
  event.status = CL_SUBMITTED;
  event.start_time = 0;
  return &event;
} catch (const std::bad_alloc&) {
  return nullptr;
}

DeviceEvent* DeviceEvents::find(uint64_t number) {
  const uint32_t place = place_of(number);
  if (place >= made_) return nullptr;
  DeviceEvent& event = chunks_[place / chunk][place % chunk];
  return event.number == number && event.references != 0 ? &event : nullptr;
}

void DeviceEvents::release(DeviceEvent& event) {
  if (--event.references == 0 && event.first_wait == nullptr) recycle(event);
}

void DeviceEvents::end_wait(EventWait& wait) {
  DeviceEvent& event = *wait.event;
  (wait.previous != nullptr ? wait.previous->next : event.first_wait) = wait.next;
  if (wait.next != nullptr) wait.next->previous = wait.previous;
  wait.event = nullptr;
  if (event.references == 0 && event.first_wait == nullptr) recycle(event);
}

void DeviceEvents::recycle(DeviceEvent& event) {
  const uint32_t place = place_of(event.number);
  event.number = 0;
  event.captures.clear();
  free_.push_back(place);
}

}  // namespace cleave::backend::cpu
