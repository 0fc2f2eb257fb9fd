// Lets a thread of the application run work inline while it waits: decides where it may, and sets
// floating-point modes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/cpu/pool/execution.h"
#include "backend/cpu/pool/worker_pool.h"
#include "topology/topology.h"

namespace cleave::backend::cpu::pool {

/// Decides which threads of the application may run work of which units. A thread may if all
/// processors of its affinity mask belong to the units: the mask decides, since the system may move
/// the thread anywhere within it at any moment. The mask is read once for each wait. If it has
/// changed since, the thread is found on a foreign processor, which is checked between chunks.
/// Immutable and thread-safe.
class InlineRules {
 public:
  /// `bound`: whether units are processors of this system at all. If not, no thread runs work
  /// inline.
  InlineRules(const topology::Machine& machine, bool bound);

  /// A system call, unless the units are all processors that there can be.
  [[nodiscard]] bool may_run_inline(const topology::UnitSet& units) const;
  /// Returns the unit of the processor that the thread runs on; Execution::no_unit when it is none
  /// of `units`.
  [[nodiscard]] uint32_t unit_here(const topology::UnitSet& units) const;

 private:
  [[nodiscard]] uint32_t unit_of(size_t processor) const {
    return processor < units_.size() ? units_[processor] : Execution::no_unit;
  }
  std::vector<uint32_t> units_;  // by processor
  const bool bound_;
  const size_t system_processors_;
};

/// True when the stack of the calling thread has room for so many bytes and for what calls need. A
/// thread on a stack that is not its own (a coroutine) has none.
[[nodiscard]] bool has_stack_for(size_t bytes);

/// Returns the memory for work-groups that the calling thread runs inline; lives as long as the
/// thread.
[[nodiscard]] Worker& inline_worker_of_this_thread();

/// Round to nearest, denormals kept, all exceptions masked, while it lives; then what was before.
class DefaultFloatingPoint {
 public:
  DefaultFloatingPoint();
  ~DefaultFloatingPoint();
  DefaultFloatingPoint(const DefaultFloatingPoint&) = delete;
  DefaultFloatingPoint& operator=(const DefaultFloatingPoint&) = delete;

 private:
  const unsigned before_;
};

}  // namespace cleave::backend::cpu::pool
