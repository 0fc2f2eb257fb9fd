// 4.3: partitioning a device; cl_ext_device_fission, which is not offered.
#include "model/device.h"

#include "api/check/handle.h"
#include "api/check/platform.h"
#include "api/entry_points.h"
#include "api/guard.h"

namespace cleave::api {
namespace {

using support::Ref;
using support::Status;

/// Root devices are not counted.
template <class Act>
Status on_sub_device(cl_device_id handle, const Act& act) {
  const auto device = check::object<model::Device>(handle);
  if (!device.ok()) return device.status();
  if (!device.value()->is_root()) act(*device.value());
  return CL_SUCCESS;
}

}  // namespace

cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property* properties,
                          cl_uint num_devices, cl_device_id* out_devices,
                          cl_uint* num_devices_ret) {
  return guarded([&]() -> Status {
    const auto checked = check::create_sub_devices(in_device, properties, num_devices, out_devices);
    if (!checked.ok()) return checked.status();
    const check::PartitionRequest& request = checked.value();
    if (out_devices != nullptr) {
      auto created = model::create_sub_devices(*request.device, request.partition);
      if (!created.ok()) return created.status();
      for (Ref<model::Device>& device : created.value()) {
        *out_devices++ = model::give_handle<cl_device_id>(std::move(device));
      }
    }
    if (num_devices_ret != nullptr) {
      *num_devices_ret = static_cast<cl_uint>(request.partition.parts.size());
    }
    return CL_SUCCESS;
  });
}

cl_int clRetainDevice(cl_device_id device) {
  return guarded([&] { return on_sub_device(device, [](model::Device& d) { d.retain(); }); });
}

cl_int clReleaseDevice(cl_device_id device) {
  return guarded([&] { return on_sub_device(device, [](model::Device& d) { d.release(); }); });
}

cl_int clCreateSubDevicesEXT(cl_device_id in_device, const cl_device_partition_property_ext*,
                             cl_uint, cl_device_id*, cl_uint*) {
  const Status status = check::is_object<model::Device>(in_device);
  return status.ok() ? CL_INVALID_VALUE : status.code();
}

cl_int clRetainDeviceEXT(cl_device_id device) {
  return api::clRetainDevice(device);
}

cl_int clReleaseDeviceEXT(cl_device_id device) {
  return api::clReleaseDevice(device);
}

}  // namespace cleave::api
