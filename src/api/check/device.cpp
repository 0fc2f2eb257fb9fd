#include "api/check/device.h"

#include "api/check/handle.h"
#include "api/check/platform.h"
#include "topology/fission.h"

namespace cleave::api::check {
namespace {

using support::Ref;
using support::Result;

Result<SubDevicesCall> partition_of(Ref<model::Device> device,
                                    const topology::PartitionRequest& request) {
  auto partition =
      topology::partition(device->hardware().machine(), device->units(), request, device->order());
  if (!partition.ok()) return partition.status();
  return SubDevicesCall{std::move(device), std::move(partition).value()};
}

}  // namespace

Result<SubDevicesCall> create_sub_devices(cl_device_id handle,
                                          const cl_device_partition_property* properties,
                                          cl_uint count, const cl_device_id* out_devices) {
  auto parent = object<model::Device>(handle);
  if (!parent.ok()) return parent.status();
  const auto request = topology::parse_partition(properties);
  if (!request.ok()) return request.status();
  auto made = partition_of(std::move(parent).value(), request.value());
  if (!made.ok()) return made;
  if (out_devices != nullptr && count < made.value().partition.parts.size()) {
    return CL_INVALID_VALUE;
  }
  return made;
}

Result<SubDevicesCall> create_sub_devices_ext(cl_device_id handle,
                                              const cl_device_partition_property_ext* properties,
                                              cl_uint count, const cl_device_id* out_devices,
                                              const cl_uint* count_ret) {
  auto parent = object<model::Device>(handle);
  if (!parent.ok()) return parent.status();
  if (const auto output = id_output(count, out_devices, count_ret); !output.ok()) return output;
  const auto request = topology::parse_fission(properties);
  if (!request.ok()) return request.status();
  auto made = partition_of(std::move(parent).value(), request.value());
  if (!made.ok()) return topology::fission_status(made.status());
  return made;
}

}  // namespace cleave::api::check
