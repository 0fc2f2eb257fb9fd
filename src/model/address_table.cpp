#include "model/address_table.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
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
  ends_.reserve(memory_.capacity());
  begins_.reserve(memory_.capacity());
  changes_.fetch_add(1, std::memory_order_release);
  begins_.insert(begins_.begin() + position, memory->begin());
  ends_.insert(ends_.begin() + position, memory->end());
  memory_.insert(memory_.begin() + position, std::move(memory));
  return true;
}

AddressedMemoryRef AddressTable::find(uint64_t address) const {
  AddressedMemoryRef found;
  static_cast<void>(find(std::span(&address, 1), std::span(&found, 1)));
  return found;
}

bool AddressTable::is_end_before(size_t position, uint64_t address) const {
  return position != 0 && ends_[position - 1] == address;
}

bool AddressTable::find(std::span<const uint64_t> addresses,
                        std::span<AddressedMemoryRef> found) const {
  if (is_lost_by_fork()) {
    std::ranges::fill(found, nullptr);
    return false;
  }
  bool are_clear = true;
  const std::shared_lock lock(mutex_);
  for (size_t i = 0; i < addresses.size(); ++i) {
    const size_t position = position_after(addresses[i]);
    const bool is_known = position != 0 && addresses[i] < ends_[position - 1];
    found[i] = is_known ? memory_[position - 1] : nullptr;
    const bool is_begin = is_known && begins_[position - 1] == addresses[i];
    are_clear = are_clear && (is_known || addresses[i] == 0) &&
                !(is_begin && is_end_before(position - 1, addresses[i]));
  }
  return are_clear;
}

ApplicationPointer AddressTable::pointer(uint64_t address) const {
  AddressedMemoryRef found;
  const bool is_clear = find(std::span(&address, 1), std::span(&found, 1));
  return {address, found, !is_clear};
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
  changes_.fetch_add(1, std::memory_order_release);
  AddressedMemoryRef erased = std::move(memory_[position - 1]);
  memory_.erase(memory_.begin() + index);
  begins_.erase(begins_.begin() + index);
  ends_.erase(ends_.begin() + index);
  return erased;
}

AddressedMemoryRef AddressTable::take(uint64_t begin, AddressedKinds kinds) {
  if (is_lost_by_fork()) return nullptr;
  Periods over;  // its memory goes when the lock is free
  const std::scoped_lock lock(mutex_);
  const size_t position = position_of(
      begin, [kinds](const AddressedMemory& memory) { return (only(memory.kind()) & kinds) != 0; });
  if (position == 0) return nullptr;
  const AddressedMemoryRef& memory = memory_[position - 1];
  if ((only(memory->kind()) & unified_kinds) != 0) {
    Periods& periods = periods_[period_of(memory->kind())];
    over = take_over(periods);
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

/// Begins accesses where each kind has a period that goes on. Precondition: the shared lock.
bool AddressTable::begin_in_last_periods(AddressedKinds kinds, IndirectAccess& access) {
  for (const MemoryKind kind : {MemoryKind::host, MemoryKind::device, MemoryKind::shared}) {
    if ((only(kind) & kinds) == 0) continue;
    Periods& periods = periods_[period_of(kind)];
    if (periods.empty() || !periods.back().freed.empty()) return false;
    access.periods_[period_of(kind)] = &periods.back();
  }
  for (Period* period : access.periods_) {
    if (period != nullptr) period->commands.fetch_add(1, std::memory_order_relaxed);
  }
  return true;
}

AddressTable::IndirectAccess AddressTable::access_indirectly(AddressedKinds kinds) {
  IndirectAccess access;
  if (kinds == 0 || is_lost_by_fork()) return access;
  {
    const std::shared_lock lock(mutex_);
    if (begin_in_last_periods(kinds, access)) {
      access.table_ = this;
      return access;
    }
  }
  const std::scoped_lock lock(mutex_);
  for (const MemoryKind kind : {MemoryKind::host, MemoryKind::device, MemoryKind::shared}) {
    if ((only(kind) & kinds) == 0) continue;
    Periods& periods = periods_[period_of(kind)];
    if (periods.empty() || !periods.back().freed.empty()) periods.emplace_back();
  }
  static_cast<void>(begin_in_last_periods(kinds, access));
  access.table_ = this;
  return access;
}

AddressTable::Periods AddressTable::take_over(Periods& periods) noexcept {
  Periods over;
  while (!periods.empty() && periods.front().commands == 0) {
    over.splice(over.end(), periods, periods.begin());
  }
  return over;
}

void AddressTable::end(const IndirectAccess& access) noexcept {
  bool holds_memory = false;
  {
    const std::shared_lock lock(mutex_);
    for (size_t index = 0; index < periods_.size(); ++index) {
      Period* const period = access.periods_[index];
      if (period == nullptr) continue;
      period->commands.fetch_sub(1, std::memory_order_relaxed);
      holds_memory = holds_memory || periods_[index].size() > 1 || !period->freed.empty();
    }
  }
  if (!holds_memory) return;
  std::array<Periods, 3> over;
  const std::scoped_lock lock(mutex_);
  for (size_t index = 0; index < periods_.size(); ++index) {
    if (access.periods_[index] != nullptr) over[index] = take_over(periods_[index]);
  }
}

AddressTable::IndirectAccess::~IndirectAccess() {
  if (table_ != nullptr) table_->end(*this);
}

bool AddressTable::IndirectAccess::is_to(MemoryKind kind) const {
  return (only(kind) & unified_kinds) != 0 && periods_[period_of(kind)] != nullptr;
}

AddressedKinds AddressTable::IndirectAccess::kinds() const {
  AddressedKinds kinds = 0;
  for (const MemoryKind kind : {MemoryKind::host, MemoryKind::device, MemoryKind::shared}) {
    if (is_to(kind)) kinds |= only(kind);
  }
  return kinds;
}

void AddressTable::IndirectAccess::swap(IndirectAccess& other) noexcept {
  std::swap(table_, other.table_);
  std::swap(periods_, other.periods_);
}

}  // namespace cleave::model
