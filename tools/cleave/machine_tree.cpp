#include "machine_tree.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "text.h"

namespace cleave::tool {
namespace {

using topology::Group;
using topology::Level;
using topology::Machine;
using topology::UnitSet;

std::string describe(Level level, const Group& group) {
  if (level == Level::numa) {
    return "NUMA node" + (group.bytes == 0 ? "" : " (" + bytes(group.bytes) + ")");
  }
  std::string name = topology::name_of(level);
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name + (group.bytes == 0 ? "" : " " + bytes(group.bytes));
}

/// Puts `what` into the smallest group that holds all of its units.
void insert(UnitGroup& group, const std::string& what, const UnitSet& units) {
  if (group.units == units) {
    group.what.push_back(what);
    return;
  }
  for (UnitGroup& inner : group.inside) {
    if (units.is_subset_of(inner.units)) return insert(inner, what, units);
  }
  group.inside.push_back({{what}, units, {}});
}

struct Thing {
  std::string what;
  UnitSet units;
};

/// All that units share, larger sets first, and of equal ones the outer level first.
std::vector<Thing> things_of(const Machine& machine) {
  std::vector<Thing> things;
  for (Level level : topology::all_levels) {
    for (const Group& group : machine.at(level)) {
      things.push_back({describe(level, group), group.units});
    }
  }
  std::map<uint32_t, std::vector<uint32_t>> cores;
  for (uint32_t unit = 0; unit < machine.units.size(); ++unit) {
    cores[machine.units[unit].core].push_back(unit);
  }
  for (auto& [core, units] : cores) things.push_back({"core", UnitSet(std::move(units))});
  std::map<size_t, std::vector<Thing>, std::greater<>> by_size;  // each in the order of levels
  for (Thing& thing : things) by_size[thing.units.count()].push_back(std::move(thing));
  things.clear();
  for (auto& [size, alike] : by_size) std::ranges::move(alike, std::back_inserter(things));
  return things;
}

void sort(UnitGroup& group) {
  std::ranges::sort(group.inside, {}, [](const UnitGroup& inner) { return inner.units[0]; });
  for (UnitGroup& inner : group.inside) sort(inner);
}

bool same_shape(const UnitGroup& a, const UnitGroup& b) {
  return a.what == b.what && a.units.count() == b.units.count() &&
         std::ranges::equal(a.inside, b.inside, same_shape);
}

/// `show_units` is false below a line that stands for several groups.
void draw_inside(const UnitGroup& group, const std::string& indent, bool show_units,
                 std::string& out) {
  for (size_t first = 0, end = 0; first < group.inside.size(); first = end) {
    const UnitGroup& inner = group.inside[first];
    std::vector<UnitSet> alike;
    for (end = first; end < group.inside.size() && same_shape(inner, group.inside[end]); ++end) {
      alike.push_back(group.inside[end].units);
    }
    const bool last = end == group.inside.size();
    out += indent + (last ? "└─ " : "├─ ");
    if (alike.size() > 1) out += std::to_string(alike.size()) + " × ";
    out += joined(inner.what, ", ") + ": " + units(inner.units.count());
    if (alike.size() > 1) out += " each";
    if (show_units) out += " (" + sets(alike) + ")";
    out += '\n';
    draw_inside(inner, indent + (last ? "   " : "│  "), show_units && alike.size() == 1, out);
  }
}

}  // namespace

UnitGroup machine_tree(const Machine& machine) {
  UnitGroup root{{}, machine.all_units(), {}};
  std::vector<Thing> things = things_of(machine);
  // Things that all units share hang below the root, so that the root is the machine alone.
  std::vector<std::string> shared;
  for (const Thing& thing : things) {
    if (thing.units == root.units) shared.push_back(thing.what);
  }
  if (!shared.empty()) root.inside.push_back({std::move(shared), root.units, {}});
  for (const Thing& thing : things) {
    if (thing.units != root.units) insert(root, thing.what, thing.units);
  }
  sort(root);
  return root;
}

std::string draw(const UnitGroup& root) {
  std::string out;
  draw_inside(root, "", true, out);
  return out;
}

Json to_json(const UnitGroup& group) {
  Json::List inside;
  for (const UnitGroup& inner : group.inside) inside.push_back(to_json(inner));
  return Json::Object{{"shares", json_list(group.what)},
                      {"units", json_list(group.units)},
                      {"inside", std::move(inside)}};
}

}  // namespace cleave::tool
