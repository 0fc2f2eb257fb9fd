#include "model/handle.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <mutex>
#include <utility>

#include "os/fork.h"
#include "os/os.h"
#include "os/thread_number.h"
#include "support/thread_variable.h"

namespace cleave::model {

namespace {

std::atomic<const void*> the_dispatch_table{nullptr};
std::atomic<void*> the_dispatch_data{nullptr};

constexpr size_t chunk_bytes = Slab::chunk_bytes;

/// Slots that wait after a release before they are used again, for each kind of object and each sixteenth of the threads.
constexpr size_t hold_back = 256;

/// The addresses of a slab's chunks: readers take no lock, one writer at a time, nothing is ever
/// removed. A chain of hash tables, each twice as large as the one before and at most half full.
class AddressSet {
 public:
  AddressSet() : newest_(make_table(initial_bits)), first_(newest_) {}

  [[nodiscard]] bool is_usable() const { return first_ != nullptr; }

  [[nodiscard]] bool insert(uintptr_t address) {
    if (2 * (newest_->used + 1) > size(*newest_)) {
      Table* larger = make_table(newest_->bits + 1);
      if (larger == nullptr) return false;
      newest_->next.store(larger, std::memory_order_release);
      newest_ = larger;
    }
    size_t index = first_index(*newest_, address);
    while (newest_->entries[index].load(std::memory_order_relaxed) != 0) {
      index = (index + 1) & (size(*newest_) - 1);
    }
    newest_->entries[index].store(address, std::memory_order_release);
    ++newest_->used;
    return true;
  }

  [[nodiscard]] bool contains(uintptr_t address) const {
    for (const Table* table = first_; table != nullptr;
         table = table->next.load(std::memory_order_acquire)) {
      size_t index = first_index(*table, address);
      while (const uintptr_t entry = table->entries[index].load(std::memory_order_acquire)) {
        if (entry == address) return true;
        index = (index + 1) & (size(*table) - 1);
      }
    }
    return false;
  }

 private:
  static constexpr unsigned initial_bits = 6;

  struct Table {
    unsigned bits;
    size_t used = 0;
    std::atomic<uintptr_t>* entries;
    std::atomic<Table*> next{nullptr};
  };

  static size_t size(const Table& table) { return size_t{1} << table.bits; }
  static size_t first_index(const Table& table, uintptr_t address) {
    // Multiplicative hashing: the upper bits of the product depend on every bit of the address.
    return (address / chunk_bytes * 0x9E3779B97F4A7C15u) >> (64 - table.bits);
  }
  static Table* make_table(unsigned bits) {
    auto* entries = new (std::nothrow) std::atomic<uintptr_t>[size_t{1} << bits]();
    if (entries == nullptr) return nullptr;
    auto* table = new (std::nothrow) Table{.bits = bits, .entries = entries};
    if (table == nullptr) delete[] entries;
    return table;
  }

  Table* newest_;
  Table* first_;
};

/// The beginning of a slot, in front of its object.
struct SlotPrefix {
  HandleHeader header;
  SlotPrefix* next_free;
};
static_assert(sizeof(SlotPrefix) <= Slab::object_offset);
static_assert(offsetof(SlotPrefix, header) == 0);

}  // namespace

void set_dispatch_table(const void* table) {
  the_dispatch_table.store(table, std::memory_order_release);
}

const void* dispatch_table() {
  return the_dispatch_table.load(std::memory_order_acquire);
}

void set_dispatch_data(void* data) {
  the_dispatch_data.store(data, std::memory_order_release);
}

namespace {

/// Free slots, the one released longest ago first. Threads have different ones: events are made and
/// released with each launch.
class alignas(64) FreeSlots {
 public:
  void add(SlotPrefix* slot) {
    const std::scoped_lock lock(mutex_);
    slot->next_free = nullptr;
    append(slot, slot, 1);
  }
  /// Takes one out if more than `kept` are there; else returns nullptr.
  [[nodiscard]] SlotPrefix* take(size_t kept) {
    const std::scoped_lock lock(mutex_);
    if (count_.load(std::memory_order_relaxed) <= kept) return nullptr;
    return cut(1);
  }
  /// Adds a list of them.
  void add_all(SlotPrefix* first, SlotPrefix* last, size_t count) {
    const std::scoped_lock lock(mutex_);
    append(first, last, count);
  }
  /// Takes up to `most` out, a list, as take() does.
  [[nodiscard]] SlotPrefix* take_some(size_t kept, size_t most) {
    const std::scoped_lock lock(mutex_);
    const size_t there = count_.load(std::memory_order_relaxed);
    return there <= kept ? nullptr : cut(std::min(there - kept, most));
  }
  /// Takes one of another thread's, as take() does, and some more for later.
  [[nodiscard]] SlotPrefix* take_from(FreeSlots& other) {
    if (other.count_.load(std::memory_order_relaxed) <= hold_back) return nullptr;
    size_t taken = 0;
    SlotPrefix* first = nullptr;
    {
      const std::scoped_lock lock(other.mutex_);
      const size_t there = other.count_.load(std::memory_order_relaxed);
      if (there <= hold_back) return nullptr;
      taken = std::min<size_t>(there - hold_back, most_at_once);
      first = other.cut(taken);
    }
    if (taken == 1) return first;
    SlotPrefix* last = first;
    while (last->next_free != nullptr) last = last->next_free;
    const std::scoped_lock lock(mutex_);
    append(first->next_free, last, taken - 1);
    return first;
  }

