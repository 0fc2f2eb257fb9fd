// Lets a thread of the application run work inline while it waits: decides where it may, and sets
// its floating-point modes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/cpu/execution.h"
#include "backend/cpu/worker_pool.h"
#include "topology/topology.h"

namespace cleave::backend::cpu {

/// Which threads of the application may run work of which units. A thread may when the processors
/// of its affinity mask are all processors of the units: the mask decides, since the thread may be
/// moved anywhere within it at any moment. The mask is read once for each wait; that it was changed
/// since shows when the thread stands on a foreign processor, which is looked at between ranges of
/// work. Immutable and thread-safe.
class HelperRules {
 public:
  /// `bound`: whether units stand for processors of this system at all. If not, nobody helps.
  HelperRules(const topology::Machine& machine, bool bound);

  /// A system call, unless the units are all processors that there can be.
  [[nodiscard]] bool may_help(const topology::UnitSet& units) const;
  /// The unit of the processor that the thread stands on; Execution::no_unit when it is none of
  /// `units`.
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

/// The memory for work-groups that the calling thread runs; lives as long as the thread.
[[nodiscard]] Worker& helper_of_this_thread();

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

}  // namespace cleave::backend::cpu
