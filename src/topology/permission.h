// Finds out what the system lets this process do with its machine. Containers and sandboxes may
// refuse it.
#pragma once

#include <string>

#include "topology/topology.h"

namespace cleave::topology {

// Each gives a reason for people, or "" if nothing is in the way. Thread-safe; nothing is changed.

/// Why worker threads are not bound to the processors of their units.
[[nodiscard]] std::string why_unbound(const Machine& machine);
/// Why new buffers do not lie on the memory node of their devices, where there are several nodes.
[[nodiscard]] std::string why_unplaced(const Machine& machine);
/// Why migration moves no buffer to another memory node, where there are several.
[[nodiscard]] std::string why_unmoved(const Machine& machine);

}  // namespace cleave::topology