 private:
  static constexpr size_t most_at_once = 64;

  /// Under the mutex, as cut().
  void append(SlotPrefix* first, SlotPrefix* last, size_t count) {
    (last_ == nullptr ? first_ : last_->next_free) = first;
    last_ = last;
    count_.store(count_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
  /// Takes out the first ones. Precondition: they are there.
  SlotPrefix* cut(size_t count) {
    SlotPrefix* const first = first_;
    SlotPrefix* last = first;
    for (size_t i = 1; i < count; ++i) last = last->next_free;
    first_ = std::exchange(last->next_free, nullptr);
    if (first_ == nullptr) last_ = nullptr;
    count_.store(count_.load(std::memory_order_relaxed) - count, std::memory_order_relaxed);
    return first;
  }

  os::ForkSafeMutex mutex_;
  SlotPrefix* first_ = nullptr;
  SlotPrefix* last_ = nullptr;
  std::atomic<size_t> count_{0};  // changed under the mutex
};

/// The slabs of a process, which threads know by their numbers: one for each kind of object.
constexpr size_t most_slabs = 16;

/// Slots that a thread takes from its free ones, and gives back to them, in batches: an event is made and released
/// with each launch, which takes two locks less.
struct ThreadSlots {
  static constexpr size_t batch = 16;
  SlotPrefix* ready = nullptr;  // to be used
  SlotPrefix* first_released = nullptr;
  SlotPrefix* last_released = nullptr;
  size_t released = 0;

  [[nodiscard]] SlotPrefix* take() {
    SlotPrefix* const slot = ready;
    if (slot != nullptr) ready = slot->next_free;
    return slot;
  }
  void add(SlotPrefix* slot) {
    slot->next_free = nullptr;
    (last_released == nullptr ? first_released : last_released->next_free) = slot;
    last_released = slot;
    ++released;
  }
  void give_released(FreeSlots& to) {
    if (released != 0) to.add_all(first_released, last_released, released);
    first_released = last_released = nullptr;
    released = 0;
  }
};

/// Keeps slots of all slabs for a thread. They go back when the thread ends; what the thread still releases then is
/// not kept.
struct SlotsOfThread {
  std::array<ThreadSlots, most_slabs> slots;
  bool is_open = false;
  bool is_closed = false;
};
struct Closer {
  SlotsOfThread& all;
  ~Closer();
};

constinit std::array<std::atomic<Slab::Impl*>, most_slabs> slabs{};
constinit thread_local SlotsOfThread slots_of_this_thread{};

}  // namespace

struct Slab::Impl {
  size_t slot_bytes;
  size_t slots_per_chunk;
  AddressSet chunks;
  std::array<FreeSlots, 16> free;

  os::ForkSafeMutex mutex;     // of the others
  std::byte* fresh = nullptr;  // the next slot that was never used
  size_t fresh_slots = 0;

  const size_t number;  // among the slabs

  explicit Impl(size_t object_bytes)
      : slot_bytes(Slab::slot_bytes(object_bytes)),
        slots_per_chunk(chunk_bytes / slot_bytes),
        number(register_slab(*this)) {}

