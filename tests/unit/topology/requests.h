// Makes partition requests in few words, and checks what holds of all parts.
#pragma once

#include <gtest/gtest.h>

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

/// Returns what the parts of a split along `domain` report as their type.
inline std::vector<cl_device_partition_property> domain_properties(
    cl_device_affinity_domain domain) {
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain),
          0};
}

/// No part is empty, none has a unit of another, all lie in the device. How many units they have.
inline size_t check_parts(const UnitSet& device, const std::vector<UnitSet>& parts) {
  size_t total = 0;
  std::vector<uint32_t> all;
  for (const UnitSet& part : parts) {
    EXPECT_FALSE(part.empty());
    EXPECT_TRUE(part.is_subset_of(device));
    all.insert(all.end(), part.begin(), part.end());
    total += part.count();
  }
  EXPECT_EQ(total, UnitSet(all).count()) << "a unit is in two parts";
  return total;
}

}  // namespace cleave::topology::test
