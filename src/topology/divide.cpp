// Divides a machine among the processes of a job: parts of equal size, as few of them as possible
// across the borders of nodes and caches.
#include <algorithm>
#include <array>
#include <compare>

#include "topology/partition.h"

namespace cleave::topology {
namespace {

/// The numbers of nodes and caches, by level, that have a part with units of others too. Outer
/// levels count first.
using Crossings = std::array<uint32_t, all_levels.size()>;

/// Returns the pieces that are not divided: a core's units, or single ones if there are not enough
/// cores. Entry i is the beginning of the i-th; the last is the number of units.
std::vector<uint32_t> atoms_of(const Machine& machine, uint32_t count) {
  std::vector<uint32_t> cores, units;
  const auto size = static_cast<uint32_t>(machine.units.size());
  for (uint32_t unit = 0; unit < size; ++unit) {
    units.push_back(unit);
    if (unit == 0 || machine.units[unit].core != machine.units[unit - 1].core)
      cores.push_back(unit);
  }
  std::vector<uint32_t>& atoms = cores.size() >= count ? cores : units;
  atoms.push_back(size);
  return std::move(atoms);
}

/// For each level: the number of borders between its groups before a unit, counted from unit 1.
using Borders = std::array<std::vector<uint32_t>, all_levels.size()>;

Borders borders_of(const Machine& machine) {
  Borders borders;
  const size_t size = machine.units.size();
  for (Level level : all_levels) {
    std::vector<size_t> group(size, SIZE_MAX);
    for (size_t g = 0; g < machine.at(level).size(); ++g) {
      for (uint32_t unit : machine.at(level)[g].units) group[unit] = g;
    }
    std::vector<uint32_t>& before = borders[static_cast<size_t>(level)];
    before.assign(size, 0);
    for (size_t unit = 1; unit < size; ++unit) {
      before[unit] = before[unit - 1] + (group[unit] != group[unit - 1] ? 1 : 0);
    }
  }
  return borders;
}

/// The crossings of a part from `first` to before `end`, added to those of the parts before.
Crossings with_part(const Borders& borders, Crossings crossings, uint32_t first, uint32_t end) {
  for (size_t level = 0; level < crossings.size(); ++level) {
    crossings[level] += borders[level][end - 1] - borders[level][first];
  }
  return crossings;
}

/// For each part, whether it is one of the larger ones: so many atoms more than `each` as there are
/// left over. Chosen for the fewest crossings, by dynamic programming over the parts and the larger
/// ones among them.
std::vector<bool> choose_larger(const std::vector<uint32_t>& atoms, const Borders& borders,
                                uint32_t count, uint32_t each, uint32_t left_over) {
  std::vector<std::vector<bool>> is_larger(count, std::vector<bool>(left_over + 1));
  constexpr uint32_t impossible = UINT32_MAX;
  std::vector<Crossings> best(left_over + 1, Crossings{impossible});
  best[0] = {};
  for (uint32_t part = 0; part < count; ++part) {
    std::vector<Crossings> next(left_over + 1, Crossings{impossible});
    for (uint32_t larger = 0; larger <= left_over; ++larger) {
      if (best[larger][0] == impossible) continue;
      const uint32_t first = part * each + larger;
      for (uint32_t more = 0; more <= 1 && larger + more <= left_over; ++more) {
        const Crossings crossings =
            with_part(borders, best[larger], atoms[first], atoms[first + each + more]);
        if (crossings <= next[larger + more]) {  // where all is equal larger parts come first
          next[larger + more] = crossings;
          is_larger[part][larger + more] = more == 1;
        }
      }
    }
    best = std::move(next);
  }
  std::vector<bool> chosen(count);
  for (uint32_t part = count, larger = left_over; part-- > 0;) {
    chosen[part] = is_larger[part][larger];
    larger -= chosen[part] ? 1 : 0;
  }
  return chosen;
}

}  // namespace

std::vector<UnitSet> divide_evenly(const Machine& machine, uint32_t count) {
  if (count == 0 || count > machine.units.size()) return {};
  const std::vector<uint32_t> atoms = atoms_of(machine, count);
  const auto size = static_cast<uint32_t>(atoms.size() - 1);
  const uint32_t each = size / count;
  const std::vector<bool> is_larger =
      choose_larger(atoms, borders_of(machine), count, each, size % count);
  std::vector<UnitSet> parts;
  uint32_t first = 0;
  for (uint32_t part = 0; part < count; ++part) {
    const uint32_t end = first + each + (is_larger[part] ? 1 : 0);
    parts.push_back(UnitSet::range(atoms[first], atoms[end] - atoms[first]));
    first = end;
  }
  return parts;
}

}  // namespace cleave::topology