  /// Returns its number; most_slabs: there are too many, and threads keep none of its slots.
  static size_t register_slab(Impl& slab) {
    for (size_t i = 0; i < most_slabs; ++i) {
      Impl* none = nullptr;
      if (slabs[i].compare_exchange_strong(none, &slab)) return i;
    }
    return most_slabs;
  }
  /// The slots of this thread; nullptr: it keeps none.
  [[nodiscard]] ThreadSlots* of_thread() {
    SlotsOfThread& all = support::of_this_thread(slots_of_this_thread);
    if (!all.is_open) {
      if (all.is_closed || number == most_slabs) return nullptr;
      static thread_local const Closer closer{all};
      static_cast<void>(closer);
      all.is_open = true;
    }
    return number == most_slabs ? nullptr : &all.slots[number];
  }
  void take_back(ThreadSlots& slots) {
    slots.give_released(own());
    while (SlotPrefix* const slot = slots.take()) own().add(slot);
  }
  [[nodiscard]] SlotPrefix* take_own() {
    ThreadSlots* const kept = of_thread();
    if (kept == nullptr) return own().take(hold_back);
    if (kept->ready == nullptr) kept->ready = own().take_some(hold_back, ThreadSlots::batch);
    return kept->take();
  }
  void add(SlotPrefix* slot) {
    ThreadSlots* const kept = of_thread();
    if (kept == nullptr) return own().add(slot);
    kept->add(slot);
    if (kept->released == ThreadSlots::batch) kept->give_released(own());
  }

  FreeSlots& own() { return free[os::thread_number() % free.size()]; }

  SlotPrefix* take_of_others() {
    for (FreeSlots& other : free) {
      if (&other == &own()) continue;
      if (SlotPrefix* slot = own().take_from(other)) return slot;
    }
    return nullptr;
  }

  SlotPrefix* take_fresh(std::atomic<uintptr_t>& first_chunk) {
    const std::scoped_lock lock(mutex);
    if (fresh_slots == 0) {
      void* chunk = chunks.is_usable() ? os::map_memory(chunk_bytes, chunk_bytes) : nullptr;
      if (chunk == nullptr) return nullptr;
      if (!chunks.insert(reinterpret_cast<uintptr_t>(chunk))) {
        os::unmap_memory(chunk, chunk_bytes);  // nobody has seen it
        return nullptr;
      }
      uintptr_t none = 0;
      first_chunk.compare_exchange_strong(none, reinterpret_cast<uintptr_t>(chunk));
      fresh = static_cast<std::byte*>(chunk);
      fresh_slots = slots_per_chunk;
    }
    // A page of zeros: no object. Nothing is written, somebody may be looking at a made-up handle.
    auto* slot = reinterpret_cast<SlotPrefix*>(fresh);
    fresh += slot_bytes;
    --fresh_slots;
    return slot;
  }

  /// Better a handle that is used again early than none.
  SlotPrefix* take_any() {
    for (FreeSlots& each : free) {
      if (SlotPrefix* slot = each.take(0)) return slot;
    }
    return nullptr;
  }
};

namespace {

Closer::~Closer() {
  all.is_open = false;
  all.is_closed = true;
  for (size_t i = 0; i < most_slabs; ++i) {
    if (Slab::Impl* const slab = slabs[i].load(std::memory_order_acquire)) {
      slab->take_back(all.slots[i]);
    }
  }
}

}  // namespace

Slab::Slab(size_t object_bytes, size_t object_alignment) : impl_(new Impl(object_bytes)) {
  assert(object_alignment <= 64 && impl_->slots_per_chunk > 0);
  static_cast<void>(object_alignment);
}

void* Slab::allocate() {
  SlotPrefix* slot = impl_->take_own();
  if (slot == nullptr) slot = impl_->take_of_others();
  if (slot == nullptr) slot = impl_->take_fresh(first_chunk_);
  if (slot == nullptr) slot = impl_->take_any();
  if (slot == nullptr) return nullptr;
  slot->header.dispatch = dispatch_table();
  slot->header.dispatch_data = the_dispatch_data.load(std::memory_order_acquire);
  slot->header.counts.store(Counts::reference, std::memory_order_relaxed);
  return object(&slot->header);
}

void Slab::deallocate(void* object) noexcept {
  SlotPrefix* slot = reinterpret_cast<SlotPrefix*>(header(object));
  slot->header.counts.store(0, std::memory_order_relaxed);
  impl_->add(slot);
}

bool Slab::is_later_chunk(uintptr_t address) const {
  return address != 0 && impl_->chunks.contains(address);
}

}  // namespace cleave::model
