// Shows the machine as a tree of what its compute units share.
#pragma once

#include <string>
#include <vector>

#include "json.h"
#include "topology/topology.h"

namespace cleave::tool {

/// Everything that the same units share: a node and its only L3 are one group.
struct UnitGroup {
  std::vector<std::string> what;  // outermost first: "NUMA node (4 GiB)", "L3 32 MiB", "core"
  topology::UnitSet units;
  std::vector<UnitGroup> inside;  // in the order of their units; none below a core
};

/// The tree, whose root is the machine itself and has all units.
[[nodiscard]] UnitGroup machine_tree(const topology::Machine& machine);

/// A line for each group; neighbours of the same shape share one.
[[nodiscard]] std::string draw(const UnitGroup& root);

[[nodiscard]] Json to_json(const UnitGroup& group);

}  // namespace cleave::tool
