#include "backend/cpu/slices/slices.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace cleave::backend::cpu::slices {

/// A slice that queues run on; tells when the last one does no longer.
class CpuSlice final : public pool::CpuResourceSet {
 public:
  CpuSlice(topology::UnitSet units, Slices& slices, std::vector<topology::UnitSet> tile,
           size_t index)
      : pool::CpuResourceSet(std::move(units)),
        slices_(slices),
        tile_(std::move(tile)),
        index_(index) {}
  CpuSlice(const CpuSlice&) = delete;
  CpuSlice& operator=(const CpuSlice&) = delete;
  ~CpuSlice() override { slices_.end_use(tile_, index_); }

 private:
  Slices& slices_;
  const std::vector<topology::UnitSet> tile_;
  const size_t index_;
};

Slices::Slices(const topology::Machine& machine) : machine_(machine), claims_(machine) {}

/// The slice of its own number if others do not use it more than the next ones.
Slices::SliceUse Slices::begin_use(const Tile& tile, const Uses& uses, size_t index) {
  std::vector<size_t> free;
  for (size_t step = 0; step < tile.size(); ++step) {
    const size_t slice = (index + step) % tile.size();
    const bool is_used = std::ranges::any_of(
        uses, [&](const auto& use) { return use.first != index && use.second.slice == slice; });
    if (!is_used) free.push_back(slice);
  }
  std::vector<ProcessorClaims::Processors> choices;
  for (const size_t slice : free) choices.push_back(machine_.processors_of(tile[slice]));
  const ProcessorClaims::Claim claim = claims_.claim(choices);
  return {0, free[claim.choice], std::move(choices[claim.choice]), claim};
}

support::Ref<ResourceSet> Slices::use(const Tile& tile, size_t index) {
  size_t slice = 0;
  {
    const std::scoped_lock lock(mutex_);
    Uses& uses = tiles_[tile];
    const auto [found, is_new] = uses.try_emplace(index);
    if (is_new) {
      try {
        found->second = begin_use(tile, uses, index);
      } catch (...) {
        uses.erase(found);
        throw;
      }
    }
    ++found->second.users;
    slice = found->second.slice;
  }
  try {
    return support::make_ref<CpuSlice>(tile[slice], *this, tile, index);
  } catch (...) {
    end_use(tile, index);
    throw;
  }
}

void Slices::end_use(const Tile& tile, size_t index) {
  const std::scoped_lock lock(mutex_);
  Uses& uses = tiles_[tile];
  const auto found = uses.find(index);
  if (--found->second.users != 0) return;
  claims_.release(found->second.processors, found->second.claim);
  uses.erase(found);
}

}  // namespace cleave::backend::cpu::slices
