// Checks the arguments of 4.3: the partition of a device, also by cl_ext_device_fission.
#pragma once

#include <CL/cl_ext.h>

#include "model/device.h"
#include "support/result.h"
#include "topology/partition.h"

namespace cleave::api::check {

/// A checked call of clCreateSubDevices(EXT): the device, and the parts to make of it.
struct SubDevicesCall {
  support::Ref<model::Device> device;
  topology::Partition partition;
};
[[nodiscard]] support::Result<SubDevicesCall> create_sub_devices(
    cl_device_id device, const cl_device_partition_property* properties, cl_uint count,
    const cl_device_id* out_devices);
/// Checks a call of cl_ext_device_fission, whose lists and codes differ. An output array that is
/// too short is no error: it takes the first sub-devices.
[[nodiscard]] support::Result<SubDevicesCall> create_sub_devices_ext(
    cl_device_id device, const cl_device_partition_property_ext* properties, cl_uint count,
    const cl_device_id* out_devices, const cl_uint* count_ret);

}  // namespace cleave::api::check
