#include "model/handle.h"

#include <array>
#include <cassert>
#include <mutex>

#include "os/fork.h"
#include "os/os.h"

namespace cleave::model {

namespace {

std::atomic<const void*> the_dispatch_table{nullptr};

constexpr size_t chunk_bytes = Slab::chunk_bytes;

/// Slots that wait after a release before they are used again, for each kind of object.
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

struct Slab::Impl {
  size_t slot_bytes;
  size_t slots_per_chunk;
  AddressSet chunks;

  os::ForkSafeMutex mutex;
  std::byte* fresh = nullptr;  // the next slot that was never used
  size_t fresh_slots = 0;
  SlotPrefix* first_free = nullptr;  // a queue: the slot released longest ago comes first
  SlotPrefix* last_free = nullptr;
  size_t free_slots = 0;

  explicit Impl(size_t object_bytes)
      : slot_bytes(Slab::slot_bytes(object_bytes)), slots_per_chunk(chunk_bytes / slot_bytes) {}

  SlotPrefix* take_free() {
    SlotPrefix* slot = first_free;
    first_free = slot->next_free;
    if (first_free == nullptr) last_free = nullptr;
    --free_slots;
    return slot;
  }

  SlotPrefix* take_fresh(std::atomic<uintptr_t>& first_chunk) {
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
};

Slab::Slab(size_t object_bytes, size_t object_alignment) : impl_(new Impl(object_bytes)) {
  assert(object_alignment <= 64 && impl_->slots_per_chunk > 0);
  static_cast<void>(object_alignment);
}

void* Slab::allocate() {
  SlotPrefix* slot = nullptr;
  {
    const std::scoped_lock lock(impl_->mutex);
    if (impl_->free_slots > hold_back) {
      slot = impl_->take_free();
    } else {
      slot = impl_->take_fresh(first_chunk_);
      // Better a handle that is used again early than none.
      if (slot == nullptr && impl_->free_slots > 0) slot = impl_->take_free();
    }
  }
  if (slot == nullptr) return nullptr;
  slot->header.dispatch = dispatch_table();
  slot->header.counts.store(Counts::reference, std::memory_order_relaxed);
  return object(&slot->header);
}

void Slab::deallocate(void* object) noexcept {
  SlotPrefix* slot = reinterpret_cast<SlotPrefix*>(header(object));
  slot->header.counts.store(0, std::memory_order_relaxed);
  const std::scoped_lock lock(impl_->mutex);
  slot->next_free = nullptr;
  (impl_->last_free == nullptr ? impl_->first_free : impl_->last_free->next_free) = slot;
  impl_->last_free = slot;
  ++impl_->free_slots;
}

bool Slab::is_later_chunk(uintptr_t address) const {
  return address != 0 && impl_->chunks.contains(address);
}

}  // namespace cleave::model
