#include "splits.h"

#include <algorithm>

#include "text.h"

namespace cleave::tool {
namespace {

using topology::Machine;
using topology::Partition;
using topology::PartitionRequest;
using topology::UnitSet;

support::Result<Partition> split(const Machine& machine, const UnitSet& device,
                                 cl_device_affinity_domain domain) {
  PartitionRequest request;
  request.scheme = PartitionRequest::Scheme::by_affinity_domain;
  request.domain = domain;
  return topology::partition(machine, device, request);
}

/// Splits the device, then its largest part and so on, along the next partitionable domain.
std::vector<std::string> levels_of_next(const Machine& machine, UnitSet device) {
  std::vector<std::string> words;
  while (true) {
    const auto result = split(machine, device, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
    if (!result.ok()) return words;
    const Partition& found = result.value();
    words.push_back(topology::word_of(found.how.domain));
    device = *std::ranges::max_element(found.parts, {}, &UnitSet::count);
  }
}

std::string line(const std::string& split, const std::string& result) {
  constexpr size_t width = 15;
  return "    " + split + std::string(width - display_width(split), ' ') + result + "\n";
}

std::string size_of_parts(const std::vector<UnitSet>& parts) {
  const auto [least, most] = std::ranges::minmax_element(parts, {}, &UnitSet::count);
  if (least->count() == most->count()) return units(least->count());
  return std::to_string(least->count()) + " to " + units(most->count());
}

}  // namespace

Splits splits_of(const Machine& machine, const UnitSet& device) {
  Splits splits;
  splits.units = device.count();
  const cl_device_affinity_domain domains = topology::affinity_domains(machine, device);
  for (cl_device_affinity_domain domain = CL_DEVICE_AFFINITY_DOMAIN_NUMA;
       domain < CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE; domain <<= 1) {
    if ((domains & domain) == 0) continue;
    auto result = split(machine, device, domain);
    if (result.ok()) {
      splits.domains.push_back({topology::word_of(domain), std::move(result).value().parts});
    }
  }
  splits.next = levels_of_next(machine, device);
  return splits;
}

std::string describe(const Splits& splits) {
  if (splits.units < 2) return "  cannot be split: it is a single compute unit\n";
  using std::to_string;
  const std::string all = to_string(splits.units);
  const size_t most_each = splits.units - 1;  // a part of all units would be no split
  std::string text = "  can be split by\n";
  const std::string sizes = splits.units == 2 ? "N is 1" : "N from 1 to " + to_string(most_each);
  text += line("equally:N", sizes + "; equally:1 gives " + all + " parts");
  text += line("counts:A,B,…", "parts of A, B, … units, together not more than " + all);
  text += line("names:A,B-C,…",
               "one part of the units with these numbers, 0 to " + to_string(most_each));
  for (const DomainSplit& domain : splits.domains) {
    text += line(domain.word, to_string(domain.parts.size()) + " parts of " +
                                  size_of_parts(domain.parts) + " (" + sets(domain.parts) + ")");
  }
  if (!splits.next.empty()) {
    text += line("next", joined(splits.next, ", then in each part "));
  }
  return text;
}

Json to_json(const Splits& splits) {
  Json::Object ways;
  if (splits.units > 1) {
    ways.emplace_back("equally", Json::Object{{"minimum", 1U}, {"maximum", splits.units - 1}});
    ways.emplace_back(
        "counts", Json::Object{{"maximum_parts", splits.units}, {"maximum_units", splits.units}});
    ways.emplace_back("names", Json::Object{{"maximum_units", splits.units}});
  }
  for (const DomainSplit& domain : splits.domains) {
    Json::List parts;
    for (const UnitSet& part : domain.parts) parts.push_back(json_list(part));
    ways.emplace_back(domain.word, std::move(parts));
  }
  ways.emplace_back("next", json_list(splits.next));
  return ways;
}

}  // namespace cleave::tool
