// The words of the tool's --split and --as.
#include <charconv>
#include <string>

#include "topology/partition.h"

namespace cleave::topology {
namespace {

constexpr const char* known_splits =
    "equally:N, counts:A,B,…, numa, l4, l3, l2, l1 or next (N, A, B: compute units, 1 or more)";

bool parse_count(std::string_view text, cl_uint& count) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() && end == text.data() + text.size() && count > 0;
}

bool parse_counts(std::string_view text, std::vector<cl_uint>& counts) {
  while (true) {
    size_t comma = text.find(',');
    cl_uint count = 0;
    if (!parse_count(text.substr(0, comma), count)) return false;
    counts.push_back(count);
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

bool parse_domain(std::string_view text, cl_device_affinity_domain& domain) {
  if (text == "next") domain = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  for (Level level : all_levels) {
    if (text == name_of(level)) {
      domain = static_cast<cl_device_affinity_domain>(CL_DEVICE_AFFINITY_DOMAIN_NUMA)
               << static_cast<unsigned>(level);
    }
  }
  return domain != 0;
}

std::string explain(cl_int code, std::string_view split, const Machine& machine) {
  std::string text = "cannot split this machine of " + std::to_string(machine.units.size()) +
                     " compute units by '" + std::string(split) + "': ";
  switch (code) {
    case CL_INVALID_VALUE:
      return text + "it has no such level; `cleave info` shows the levels it has";
    case CL_INVALID_DEVICE_PARTITION_COUNT:
      return text + "the counts add up to more than that";
    default:
      return text + "that would not give two parts, or not one whole part";
  }
}

}  // namespace

bool parse_split(std::string_view text, PartitionRequest& request, std::string& problem) {
  using Scheme = PartitionRequest::Scheme;
  constexpr std::string_view equally = "equally:";
  constexpr std::string_view counts = "counts:";
  bool good = false;
  if (text.starts_with(equally)) {
    request.scheme = Scheme::equally;
    good = parse_count(text.substr(equally.size()), request.units_each);
  } else if (text.starts_with(counts)) {
    request.scheme = Scheme::by_counts;
    good = parse_counts(text.substr(counts.size()), request.counts);
  } else {
    request.scheme = Scheme::by_affinity_domain;
    good = parse_domain(text, request.domain);
  }
  if (!good) problem = "'" + std::string(text) + "' is no split; right would be " + known_splits;
  return good;
}

std::vector<UnitSet> root_devices(const Machine& machine, std::string_view split,
                                  std::string_view as, std::string& problem) {
  if (split.empty()) return {machine.all_units()};
  PartitionRequest request;
  if (!parse_split(split, request, problem)) return {};
  support::Result<Partition> result = partition(machine, machine.all_units(), request);
  if (!result.ok()) {
    problem = explain(result.status().code(), split, machine);
    return {};
  }
  std::vector<UnitSet> parts = std::move(result).value().parts;
  if (as == "all") return parts;
  constexpr std::string_view one = "one:";
  cl_uint number = 0;
  if (as.starts_with(one)) {
    std::string_view digits = as.substr(one.size());
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc() && end == digits.data() + digits.size() && number < parts.size()) {
      return {parts[number]};
    }
  }
  problem = "'" + std::string(as) +
            "' names no part; right would be all, or one:N with N from 0 to " +
            std::to_string(parts.size() - 1);
  return {};
}

}  // namespace cleave::topology
