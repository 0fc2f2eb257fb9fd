#include "topology/slices.h"

#include <algorithm>

#include "support/number.h"

namespace cleave::topology {
namespace {

using support::parse_number;

/// "0:2".
bool parse_entry(std::string_view entry, SliceCounts& counts, std::string& problem) {
  const size_t colon = entry.find(':');
  uint32_t root = 0, count = 0;
  if (colon == std::string_view::npos || !parse_number(entry.substr(0, colon), root) ||
      !parse_number(entry.substr(colon + 1), count)) {
    problem = "is not a root device's index and a number of slices; right would be for example 0:2";
    return false;
  }
  if (count != 1 && count != 2 && count != 4) {
    problem = "asks for " + std::to_string(count) + " slices; right would be 1 (none), 2 or 4";
    return false;
  }
  if (!counts.emplace(root, count).second) {
    problem = "names a root device for the second time";
    return false;
  }
  return true;
}

}  // namespace

bool parse_slices(std::string_view text, SliceCounts& counts, std::string& problem) {
  while (true) {
    const size_t comma = text.find(',');
    const std::string_view entry = text.substr(0, comma);
    if (!parse_entry(entry, counts, problem)) {
      problem = "'" + std::string(entry) + "' " + problem;
      return false;
    }
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

std::vector<UnitSet> tiles_of(const Machine& machine, const UnitSet& root) {
  std::vector<UnitSet> tiles;
  for (const Group& node : machine.at(Level::numa)) {
    UnitSet tile = node.units.intersection(root);
    if (!tile.empty() && std::ranges::find(tiles, tile) == tiles.end()) {
      tiles.push_back(std::move(tile));
    }
  }
  return tiles;
}

bool slices_exist(const Machine& machine, const std::vector<UnitSet>& roots,
                  const SliceCounts& counts, std::string& problem) {
  for (const auto& [root, count] : counts) {
    const std::string entry = "'" + std::to_string(root) + ":" + std::to_string(count) + "' ";
    if (root >= roots.size()) {
      problem = entry + "names a root device that is not there; the last is " +
                std::to_string(roots.size() - 1);
      return false;
    }
    size_t most = 0;
    for (const UnitSet& tile : tiles_of(machine, roots[root])) most = std::max(most, tile.count());
    if (count > 1 && most < count) {
      problem = entry + "asks for more slices than a NUMA node of the device has compute units (" +
                std::to_string(most) + "); right would be " + (most >= 2 ? "2" : "1 (none)");
      return false;
    }
  }
  return true;
}

std::vector<UnitSet> slices_of(const Machine& machine, const UnitSet& root, const UnitSet& device,
                               uint32_t count) {
  if (count < 2 || device.count() < count) return {};
  const std::vector<UnitSet> tiles = tiles_of(machine, root);
  if (std::ranges::find(tiles, device) == tiles.end()) return {};
  const auto each = static_cast<std::ptrdiff_t>(device.count() / count);
  std::vector<UnitSet> slices;
  for (auto begin = device.begin(); slices.size() < count; begin += each) {
    slices.emplace_back(std::vector<uint32_t>(begin, begin + each));
  }
  return slices;
}

}  // namespace cleave::topology
