#include "model/memory/storage.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
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
      valid_(bytes, ~MemorySet{0}) {
  if (!is_of_application_) return;
  allocations_[host_memory_index] = backend::Allocation::of_host(host_memory, bytes);
  valid_.set(0, bytes, host_memory_index);
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
  valid_.set(0, bytes_, host_memory_index);
}

bool Storage::try_access(const Access& access, uint32_t memory) {
  const std::scoped_lock lock(mutex_);
  if (is_migrating_ || !allocations_[memory].exists()) return false;
  if (access.is_read && !valid_.stale(access.begin, access.end, memory).empty()) return false;
  begin_access(access, memory);
  return true;
}

void Storage::begin_access(const Access& access, uint32_t memory) {
  if (access.is_written) {
    valid_.set(access.begin, access.end, memory);
  } else {
    valid_.add(access.begin, access.end, memory);
  }
}

std::vector<Storage::MigrationCopy> Storage::copies_for(const Access& access,
                                                        uint32_t memory) const {
  std::vector<MigrationCopy> copies;
  if (!access.is_read) return copies;
  for (const ValidRanges::ValidRange& stale : valid_.stale(access.begin, access.end, memory)) {
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

Storage::MigrationPlan Storage::begin_migration(const Access& access, uint32_t memory,
                                                std::function<void()> resume) {
  const std::scoped_lock lock(mutex_);
  if (is_migrating_) {
    waiting_.push_back(std::move(resume));
    return {MigrationPlan::State::waiting};
  }
  std::vector<MigrationCopy> copies = copies_for(access, memory);
  const bool passes_host = std::ranges::any_of(
      copies, [](const MigrationCopy& copy) { return copy.to == host_memory_index; });
  if (!make_allocation(memory) || (passes_host && !make_allocation(host_memory_index))) {
    return {MigrationPlan::State::no_memory};
  }
  is_migrating_ = true;
  return {MigrationPlan::State::begun, std::move(copies)};
}

void Storage::end_migration(const Access& access, uint32_t memory, bool is_done) {
  std::vector<std::function<void()>> waiting;
  {
    const std::scoped_lock lock(mutex_);
    if (is_done) {
      for (const MigrationCopy& copy : copies_for(access, memory)) {
        valid_.add(copy.begin, copy.begin + copy.bytes, copy.to);
      }
      begin_access(access, memory);
    }
    is_migrating_ = false;
    waiting.swap(waiting_);
  }
  for (const auto& resume : waiting) resume();
}

}  // namespace cleave::model::memory
