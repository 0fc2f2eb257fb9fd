#include "topology/rank.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "support/number.h"
#include "topology/partition.h"

namespace cleave::topology {
namespace {

using support::parse_number;

using std::to_string;

enum class CountMeaning : uint8_t { here, listed, evenly, never };

struct RankVariables {
  const char* variable;
  CountMeaning meaning;
  const char* count;
  const char* nodes;
  const char* who;
};
constexpr RankVariables sources[] = {
#define CLEAVE_RANK(variable, meaning, count, nodes, who) \
  {variable, CountMeaning::meaning, count, nodes, who},
#include "topology/ranks.def"
#undef CLEAVE_RANK
};

/// The first source whose rank is set; null, and a `problem`, when there is none.
const RankVariables* find_source(std::string& problem) {
  std::string known;
  for (const RankVariables& source : sources) {
    if (std::getenv(source.variable) != nullptr) return &source;
    known += std::string("\n  ") + source.variable + " (" + source.who + ")";
  }
  problem =
      "parts by rank are for processes that mpirun, srun or the like starts, and none of the "
      "variables that say which of them this is was found:" +
      known;
  return nullptr;
}

/// Reads a variable that holds a number; false, and a `problem`, when it does not.
bool read_number(const char* variable, uint32_t& number, std::string& problem) {
  const char* value = std::getenv(variable);
  if (value == nullptr) {
    problem = std::string(variable) + " is not set";
  } else if (!parse_number(value, number)) {
    problem = std::string(variable) + "=" + value + " is no number";
  } else {
    return true;
  }
  return false;
}

/// Returns the entry at `index` of a list such as "4(x2),3"; 0: there is none.
uint32_t entry_at(std::string_view list, uint32_t index) {
  while (!list.empty()) {
    const std::string_view entry = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), entry.size() + 1));
    const size_t open = entry.find("(x");
    uint32_t count = 0, times = 1;
    if (!parse_number(entry.substr(0, open), count)) return 0;
    if (open != std::string_view::npos &&
        (!entry.ends_with(')') ||
         !parse_number(entry.substr(open + 2, entry.size() - open - 3), times))) {
      return 0;
    }
    if (index < times) return count;
    index -= times;
  }
  return 0;
}

bool read_count(const RankVariables& source, uint32_t& count, std::string& problem) {
  uint32_t nodes = 0;
  switch (source.meaning) {
    case CountMeaning::here:
      return read_number(source.count, count, problem);
    case CountMeaning::listed: {
      if (!read_number(source.nodes, nodes, problem)) return false;
      const char* list = std::getenv(source.count);
      count = list == nullptr ? 0 : entry_at(list, nodes);
      if (count == 0) {
        problem = std::string(source.count) +
                  (list == nullptr ? " is not set"
                                   : std::string("=") + list + " has no number for " +
                                         source.nodes + "=" + to_string(nodes));
      }
      return count != 0;
    }
    case CountMeaning::evenly:
      if (!read_number(source.count, count, problem)) return false;
      if (!read_number(source.nodes, nodes, problem)) return false;
      if (nodes == 0 || count % nodes != 0) {
        problem = std::string(source.count) + "=" + to_string(count) + " and " + source.nodes +
                  "=" + to_string(nodes) + " are not the same number on each machine";
        return false;
      }
      count /= nodes;
      return true;
    case CountMeaning::never:
      break;
  }
  problem = std::string(source.variable) + " comes without one";
  return false;
}

/// Advises on a machine of which this process may use only some processors, if its starter may be
/// the cause.
std::string about_binding(const Machine& machine) {
  const auto online = static_cast<size_t>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 0L));
  if (!machine.is_this_system || machine.units.size() >= online) return "";
  return "; this process may use " + to_string(machine.units.size()) + " of " + to_string(online) +
         " processors: if the job's starter bound it, " + how_to_leave_unbound;
}

/// Turns "rank" into "one:N".
bool choose_by_rank(const Machine& machine, RootRequest& request, std::string& problem) {
  ProcessRank rank;
  if (!rank_from_environment(rank, problem)) return false;
  const size_t parts = root_devices(machine, request.split, "all", problem).size();
  if (parts == 0) {
    problem += about_binding(machine);
    return false;
  }
  if (rank.number >= parts) {
    problem = "no part is left for this process: " + rank.variable + "=" + to_string(rank.number) +
              ", and the split " + request.split + " gives " + to_string(parts) +
              (parts == 1 ? " part" : " parts") +
              "; right would be at most as many processes on a machine, or smaller parts" +
              about_binding(machine);
    return false;
  }
  request.as = "one:" + to_string(rank.number);
  return true;
}

}  // namespace

bool rank_from_environment(ProcessRank& rank, std::string& problem) {
  const RankVariables* source = find_source(problem);
  if (source == nullptr) return false;
  rank.variable = source->variable;
  if (read_number(source->variable, rank.number, problem)) return true;
  problem = rank.variable + "=" + std::getenv(source->variable) +
            " is no rank (a number, the first is 0)";
  return false;
}

bool rank_count_from_environment(uint32_t& count, std::string& problem) {
  const RankVariables* source = find_source(problem);
  if (source == nullptr) return false;
  if (read_count(*source, count, problem) && count > 0) return true;
  if (problem.empty()) problem = std::string(source->count) + "=0";
  problem = "how many processes of the job are on this machine is not known (" + problem +
            "); right would be for example ranks:4, or numa";
  return false;
}

std::vector<UnitSet> root_devices_here(const Machine& machine, RootRequest& request,
                                       std::string& problem) {
  if (request.split.empty() && request.as != "all") {
    problem = "'" + request.as +
              "' names parts of a split, and there is none; right would be for example " +
              "CLEAVE_SPLIT=ranks CLEAVE_SPLIT_AS=rank";
    return {};
  }
  if (request.split == "ranks") {
    uint32_t count = 0;
    if (!rank_count_from_environment(count, problem)) return {};
    request.split += ":" + to_string(count);
  }
  if (request.as == "rank" && !choose_by_rank(machine, request, problem)) return {};
  return root_devices(machine, request.split, request.as, problem);
}

}  // namespace cleave::topology
