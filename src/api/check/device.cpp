#include "api/check/handle.h"
#include "api/check/platform.h"

namespace cleave::api::check {

support::Result<PartitionRequest> create_sub_devices(cl_device_id handle,
                                                     const cl_device_partition_property* properties,
                                                     cl_uint count,
                                                     const cl_device_id* out_devices) {
  auto device = object<model::Device>(handle);
  if (!device.ok()) return device.status();
  const auto request = topology::parse_partition(properties);
  if (!request.ok()) return request.status();
  auto partition = topology::partition(device.value()->hardware().machine(),
                                       device.value()->units(), request.value());
  if (!partition.ok()) return partition.status();
  if (out_devices != nullptr && count < partition.value().parts.size()) return CL_INVALID_VALUE;
  return PartitionRequest{device.value(), std::move(partition).value()};
}

}  // namespace cleave::api::check
