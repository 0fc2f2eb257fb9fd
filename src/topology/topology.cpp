#include "topology/topology.h"

#include <algorithm>
#include <numeric>

namespace cleave::topology {

UnitSet::UnitSet(std::vector<uint32_t> indices) : indices_(std::move(indices)) {
  std::ranges::sort(indices_);
  indices_.erase(std::ranges::unique(indices_).begin(), indices_.end());
}

UnitSet UnitSet::range(uint32_t first, uint32_t count) {
  std::vector<uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), first);
  return UnitSet(std::move(indices));
}

bool UnitSet::contains(uint32_t index) const {
  return std::ranges::binary_search(indices_, index);
}

size_t UnitSet::position_of(uint32_t index) const {
  return static_cast<size_t>(std::ranges::lower_bound(indices_, index) - indices_.begin());
}

bool UnitSet::is_subset_of(const UnitSet& other) const {
  return std::ranges::includes(other.indices_, indices_);
}

bool UnitSet::intersects(const UnitSet& other) const {
  return !intersection(other).empty();
}

UnitSet UnitSet::intersection(const UnitSet& other) const {
  UnitSet common;
  std::ranges::set_intersection(indices_, other.indices_, std::back_inserter(common.indices_));
  return common;
}

const char* name_of(Level level) {
  switch (level) {
    case Level::numa:
      return "numa";
    case Level::l4:
      return "l4";
    case Level::l3:
      return "l3";
    case Level::l2:
      return "l2";
    case Level::l1:
      return "l1";
  }
  return "unknown";
}

std::vector<uint32_t> Machine::processors_of(const UnitSet& some) const {
  std::vector<uint32_t> processors;
  for (const uint32_t unit : some) processors.push_back(units[unit].os_processor);
  return processors;
}

uint64_t Machine::largest(Level level) const {
  uint64_t bytes = 0;
  for (const Group& group : at(level)) bytes = std::max(bytes, group.bytes);
  return bytes;
}

}  // namespace cleave::topology
