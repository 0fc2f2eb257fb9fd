#include "backend/cpu/enqueue/device_events.h"

#include <mutex>
#include <new>

namespace cleave::backend::cpu::enqueue {
namespace {

// The low bits of a number are the event's index, the others are never used twice: neither by the
// next event of that index nor in another tree.
constexpr unsigned index_bits = 20;

/// All threads write to the counter that the numbers come from, so a thread takes many.
uint64_t next_number(DeviceEvents::FreeEvents& own) {
  constexpr uint64_t many = 4096;
  static std::atomic<uint64_t> next{1};
  if (own.next_number == own.numbers_end) {
    own.next_number = next.fetch_add(many, std::memory_order_relaxed);
    own.numbers_end = own.next_number + many;
  }
  return own.next_number++ << index_bits;
}

uint32_t index_of(uint64_t number) {
  return static_cast<uint32_t>(number & ((uint64_t{1} << index_bits) - 1));
}

}  // namespace

DeviceEvents::~DeviceEvents() {
  Chunk* const chunks = chunks_.load(std::memory_order_relaxed);
  for (uint32_t i = 0; i * chunk < made_; ++i) delete[] chunks[i].load(std::memory_order_relaxed);
  delete[] chunks;
}

DeviceEvent* DeviceEvents::make(uint64_t uses, FreeEvents& own) try {
  if (own.count == 0 && !refill(own)) return nullptr;
  const uint32_t index = own.indices[--own.count];
  Chunk* const chunks = chunks_.load(std::memory_order_acquire);
  DeviceEvent& event = chunks[index / chunk].load(std::memory_order_acquire)[index % chunk];
  event.is_user = event.is_profiled = false;
  event.status = CL_SUBMITTED;
  event.start_time = 0;
  event.number.store(next_number(own) | index, std::memory_order_relaxed);
  event.uses.store(uses, std::memory_order_release);
  return &event;
} catch (const std::bad_alloc&) {
  return nullptr;
}

bool DeviceEvents::refill(FreeEvents& own) {
  const std::scoped_lock lock(mutex_);
  while (own.count < own.indices.size() / 2) {
    if (!free_.empty()) {
      own.indices[own.count++] = free_.back();
      free_.pop_back();
    } else if (made_ < most_ && (made_ % chunk != 0 || make_chunk())) {
      own.indices[own.count++] = made_++;
    } else {
      break;
    }
  }
  return own.count != 0;
}

/// Under the mutex. Throws std::bad_alloc.
bool DeviceEvents::make_chunk() {
  Chunk* chunks = chunks_.load(std::memory_order_relaxed);
  if (chunks == nullptr) {
    chunks = new Chunk[(most_ + chunk - 1) / chunk]{};
    chunks_.store(chunks, std::memory_order_release);
  }
  free_.reserve(made_ + chunk);  // so that recycle() needs no memory
  chunks[made_ / chunk].store(new DeviceEvent[chunk], std::memory_order_release);
  return true;
}

DeviceEvent* DeviceEvents::find(uint64_t number) const {
  const uint32_t index = index_of(number);
  const Chunk* const chunks = chunks_.load(std::memory_order_acquire);
  if (chunks == nullptr || index >= most_) return nullptr;
  DeviceEvent* const events = chunks[index / chunk].load(std::memory_order_acquire);
  if (events == nullptr) return nullptr;
  DeviceEvent& event = events[index % chunk];
  const bool is_there = event.uses.load(std::memory_order_acquire) != 0 &&
                        event.number.load(std::memory_order_relaxed) == number;
  return is_there ? &event : nullptr;
}

bool DeviceEvents::use(DeviceEvent& event, uint64_t by) {
  uint64_t uses = event.uses.load(std::memory_order_relaxed);
  while (uses != 0) {
    if (event.uses.compare_exchange_weak(uses, uses + by, std::memory_order_acq_rel)) return true;
  }
  return false;
}

void DeviceEvents::drop(DeviceEvent& event, FreeEvents* own) {
  if (event.uses.fetch_sub(by_tree, std::memory_order_acq_rel) == by_tree) recycle(event, own);
}

void DeviceEvents::release(DeviceEvent& event, FreeEvents& own) {
  uint64_t uses = event.uses.load(std::memory_order_relaxed);
  // A kernel that releases what it does not hold leaves the uses of the tree alone.
  while (uses % by_tree != 0) {
    if (!event.uses.compare_exchange_weak(uses, uses - by_kernel, std::memory_order_acq_rel)) {
      continue;
    }
    if (uses == by_kernel) recycle(event, &own);
    return;
  }
}

bool DeviceEvents::drop_only_use(DeviceEvent& event) {
  uint64_t only = by_tree;
  return event.uses.compare_exchange_strong(only, 0, std::memory_order_acq_rel);
}

void DeviceEvents::end_wait(EventWait& wait) {
  DeviceEvent& event = *wait.event;
  (wait.previous != nullptr ? wait.previous->next : event.first_wait) = wait.next;
  if (wait.next != nullptr) wait.next->previous = wait.previous;
  wait.event = nullptr;
  drop(event, nullptr);
}

void DeviceEvents::recycle(DeviceEvent& event, FreeEvents* own) {
  const uint32_t index = index_of(event.number.load(std::memory_order_relaxed));
  event.captures.clear();
  if (own != nullptr && own->count != own->indices.size()) {
    own->indices[own->count++] = index;
    return;
  }
  const std::scoped_lock lock(mutex_);
  free_.push_back(index);
  if (own == nullptr) return;
  while (own->count > own->indices.size() / 2) free_.push_back(own->indices[--own->count]);
}

}  // namespace cleave::backend::cpu::enqueue
