// Lists the ways in which a device can be split.
#pragma once

#include <string>
#include <vector>

#include "json.h"
#include "topology/partition.h"

namespace cleave::tool {

/// A split along one affinity domain.
struct DomainSplit {
  std::string word;  // as --split takes it: "numa", "l3"
  std::vector<topology::UnitSet> parts;
};

struct Splits {
  size_t units = 0;                  // counts add up to it at most, and equal parts have fewer
  std::vector<DomainSplit> domains;  // those that give two parts or more, outermost first
  std::vector<std::string> next;     // the domains that `next` takes, level by level
};

[[nodiscard]] Splits splits_of(const topology::Machine& machine, const topology::UnitSet& device);

/// A line for each way, indented.
[[nodiscard]] std::string describe(const Splits& splits);

[[nodiscard]] Json to_json(const Splits& splits);

}  // namespace cleave::tool
