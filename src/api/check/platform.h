// Checks the arguments of 4.1 to 4.4: platforms, devices, partitions and contexts.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <vector>

#include "model/context.h"
#include "model/device.h"
#include "support/containers/result.h"
#include "topology/partition.h"

namespace cleave::api::check {

[[nodiscard]] support::Status is_platform(cl_platform_id platform);

/// The output arguments of clGetPlatformIDs and clGetDeviceIDs.
[[nodiscard]] support::Status id_output(cl_uint count, const void* ids, const cl_uint* count_ret);

/// The root devices of a type: CL_INVALID_DEVICE_TYPE, CL_DEVICE_NOT_FOUND.
[[nodiscard]] support::Result<model::Devices> devices_of_type(cl_device_type type);

/// What clCreateSubDevices(EXT) will make.
struct PartitionRequest {
  support::Ref<model::Device> device;
  topology::Partition partition;
};
[[nodiscard]] support::Result<PartitionRequest> create_sub_devices(
    cl_device_id device, const cl_device_partition_property* properties, cl_uint count,
    const cl_device_id* out_devices);
/// cl_ext_device_fission, whose lists and codes differ; too few places cut the output.
[[nodiscard]] support::Result<PartitionRequest> create_sub_devices_ext(
    cl_device_id device, const cl_device_partition_property_ext* properties, cl_uint count,
    const cl_device_id* out_devices, const cl_uint* count_ret);

[[nodiscard]] support::Result<model::Context::Request> create_context(
    const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
    model::ContextNotify notify, void* user_data);
[[nodiscard]] support::Result<model::Context::Request> create_context_from_type(
    const cl_context_properties* properties, cl_device_type type, model::ContextNotify notify,
    void* user_data);

}  // namespace cleave::api::check
