#include "model/address_table.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace cleave::model {
namespace {

using MemoryKind = AddressedMemory::Kind;

/// The index of a kind among those that are accessed indirectly.
constexpr size_t period_of(MemoryKind kind) {
  return static_cast<size_t>(kind) - static_cast<size_t>(MemoryKind::host);
}
static_assert(period_of(MemoryKind::device) == 1 && period_of(MemoryKind::shared) == 2);

}  // namespace

size_t AddressTable::position_after(uint64_t address) const {
  // std::upper_bound without branches, half of which would be mispredicted.
  const uint64_t* first = begins_.data();
  size_t left = begins_.size();
  while (left > 1) {
    const size_t half = left / 2;
    first += half * static_cast<size_t>(first[half - 1] <= address);
    left -= half;
  }
  const size_t last = left == 1 && *first <= address ? 1 : 0;
  return static_cast<size_t>(first - begins_.data()) + last;
}

bool AddressTable::add(AddressedMemoryRef memory) {
  if (is_lost_by_fork()) return false;
  const std::scoped_lock lock(mutex_);
  const auto position = static_cast<std::ptrdiff_t>(position_after(memory->begin()));
  // Steps that allocate memory come first.
  if (memory_.size() == memory_.capacity()) memory_.reserve(2 * memory_.size() + 8);
  const uint64_t bytes = memory->allocation().bytes;
  most_bytes_.store(std::max(most_bytes(), bytes), std::memory_order_relaxed);
  begins_.insert(begins_.begin() + position, memory->begin());
  memory_.insert(memory_.begin() + position, std::move(memory));
  return true;
}

AddressedMemoryRef AddressTable::find(uint64_t address) const {
  if (is_lost_by_fork()) return nullptr;
  const std::shared_lock lock(mutex_);
  return find_locked(address);
}

AddressedMemoryRef AddressTable::find_locked(uint64_t address) const {
  const size_t position = position_after(address);
  if (position == 0 || !memory_[position - 1]->contains(address)) return nullptr;
  return memory_[position - 1];
}

void AddressTable::find(std::span<const uint64_t> addresses,
                        std::span<AddressedMemoryRef> found) const {
  if (is_lost_by_fork()) {
    std::ranges::fill(found, nullptr);
    return;
  }
  const std::shared_lock lock(mutex_);
  for (size_t i = 0; i < addresses.size(); ++i) found[i] = find_locked(addresses[i]);
}

AddressedMemoryRef AddressTable::find(const ApplicationPointer& address) const {
  AddressedMemoryRef memory = address.memory.lock();
  return memory ? memory : find(address.value);
}

template <class Suits>
size_t AddressTable::position_of(uint64_t begin, const Suits& suits) const {
  for (size_t position = position_after(begin); position > 0 && begins_[position - 1] == begin;
       --position) {
    if (suits(*memory_[position - 1])) return position;
  }
  return 0;
}

AddressedMemoryRef AddressTable::erase(size_t position) {
  const auto index = static_cast<std::ptrdiff_t>(position - 1);
  AddressedMemoryRef erased = std::move(memory_[position - 1]);
  memory_.erase(memory_.begin() + index);
  begins_.erase(begins_.begin() + index);
  return erased;
}

AddressedMemoryRef AddressTable::take(uint64_t begin, AddressedKinds kinds) {
  if (is_lost_by_fork()) return nullptr;
  const std::scoped_lock lock(mutex_);
  const size_t position = position_of(
      begin, [kinds](const AddressedMemory& memory) { return (only(memory.kind()) & kinds) != 0; });
  if (position == 0) return nullptr;
  const AddressedMemoryRef& memory = memory_[position - 1];
  if ((only(memory->kind()) & unified_kinds) != 0) {
    Periods& periods = periods_[period_of(memory->kind())];
    if (!periods.empty()) periods.back().freed.push_back(memory);
  }
  return erase(position);
}

void AddressTable::remove(const AddressedMemory& memory) noexcept {
  if (is_lost_by_fork()) return;
  const std::scoped_lock lock(mutex_);
  const size_t position = position_of(
      memory.begin(), [&memory](const AddressedMemory& other) { return &other == &memory; });
  if (position != 0) static_cast<void>(erase(position));
}

AddressTable::IndirectAccess AddressTable::access_indirectly(AddressedKinds kinds) {
  IndirectAccess access;
  if (kinds == 0 || is_lost_by_fork()) return access;
  const std::scoped_lock lock(mutex_);
  access.table_ = this;
  for (const MemoryKind kind : {MemoryKind::host, MemoryKind::device, MemoryKind::shared}) {
    if ((only(kind) & kinds) == 0) continue;
    Periods& periods = periods_[period_of(kind)];
    if (periods.empty() || !periods.back().freed.empty()) periods.emplace_back();
    ++periods.back().commands;
    access.periods_[period_of(kind)] = &periods.back();
  }
  return access;
}

void AddressTable::end(const IndirectAccess& access) noexcept {
  Periods over;  // its memory goes when the lock is free
  const std::scoped_lock lock(mutex_);
  for (size_t index = 0; index < periods_.size(); ++index) {
    if (access.periods_[index] == nullptr) continue;
    --access.periods_[index]->commands;
    Periods& periods = periods_[index];
    while (!periods.empty() && periods.front().commands == 0) {
      over.splice(over.end(), periods, periods.begin());
    }
  }
}

AddressTable::IndirectAccess::~IndirectAccess() {
  if (table_ != nullptr) table_->end(*this);
}

bool AddressTable::IndirectAccess::is_to(MemoryKind kind) const {
  return (only(kind) & unified_kinds) != 0 && periods_[period_of(kind)] != nullptr;
}

void AddressTable::IndirectAccess::swap(IndirectAccess& other) noexcept {
  std::swap(table_, other.table_);
  std::swap(periods_, other.periods_);
}

}  // namespace cleave::model
