#include "model/memory/joint_access.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace cleave::model::memory {
namespace {

// Every write of a command is a claim that names its copies, and every access is compared with the
// claims of its storage, while no other command can be submitted.
constexpr size_t most_accesses = 4096;
constexpr size_t most_copies = 64;
constexpr size_t most_claims = 256;  // of a storage

}  // namespace

JointAccess::JointAccess(std::span<const StorageAccess> accesses, uint32_t memory)
    : accesses_(accesses), memory_(memory) {
  std::vector<Storage*> storages;
  storages.reserve(accesses.size());
  for (const StorageAccess& access : accesses) storages.push_back(access.storage);
  std::ranges::sort(storages, std::less());
  const auto repeated = std::ranges::unique(storages);
  storages.erase(repeated.begin(), repeated.end());
  locked_.reserve(storages.size());
  for (Storage* const storage : storages) {
    locked_.push_back({storage, std::unique_lock(storage->mutex_), std::nullopt});
    storage->contents_.refresh();
  }
}

JointAccess::Locked& JointAccess::locked(const StorageAccess& access) {
  return *std::ranges::lower_bound(locked_, access.storage, std::less(), &Locked::storage);
}

bool JointAccess::plan() {
  for (const StorageAccess& each : accesses_) {
    const Storage& storage = *each.storage;
    if (storage.is_migrating_ || !storage.allocations_[memory_].exists()) return false;
    if (!each.access.is_read) continue;
    const Contents& contents = storage.contents_;
    if (!contents.stale(each.access.begin, each.access.end, memory_).empty()) return false;
    if (!contents.copies_behind(each.access.begin, each.access.end, memory_).empty()) return false;
  }
  for (const StorageAccess& each : accesses_) note_write(each);
  return true;
}

JointAccess::Order JointAccess::plan_read(const StorageAccess& access,
                                          backend::Ticket (*draw_ticket)()) {
  Locked& own = locked(access);
  const auto& [begin, end, is_read, is_written] = access.access;
  for (const Contents::ValidRange& stale : own.contents().stale(begin, end, memory_)) {
    const bool is_on_host = (stale.memories & (MemorySet{1} << host_memory_index)) != 0;
    if (memory_ == host_memory_index || !is_on_host) return Order::by_host;
    // Bytes that nobody has written are current there, too.
    if (!access.storage->make_allocation(host_memory_index)) return Order::no_memory;
    NewCopy copy{access.storage, stale.begin, stale.end - stale.begin,
                 support::make_ref<PendingCopy>(draw_ticket())};
    own.contents_to_change().add(stale.begin, stale.end, memory_, {copy.copy});
    copies_.push_back(std::move(copy));
  }
  return Order::possible;
}

void JointAccess::add_needs(const CopyList& copies, uint32_t step, bool is_chain) {
  for (const support::Ref<PendingCopy>& copy : copies) {
    const bool is_known = std::ranges::find(needed_, copy) != needed_.end();
    if (!is_known) needed_.push_back(copy);
    if (is_known && is_chain) continue;
    const auto of_step = std::ranges::lower_bound(needs_, step, {}, &StepNeed::step);
    const auto needs_of_step = std::ranges::subrange(of_step, needs_.end());
    if (std::ranges::find(needs_of_step, copy, &StepNeed::copy) == needs_of_step.end()) {
      needs_.push_back({copy, step});
    }
  }
}

void JointAccess::note_write(const StorageAccess& access) {
  const auto& [begin, end, is_read, is_written] = access.access;
  Locked& own = locked(access);
  if (!is_written || own.contents().is_only_in(begin, end, memory_, needed_)) return;
  own.contents_to_change().set(begin, end, memory_, needed_);
}

JointAccess::Order JointAccess::plan_copies(backend::Ticket (*draw_ticket)(), bool is_chain) {
  if (accesses_.size() > most_accesses) return Order::by_host;
  for (const Locked& each : locked_) {
    if (each.storage->is_migrating_) return Order::by_host;
    if (!each.storage->make_allocation(memory_)) return Order::no_memory;
  }
  for (size_t first = 0; first < accesses_.size();) {
    const uint32_t step = accesses_[first].step;
    size_t last = first;
    // A step reads before it writes, also where it does both to one storage.
    for (; last < accesses_.size() && accesses_[last].step == step; ++last) {
      const StorageAccess& each = accesses_[last];
      if (!each.access.is_read) continue;
      const Order order = plan_read(each, draw_ticket);
      if (order != Order::possible) return order;
      if (copies_.size() > most_copies) return Order::by_host;
      const Contents& contents = locked(each).contents();
      add_needs(contents.copies_behind(each.access.begin, each.access.end, memory_), step,
                is_chain);
    }
    for (; first < last; ++first) {
      note_write(accesses_[first]);
      if (locked(accesses_[first]).contents().claims() > most_claims) return Order::by_host;
    }
  }
  return Order::possible;
}

void JointAccess::begin() noexcept {
  for (Locked& each : locked_) {
    if (each.changed) std::swap(each.storage->contents_, *each.changed);
  }
}

}  // namespace cleave::model::memory
