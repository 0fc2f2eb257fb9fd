// Shares compute slices among processes: chooses the slices of a tile that the queues of an index
// run on.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "backend/cpu/pool/execution.h"
#include "backend/cpu/slices/processor_claims.h"
#include "os/fork.h"
#include "topology/topology.h"

namespace cleave::backend::cpu::slices {

/// The slices that this process uses. Thread-safe; lives as long as the process.
class Slices {
 public:
  explicit Slices(const topology::Machine& machine);

  /// Implements Hardware::slice.
  [[nodiscard]] support::Ref<ResourceSet> use(const std::vector<topology::UnitSet>& slices,
                                              size_t index);

 private:
  friend class CpuSlice;
  /// The slice of an index while it has users.
  struct SliceUse {
    size_t users = 0;
    size_t slice = 0;
    ProcessorClaims::Processors processors;  // of the slice
    ProcessorClaims::Claim claim;
  };
  using Tile = std::vector<topology::UnitSet>;
  using Uses = std::map<size_t, SliceUse>;  // by index

  [[nodiscard]] SliceUse begin_use(const Tile& tile, const Uses& uses, size_t index);
  void end_use(const Tile& tile, size_t index);

  const topology::Machine& machine_;
  os::ForkSafeMutex mutex_;
  ProcessorClaims claims_;
  std::map<Tile, Uses> tiles_;
};

}  // namespace cleave::backend::cpu::slices
