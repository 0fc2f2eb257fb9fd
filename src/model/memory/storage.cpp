#include "model/memory/storage.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <exception>
#include <new>
#include <utility>

#include "support/rounding.h"

namespace cleave::model::memory {
namespace {

/// The largest built-in type (long16, double16) has 128 bytes; a page keeps large buffers of
/// different devices off each other's pages, whose NUMA node first touch decides.
constexpr size_t smallest_alignment = 128;
constexpr size_t page_bytes = 4096;

size_t alignment_for(size_t bytes) {
  return bytes < page_bytes ? smallest_alignment : page_bytes;
}

static_assert(most_memories <= 8 * sizeof(MemorySet));

/// Memory of the host that no device shares.
backend::Allocation allocate_on_host(size_t bytes) {
  const size_t alignment = alignment_for(bytes);
  void* const memory = std::aligned_alloc(alignment, support::rounded_up(bytes, alignment));
  return backend::Allocation::of_host(memory, bytes);
}

}  // namespace

Storage::Storage(Context& context, size_t bytes, void* host_memory)
    : context_(context),
      bytes_(bytes),
      is_of_application_(host_memory != nullptr),
      allocations_(context.memories().size()),
      contents_(bytes, ~MemorySet{0}) {
  if (!is_of_application_) return;
  allocations_[host_memory_index] = backend::Allocation::of_host(host_memory, bytes);
  contents_.set(0, bytes, host_memory_index);
}

Storage::~Storage() {
  for (uint32_t memory = 0; memory < allocations_.size(); ++memory) {
    const backend::Allocation& allocation = allocations_[memory];
    if (!allocation.exists()) continue;
    if (memory == host_memory_index && is_of_application_) continue;
    const ContextMemory& of = context_.memories()[memory];
    if (of.hardware != nullptr) {
      of.hardware->deallocate(allocation, of.users);
    } else {
      std::free(allocation.host_address);
    }
  }
}

bool Storage::allocate(uint32_t memory) {
  const std::scoped_lock lock(mutex_);
  return make_allocation(memory);
}

bool Storage::make_allocation(uint32_t memory) {
  backend::Allocation& allocation = allocations_[memory];
  if (allocation.exists()) return true;
  const ContextMemory& of = context_.memories()[memory];
  allocation = of.hardware != nullptr
                   ? of.hardware->allocate(bytes_, alignment_for(bytes_), of.users)
                   : allocate_on_host(bytes_);
  return allocation.exists();
}

void Storage::set_from_host() {
  const std::scoped_lock lock(mutex_);
  contents_.set(0, bytes_, host_memory_index);
}

std::vector<Storage::MigrationCopy> Storage::copies_for(const Access& access,
                                                        uint32_t memory) const {
  std::vector<MigrationCopy> copies;
  if (!access.is_read) return copies;
  for (const Contents::ValidRange& stale : contents_.stale(access.begin, access.end, memory)) {
    const size_t bytes = stale.end - stale.begin;
    const bool is_on_host = (stale.memories & (MemorySet{1} << host_memory_index)) != 0;
    if (!is_on_host) {
      const auto from = static_cast<uint32_t>(std::countr_zero(stale.memories));
      copies.push_back({stale.begin, bytes, from, host_memory_index});
    }
    if (memory != host_memory_index) {
      copies.push_back({stale.begin, bytes, host_memory_index, memory});
    }
  }
  return copies;
}

support::Ref<PendingCopy> Storage::copy_before(const Access& access, uint32_t memory) const {
  if (!access.is_read) return nullptr;
  CopyList copies = contents_.copies_behind(access.begin, access.end, memory);
  for (const MigrationCopy& each : copies_for(access, memory)) {
    add_copies(copies, contents_.copies_behind(each.begin, each.begin + each.bytes, each.from));
  }
  return copies.empty() ? nullptr : std::move(copies.front());
}

Storage::MigrationPlan Storage::begin_migration(const Access& access, uint32_t memory,
                                                const std::function<void()>& resume) {
  const std::scoped_lock lock(mutex_);
  if (is_migrating_) {
    waiting_.push_back(resume);
    return {MigrationPlan::State::waiting};
  }
  contents_.refresh();
  while (const support::Ref<PendingCopy> copy = copy_before(access, memory)) {
    if (copy->call_at_end(resume)) return {MigrationPlan::State::waiting};
    contents_.refresh();  // it has just ended
  }
  std::vector<MigrationCopy> copies = copies_for(access, memory);
  // Each copy is from the host's memory or to it, also of bytes that nobody has written.
  if (!make_allocation(memory) || (!copies.empty() && !make_allocation(host_memory_index))) {
    return {MigrationPlan::State::no_memory};
  }
  if (copies.empty()) return {MigrationPlan::State::current};
  is_migrating_ = true;
  return {MigrationPlan::State::begun, std::move(copies)};
}

void Storage::end_migration(std::span<const MigrationCopy> made) {
  std::vector<std::function<void()>> waiting;
  std::exception_ptr failure;
  {
    const std::scoped_lock lock(mutex_);
    is_migrating_ = false;
    waiting.swap(waiting_);
    try {
      contents_.refresh();
      for (const MigrationCopy& copy : made) {
        contents_.add(copy.begin, copy.begin + copy.bytes, copy.to);
      }
    } catch (const std::bad_alloc&) {
      failure = std::current_exception();
    }
  }
  for (const auto& resume : waiting) resume();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace cleave::model::memory
