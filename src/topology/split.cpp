// The words of the tool's --split and --as.
#include <algorithm>
#include <numeric>
#include <string>

#include "support/number.h"
#include "topology/partition.h"

namespace cleave::topology {
namespace {

using support::parse_number;

using Scheme = PartitionRequest::Scheme;
using std::to_string;

constexpr const char* known_splits =
    "right would be equally:N, counts:A,B,…, names:A,B-C,…, ranks, numa, l4, l3, l2, l1 or next";
constexpr std::string_view equally = "equally:";
constexpr std::string_view counts = "counts:";
constexpr std::string_view names = "names:";
constexpr std::string_view ranks = "ranks:";

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

/// More than any machine has.
constexpr cl_uint most_named = 1U << 20;

/// A number of compute units: 1 or more.
bool parse_units(std::string_view text, std::string_view split, cl_uint& units,
                 std::string& problem) {
  if (parse_number(text, units) && units > 0) return true;
  problem = quoted(text) + " in " + quoted(split) +
            " is no number of compute units (1 or more); right would be for example " +
            (split.starts_with(counts) ? "counts:3,1" : "equally:2");
  return false;
}

bool parse_count(std::string_view word, std::string_view split, std::vector<cl_uint>& list,
                 std::string& problem) {
  return parse_units(word, split, list.emplace_back(), problem);
}

/// A unit's number, or the first and the last of several: "4", "2-5".
bool parse_names(std::string_view word, std::string_view split, std::vector<cl_uint>& list,
                 std::string& problem) {
  const size_t dash = word.find('-');
  const std::string_view last_word = dash == std::string_view::npos ? word : word.substr(dash + 1);
  cl_uint first = 0, last = 0;
  if (!parse_number(word.substr(0, dash), first) || !parse_number(last_word, last) ||
      last < first || last - first >= most_named) {
    problem = quoted(word) + " in " + quoted(split) +
              " is neither a compute unit's number nor the first and the last of some; right would "
              "be for example names:0,2-5";
    return false;
  }
  for (cl_uint offset = 0; offset <= last - first; ++offset) list.push_back(first + offset);
  return true;
}

/// Parses the text behind the scheme's word: entries with commas between them, each parsed by
/// `parse`.
template <class Parse>
bool parse_list(std::string_view split, std::string_view scheme, const Parse& parse,
                std::vector<cl_uint>& list, std::string& problem) {
  std::string_view rest = split.substr(scheme.size());
  while (true) {
    const size_t comma = rest.find(',');
    if (!parse(rest.substr(0, comma), split, list, problem)) return false;
    if (comma == std::string_view::npos) return true;
    rest.remove_prefix(comma + 1);
  }
}

cl_device_affinity_domain domain_of(std::string_view word) {
  constexpr cl_device_affinity_domain last = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  for (cl_device_affinity_domain domain = CL_DEVICE_AFFINITY_DOMAIN_NUMA; domain <= last;
       domain <<= 1) {
    if (word == word_of(domain)) return domain;
  }
  return 0;
}

/// The splits along domains that give this machine at least two parts.
std::string possible_domains(const Machine& machine) {
  cl_device_affinity_domain domains = affinity_domains(machine, machine.all_units());
  std::string words;
  for (cl_device_affinity_domain domain = 1; domain <= domains; domain <<= 1) {
    if ((domains & domain) != 0) words += (words.empty() ? "" : ", ") + word_of(domain);
  }
  return words.empty() ? "it can only be split by equally:N, counts:A,B,… and names:A,B-C,…"
                       : "right would be " + words;
}

std::string explain(std::string_view split, const PartitionRequest& request, cl_int code,
                    const Machine& machine) {
  const size_t units = machine.units.size();
  const std::string start = "cannot split by " + quoted(split) + ": ";
  const std::string has = "this machine has " + to_string(units);
  if (request.scheme == Scheme::by_counts) {
    if (units < 2) return start + has + " compute unit, which cannot be split";
    uint64_t total = std::accumulate(request.counts.begin(), request.counts.end(), uint64_t{0});
    return start + "the counts add up to " + to_string(total) + " compute units, and " + has +
           "; right would be for example counts:1," + to_string(units - 1);
  }
  if (request.scheme == Scheme::by_names) {
    if (units < 2) return start + has + " compute unit, which cannot be split";
    const cl_uint largest = *std::ranges::max_element(request.names);
    if (largest < units) return start + "a unit is named twice";
    return start + "there is no unit " + to_string(largest) + ", " + has + ", numbered from 0 to " +
           to_string(units - 1);
  }
  if (request.scheme == Scheme::equally) {
    const std::string why = request.units_each == units ? "it would not give two parts, " : "";
    return start + why + has + " compute unit" + (units == 1 ? "" : "s") +
           "; right would be equally:1" + (units <= 2 ? "" : " to equally:" + to_string(units - 1));
  }
  if (code == CL_INVALID_VALUE) {
    return start + "this machine has no such level; " + possible_domains(machine);
  }
  return start + "it would not give two parts; " + possible_domains(machine);
}

/// A device that is a whole machine need not be split to be a part of one unit.
bool is_its_own_part(const Machine& machine, const PartitionRequest& request) {
  bool one_each = request.scheme == Scheme::equally && request.units_each == 1;
  return machine.units.size() == 1 && (one_each || request.counts == std::vector<cl_uint>{1} ||
                                       request.names == std::vector<cl_uint>{0});
}

std::vector<UnitSet> choose(std::vector<UnitSet> parts, std::string_view as, std::string& problem) {
  if (as == "all") return parts;
  constexpr std::string_view one = "one:";
  cl_uint number = 0;
  if (as.starts_with(one) && parse_number(as.substr(one.size()), number) && number < parts.size()) {
    return {std::move(parts[number])};
  }
  problem = quoted(as) + " names no part; there " +
            (parts.size() == 1 ? "is 1, and right would be all or one:0"
                               : "are " + to_string(parts.size()) +
                                     ", and right would be all, or one:N with N from 0 to " +
                                     to_string(parts.size() - 1));
  return {};
}

/// Parts for the processes of a job; none, and a `problem`, when there are not enough units.
std::vector<UnitSet> split_by_ranks(const Machine& machine, std::string_view split,
                                    std::string& problem) {
  cl_uint count = 0;
  if (!parse_number(split.substr(ranks.size()), count) || count == 0) {
    problem = quoted(split.substr(ranks.size())) + " in " + quoted(split) +
              " is no number of processes (1 or more); right would be for example ranks:2";
    return {};
  }
  std::vector<UnitSet> parts = divide_evenly(machine, count);
  if (parts.empty()) {
    const size_t units = machine.units.size();
    problem = "cannot split by " + quoted(split) + ": this machine has " + to_string(units) +
              " compute unit" + (units == 1 ? "" : "s") + ", less than one for each process";
  }
  return parts;
}

}  // namespace

std::string word_of(cl_device_affinity_domain domain) {
  if (domain == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) return "next";
  for (Level level : all_levels) {
    if (domain == cl_device_affinity_domain{CL_DEVICE_AFFINITY_DOMAIN_NUMA}
                      << static_cast<unsigned>(level)) {
      return name_of(level);
    }
  }
  return "";
}

bool parse_split(std::string_view text, PartitionRequest& request, std::string& problem) {
  if (text.starts_with(equally)) {
    request.scheme = Scheme::equally;
    return parse_units(text.substr(equally.size()), text, request.units_each, problem);
  }
  if (text.starts_with(counts)) {
    request.scheme = Scheme::by_counts;
    return parse_list(text, counts, parse_count, request.counts, problem);
  }
  if (text.starts_with(names)) {
    request.scheme = Scheme::by_names;
    return parse_list(text, names, parse_names, request.names, problem);
  }
  request.scheme = Scheme::by_affinity_domain;
  request.domain = domain_of(text);
  if (request.domain == 0) problem = quoted(text) + " is no split; " + known_splits;
  return request.domain != 0;
}

std::vector<UnitSet> root_devices(const Machine& machine, std::string_view split,
                                  std::string_view as, std::string& problem) {
  if (split.empty()) return {machine.all_units()};
  if (split.starts_with(ranks)) {
    std::vector<UnitSet> parts = split_by_ranks(machine, split, problem);
    return parts.empty() ? parts : choose(std::move(parts), as, problem);
  }
  PartitionRequest request;
  if (!parse_split(split, request, problem)) return {};
  if (is_its_own_part(machine, request)) return choose({machine.all_units()}, as, problem);
  support::Result<Partition> result = partition(machine, machine.all_units(), request);
  if (!result.ok()) {
    problem = explain(split, request, result.status().code(), machine);
    return {};
  }
  return choose(std::move(result).value().parts, as, problem);
}

}  // namespace cleave::topology
