#include "topology/fission.h"

namespace cleave::topology {
namespace {

using support::Result;
using support::Status;
using FissionProperty = cl_device_partition_property_ext;
using Scheme = PartitionRequest::Scheme;

struct Domain {
  FissionProperty fission;
  cl_device_affinity_domain core;
};
/// Outermost first, and the one that is found.
constexpr Domain all_domains[] = {
    {CL_AFFINITY_DOMAIN_NUMA_EXT, CL_DEVICE_AFFINITY_DOMAIN_NUMA},
    {CL_AFFINITY_DOMAIN_L4_CACHE_EXT, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE},
    {CL_AFFINITY_DOMAIN_L3_CACHE_EXT, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE},
    {CL_AFFINITY_DOMAIN_L2_CACHE_EXT, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE},
    {CL_AFFINITY_DOMAIN_L1_CACHE_EXT, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE},
    {CL_AFFINITY_DOMAIN_NEXT_FISSIONABLE_EXT, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE},
};

/// Numbers up to `end`, which is left behind. A number that no device reaches is `too_large`.
Result<std::vector<cl_uint>> read_list(const FissionProperty*& property, FissionProperty end,
                                       Status too_large) {
  std::vector<cl_uint> numbers;
  for (; *property != end; ++property) {
    if (*property > CL_INT_MAX) return too_large;
    numbers.push_back(static_cast<cl_uint>(*property));
  }
  ++property;
  return numbers;
}

/// The values of a scheme; `property` moves behind them.
Result<PartitionRequest> read_scheme(FissionProperty scheme, const FissionProperty*& property) {
  PartitionRequest request;
  switch (scheme) {
    case CL_DEVICE_PARTITION_EQUALLY_EXT:
      request.scheme = Scheme::equally;
      // No units, or more than any device has.
      if (*property == 0 || *property > CL_INT_MAX) return CL_INVALID_PARTITION_COUNT_EXT;
      request.units_each = static_cast<cl_uint>(*property++);
      return request;
    case CL_DEVICE_PARTITION_BY_COUNTS_EXT: {
      request.scheme = Scheme::by_counts;
      auto counts =
          read_list(property, CL_PARTITION_BY_COUNTS_LIST_END_EXT, CL_INVALID_PARTITION_COUNT_EXT);
      if (!counts.ok()) return counts.status();
      request.counts = std::move(counts).value();
      // A first count of zero is a part of no units.
      if (request.counts.empty()) return CL_INVALID_PARTITION_COUNT_EXT;
      return request;
    }
    case CL_DEVICE_PARTITION_BY_NAMES_EXT: {
      request.scheme = Scheme::by_names;
      auto names =
          read_list(property, CL_PARTITION_BY_NAMES_LIST_END_EXT, CL_INVALID_PARTITION_NAME_EXT);
      if (!names.ok()) return names.status();
      request.names = std::move(names).value();
      if (request.names.empty()) return CL_INVALID_PARTITION_COUNT_EXT;
      return request;
    }
    case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT:
      request.scheme = Scheme::by_affinity_domain;
      for (const Domain& domain : all_domains) {
        if (domain.fission == *property) request.domain = domain.core;
      }
      if (request.domain == 0) return CL_INVALID_VALUE;
      ++property;
      return request;
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace

Result<PartitionRequest> parse_fission(const cl_device_partition_property_ext* properties) {
  if (properties == nullptr || *properties == CL_PROPERTIES_LIST_END_EXT) return CL_INVALID_VALUE;
  const FissionProperty scheme = *properties++;
  auto request = read_scheme(scheme, properties);
  // Only one scheme in a list, and by names only one part: what follows would be a second.
  if (request.ok() && *properties != CL_PROPERTIES_LIST_END_EXT) return CL_INVALID_VALUE;
  return request;
}

std::vector<cl_device_partition_property_ext> fission_properties(const PartitionRequest& how) {
  std::vector<FissionProperty> list;
  switch (how.scheme) {
    case Scheme::equally:
      list = {CL_DEVICE_PARTITION_EQUALLY_EXT, how.units_each};
      break;
    case Scheme::by_counts:
      list = {CL_DEVICE_PARTITION_BY_COUNTS_EXT};
      list.insert(list.end(), how.counts.begin(), how.counts.end());
      list.push_back(CL_PARTITION_BY_COUNTS_LIST_END_EXT);
      break;
    case Scheme::by_names:
      list = {CL_DEVICE_PARTITION_BY_NAMES_EXT};
      list.insert(list.end(), how.names.begin(), how.names.end());
      list.push_back(CL_PARTITION_BY_NAMES_LIST_END_EXT);
      break;
    case Scheme::by_affinity_domain:
      list = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT};
      for (const Domain& domain : all_domains) {
        if (domain.core == how.domain) list.push_back(domain.fission);
      }
      break;
  }
  list.push_back(CL_PROPERTIES_LIST_END_EXT);
  return list;
}

Status fission_status(Status status) {
  switch (status.code()) {
    case CL_DEVICE_PARTITION_FAILED:
    case CL_INVALID_VALUE:
      return CL_DEVICE_PARTITION_FAILED_EXT;
    case CL_INVALID_DEVICE_PARTITION_COUNT:
      return CL_INVALID_PARTITION_COUNT_EXT;
    default:
      return status;
  }
}

std::vector<cl_device_partition_property_ext> fission_domains(cl_device_affinity_domain domains) {
  std::vector<FissionProperty> list;
  for (const Domain& domain : all_domains) {
    const bool is_level = domain.core != CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
    if (is_level && (domains & domain.core) != 0) list.push_back(domain.fission);
  }
  return list;
}

}  // namespace cleave::topology
