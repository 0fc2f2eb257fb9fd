#include "slices.h"

#include <fstream>

#include "backend/cpu/slices/processor_claims.h"
#include "options/options.h"
#include "text.h"
#include "topology/slices.h"

namespace cleave::tool {
namespace {

using backend::cpu::slices::ProcessorClaims;
using topology::Machine;
using topology::UnitSet;

/// "" when the process has ended, or belongs to somebody else.
std::string name_of(pid_t process) {
  std::string name;
  std::getline(std::ifstream("/proc/" + std::to_string(process) + "/comm") >> std::ws, name);
  return name;
}

std::string describe(pid_t process) {
  if (process == 0) return "processes of other PID namespaces";
  const std::string name = name_of(process);
  return std::to_string(process) + (name.empty() ? "" : " (" + name + ")");
}

std::string users_of(const Slice& slice) {
  if (slice.holders.empty()) return "free";
  std::vector<std::string> users;
  for (const pid_t process : slice.holders) users.push_back(describe(process));
  return "used by " + joined(users, ", ");
}

Slice slice_of(const Machine& machine, UnitSet units, ProcessorClaims& claims,
               std::string& problem) {
  Slice slice{std::move(units), {}, {}};
  slice.processors = machine.processors_of(slice.units);
  if (problem.empty()) slice.holders = claims.holders(slice.processors, problem);
  return slice;
}

}  // namespace

std::vector<SlicesOfDevice> slices_of(const Machine& machine, const std::vector<UnitSet>& roots) {
  std::vector<SlicesOfDevice> all(roots.size());
  topology::SliceCounts counts;
  std::string problem;
  const std::string& option = options::wanted_slices().value;
  if (option.empty() || !topology::parse_slices(option, counts, problem) ||
      !topology::slices_exist(machine, roots, counts, problem)) {
    return all;
  }
  ProcessorClaims claims(machine);
  for (const auto& [root, count] : counts) {
    SlicesOfDevice& slices = all[root];
    for (UnitSet& tile : topology::tiles_of(machine, roots[root])) {
      Tile shown{tile, {}};
      for (UnitSet& units : topology::slices_of(machine, roots[root], tile, count)) {
        shown.slices.push_back(slice_of(machine, std::move(units), claims, slices.problem));
      }
      if (!shown.slices.empty()) slices.tiles.push_back(std::move(shown));
    }
    slices.is_tile = slices.tiles.size() == 1 && slices.tiles[0].units == roots[root];
  }
  return all;
}

std::string describe(const SlicesOfDevice& slices) {
  if (slices.tiles.empty()) return "";
  std::string text = slices.is_tile ? "  has compute slices for queues\n"
                                    : "  its parts by numa have compute slices for queues\n";
  for (const Tile& tile : slices.tiles) {
    for (size_t index = 0; index < tile.slices.size(); ++index) {
      const Slice& slice = tile.slices[index];
      text += "    slice " + std::to_string(index);
      if (!slices.is_tile) text += " of " + ranges(tile.units);
      text += ": " + tool::units(slice.units.count()) + " (" + ranges(slice.units) +
              (slice.processors.size() == 1 ? "), processor " : "), processors ") +
              ranges(slice.processors);
      text += slices.problem.empty() ? ", " + users_of(slice) + "\n" : "\n";
    }
  }
  if (!slices.problem.empty()) text += "    who uses them is not known: " + slices.problem + "\n";
  return text;
}

Json to_json(const SlicesOfDevice& slices) {
  Json::List tiles;
  for (const Tile& tile : slices.tiles) {
    Json::List list;
    for (const Slice& slice : tile.slices) {
      Json::List holders;
      for (const pid_t process : slice.holders) {
        holders.push_back(Json::Object{{"process", static_cast<uint32_t>(process)},
                                       {"name", process == 0 ? "" : name_of(process)}});
      }
      list.push_back(
          Json::Object{{"units", json_list(slice.units)},
                       {"processors", json_list(slice.processors)},
                       {"used_by", slices.problem.empty() ? Json(std::move(holders)) : Json()}});
    }
    tiles.push_back(Json::Object{{"units", json_list(tile.units)}, {"slices", std::move(list)}});
  }
  return tiles;
}

}  // namespace cleave::tool
