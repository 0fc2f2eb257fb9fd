// Divides devices: into parts, which OpenCL makes, and into compute slices (SYCL 2020, 4.6.4, and sycl_ext_intel_cslice).
#pragma once

#include <vector>

#include "sycl/device.h"

namespace cleave::sycl {

/// The numbers of sycl::info::partition_property.
enum PartitionProperty : int32_t {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain,
  ext_intel_partition_by_cslice,
  ext_cleave_partition_by_names
};
/// The number of the affinity domain that stands for the first one which divides a device.
inline constexpr int32_t next_partitionable = 6;

/// device::create_sub_devices. Fails with errc::feature_not_supported where the device cannot be divided so, and
/// with errc::invalid for counts that do not fit.
[[nodiscard]] std::vector<Ref<Device>> divide(Device& device,
                                              const cleave_sycl_partition& partition);

/// The properties that divide the device, each into two parts at least.
[[nodiscard]] std::vector<int32_t> partition_properties(const Device& device);
/// The affinity domains that do, by the numbers of sycl::info::partition_affinity_domain.
[[nodiscard]] std::vector<int32_t> affinity_domains(const Device& device);

/// How OpenCL says that a part of a device was made.
[[nodiscard]] Division division_of(cl_device_id part);

}  // namespace cleave::sycl
