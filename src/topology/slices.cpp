#include "topology/slices.h"

#include <algorithm>
#include <charconv>

namespace cleave::topology {
namespace {

bool parse_number(std::string_view text, uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

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

bool is_tile(const Machine& machine, const UnitSet& root, const UnitSet& device) {
  return std::ranges::any_of(machine.at(Level::numa), [&](const Group& node) {
    return node.units.intersection(root) == device;
  });
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

std::vector<UnitSet> slices_of(const Machine& machine, const UnitSet& root, const UnitSet& device,
                               uint32_t count) {
  if (count < 2 || device.count() < count || !is_tile(machine, root, device)) return {};
  const auto each = static_cast<std::ptrdiff_t>(device.count() / count);
  std::vector<UnitSet> slices;
  for (auto begin = device.begin(); slices.size() < count; begin += each) {
    slices.emplace_back(std::vector<uint32_t>(begin, begin + each));
  }
  return slices;
}

}  // namespace cleave::topology
