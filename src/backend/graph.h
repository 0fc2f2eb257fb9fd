// Describes graphs: steps of work and the order between them, which a device prepares once and runs
// any number of times.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "backend/launch.h"
#include "backend/resources.h"
#include "backend/transfer.h"
#include "support/reference.h"

namespace cleave::backend {

/// A step of a graph: a launch, a transfer, or nothing, which ends when all steps that it follows
/// have ended.
///
///   {.work = launch, .follows = first_two}   runs when both have ended
struct Step {
  using Work = std::variant<std::monostate, support::Ref<Launch>, const Transfer*>;
  Work work = {};      // a transfer lives as long as the graph
  uint32_t queue = 0;  // the index, in GraphRun::where, of the units on which it runs
  std::span<const uint32_t> follows =
      {};  // the indices of earlier steps; lives as long as the call of prepare()
};

/// Steps that a device has prepared. Only the device that made it knows what it is. Immutable.
class Graph : public support::ReferenceCounted<Graph> {
 public:
  virtual ~Graph() = default;
};

/// A launch that stands in for the one of a step.
struct Substitute {
  uint32_t step = 0;            // its index
  support::Ref<Launch> launch;  // null: the step does nothing
};

/// New bytes of a launch's arguments.
struct ArgumentPatch {
  uint32_t step = 0;    // its index
  uint32_t offset = 0;  // in the argument block
  std::span<const std::byte> bytes;
};

/// One run of a graph. The steps that follow a failed one do not run, and all others do; the first
/// failure is the run's.
struct GraphRun {
  support::Ref<const Graph> graph;
  std::vector<support::Ref<const ResourceSet>> where;  // by Step::queue
  // Ascending by step: launches whose output belongs to this run alone.
  std::vector<Substitute> substitutes;
};

}  // namespace cleave::backend
