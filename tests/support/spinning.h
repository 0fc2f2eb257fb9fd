// Keeps processors busy: a kernel that several programs run, and the parts that they run it on.
#pragma once

#include <CL/cl.h>

#include <vector>

#include "tests/support/opencl.h"

namespace cleave::test {

/// `spin` (out, rounds) computes `rounds` times and writes a number for each work-item.
inline const char* spinning_source = R"(
kernel void spin(global uint *out, uint rounds) {
  uint value = get_global_id(0);
  for (uint i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u ^ (value >> 7);
  out[get_global_id(0)] = value;
})";
inline constexpr size_t group_size = 16;
inline constexpr size_t groups_per_unit = 64;

/// The sub-devices of the device that have these numbers of compute units.
inline std::vector<cl_device_id> split_by_counts(cl_device_id device,
                                                 const std::vector<cl_uint>& counts) {
  std::vector<cl_device_partition_property> properties = {CL_DEVICE_PARTITION_BY_COUNTS};
  for (const cl_uint count : counts) properties.push_back(count);
  properties.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  properties.push_back(0);
  std::vector<cl_device_id> devices(counts.size());
  check(clCreateSubDevices(device, properties.data(), static_cast<cl_uint>(devices.size()),
                           devices.data(), nullptr),
        "clCreateSubDevices");
  return devices;
}

}  // namespace cleave::test
