// Partition requests in few words, for tests.
#pragma once

#include <utility>
#include <vector>

#include "topology/partition.h"

namespace cleave::topology::test {

inline PartitionRequest equally(size_t units_each) {
  PartitionRequest request;
  request.units_each = static_cast<cl_uint>(units_each);
  return request;
}

inline PartitionRequest by_counts(std::vector<cl_uint> counts) {
  PartitionRequest request;
  request.scheme = PartitionRequest::Scheme::by_counts;
  request.counts = std::move(counts);
  return request;
}

inline PartitionRequest by_domain(cl_device_affinity_domain domain) {
  PartitionRequest request;
  request.scheme = PartitionRequest::Scheme::by_affinity_domain;
  request.domain = domain;
  return request;
}

/// What the parts of a split along `domain` report as their type.
inline std::vector<cl_device_partition_property> domain_properties(
    cl_device_affinity_domain domain) {
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain),
          0};
}

}  // namespace cleave::topology::test
