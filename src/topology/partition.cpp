#include "topology/partition.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace cleave::topology {
namespace {

using support::Result;
using Scheme = PartitionRequest::Scheme;

cl_device_affinity_domain domain_of(Level level) {
  static_assert(CL_DEVICE_AFFINITY_DOMAIN_NUMA << 1 == CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE);
  static_assert(CL_DEVICE_AFFINITY_DOMAIN_NUMA << 4 == CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE);
  return static_cast<cl_device_affinity_domain>(CL_DEVICE_AFFINITY_DOMAIN_NUMA)
         << static_cast<unsigned>(level);
}

std::optional<Level> level_of(cl_device_affinity_domain domain) {
  for (Level level : all_levels) {
    if (domain_of(level) == domain) return level;
  }
  return std::nullopt;
}

bool is_one_domain(cl_device_affinity_domain domain) {
  return domain == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE || level_of(domain).has_value();
}

/// The groups of a level as the device sees them: cut to its units, none empty, none twice.
std::vector<UnitSet> parts_along(const Machine& machine, const UnitSet& device, Level level) {
  std::vector<UnitSet> parts;
  for (const Group& group : machine.at(level)) {
    UnitSet part = group.units.intersection(device);
    if (!part.empty() && std::ranges::find(parts, part) == parts.end()) {
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

Result<Partition> split_equally(const UnitSet& device, cl_uint units_each) {
  if (units_each > device.count()) return CL_INVALID_DEVICE_PARTITION_COUNT;
  if (units_each == device.count()) return CL_DEVICE_PARTITION_FAILED;
  Partition result;
  std::vector<uint32_t> units(device.begin(), device.end());
  for (size_t first = 0; first + units_each <= units.size(); first += units_each) {
    auto begin = units.begin() + static_cast<ptrdiff_t>(first);
    result.parts.emplace_back(std::vector<uint32_t>(begin, begin + units_each));
  }
  return result;
}

Result<Partition> split_by_counts(const UnitSet& device, const std::vector<cl_uint>& counts) {
  uint64_t total = std::accumulate(counts.begin(), counts.end(), uint64_t{0});
  if (total > device.count()) return CL_INVALID_DEVICE_PARTITION_COUNT;
  if (device.count() < 2) return CL_DEVICE_PARTITION_FAILED;
  Partition result;
  auto next = device.begin();
  for (cl_uint count : counts) {
    result.parts.emplace_back(std::vector<uint32_t>(next, next + count));
    next += count;
  }
  return result;
}

Result<Partition> split_by_names(const UnitSet& device, const std::vector<cl_uint>& names,
                                 std::span<const uint32_t> order) {
  if (names.empty()) return CL_INVALID_DEVICE_PARTITION_COUNT;
  Partition result;
  for (cl_uint name : names) {
    if (name >= device.count()) return CL_INVALID_PARTITION_NAME_EXT;
    result.order.push_back(order.empty() ? device[name] : order[name]);
  }
  UnitSet part(result.order);
  if (part.count() < names.size()) return CL_INVALID_PARTITION_NAME_EXT;
  if (device.count() < 2) return CL_DEVICE_PARTITION_FAILED;
  result.parts.push_back(std::move(part));
  return result;
}

Result<Partition> split_by_domain(const Machine& machine, const UnitSet& device,
                                  cl_device_affinity_domain domain) {
  const std::optional<Level> wanted = level_of(domain);  // none: the next partitionable one
  if (wanted && machine.at(*wanted).empty()) return CL_INVALID_VALUE;
  for (Level level : all_levels) {
    if (wanted && level != *wanted) continue;
    std::vector<UnitSet> parts = parts_along(machine, device, level);
    if (parts.size() < 2) continue;
    PartitionRequest how;
    how.scheme = Scheme::by_affinity_domain;
    how.domain = domain_of(level);
    return Partition{std::move(parts), std::move(how), {}};
  }
  return CL_DEVICE_PARTITION_FAILED;
}

Result<PartitionRequest> parse_counts(const cl_device_partition_property* properties) {
  PartitionRequest request;
  request.scheme = Scheme::by_counts;
  const cl_device_partition_property* count = properties + 1;
  for (; *count != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++count) {
    // A negative count is "less than zero", and what does not fit is more than any device has.
    if (*count < 0 || *count > CL_INT_MAX) return CL_INVALID_DEVICE_PARTITION_COUNT;
    request.counts.push_back(static_cast<cl_uint>(*count));
  }
  if (request.counts.empty()) return CL_INVALID_VALUE;
  // The properties have a terminator of their own behind the list's, but the OpenCL adapter of
  // DPC++ leaves it out, and what lies there is not ours to read.
  return request;
}

}  // namespace

Result<PartitionRequest> parse_partition(const cl_device_partition_property* properties) {
  if (properties == nullptr || properties[0] == 0) return CL_INVALID_VALUE;
  if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS) return parse_counts(properties);
  PartitionRequest request;
  cl_device_partition_property value = properties[1];
  if (properties[0] == CL_DEVICE_PARTITION_EQUALLY) {
    request.scheme = Scheme::equally;
    if (value <= 0 || value > CL_UINT_MAX) return CL_INVALID_VALUE;
    request.units_each = static_cast<cl_uint>(value);
  } else if (properties[0] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) {
    request.scheme = Scheme::by_affinity_domain;
    request.domain = static_cast<cl_device_affinity_domain>(value);
    if (!is_one_domain(request.domain)) return CL_INVALID_VALUE;
  } else {
    return CL_INVALID_VALUE;
  }
  if (properties[2] != 0) return CL_INVALID_VALUE;
  return request;
}

std::vector<cl_device_partition_property> partition_properties(const PartitionRequest& how) {
  using Property = cl_device_partition_property;
  switch (how.scheme) {
    case Scheme::equally:
      return {CL_DEVICE_PARTITION_EQUALLY, static_cast<Property>(how.units_each), 0};
    case Scheme::by_counts: {
      std::vector<Property> list = {CL_DEVICE_PARTITION_BY_COUNTS};
      list.insert(list.end(), how.counts.begin(), how.counts.end());
      list.insert(list.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
      return list;
    }
    case Scheme::by_names: {
      std::vector<Property> list = {CL_DEVICE_PARTITION_BY_NAMES_EXT};
      list.insert(list.end(), how.names.begin(), how.names.end());
      list.insert(list.end(), {static_cast<Property>(CL_PARTITION_BY_NAMES_LIST_END_EXT), 0});
      return list;
    }
    case Scheme::by_affinity_domain:
      return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<Property>(how.domain), 0};
  }
  return {0};
}

Result<Partition> partition(const Machine& machine, const UnitSet& device,
                            const PartitionRequest& request, std::span<const uint32_t> order) {
  if (request.scheme == Scheme::by_affinity_domain) {
    return split_by_domain(machine, device, request.domain);
  }
  auto result = request.scheme == Scheme::equally ? split_equally(device, request.units_each)
                : request.scheme == Scheme::by_counts
                    ? split_by_counts(device, request.counts)
                    : split_by_names(device, request.names, order);
  if (result.ok()) result.value().how = request;
  return result;
}

cl_device_affinity_domain affinity_domains(const Machine& machine, const UnitSet& device) {
  cl_device_affinity_domain domains = 0;
  for (Level level : all_levels) {
    if (parts_along(machine, device, level).size() > 1) domains |= domain_of(level);
  }
  if (domains != 0) domains |= CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  return domains;
}

}  // namespace cleave::topology
