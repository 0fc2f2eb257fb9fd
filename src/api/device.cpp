// 4.3: partitioning a device; cl_ext_device_fission.
#include "model/device.h"

#include <algorithm>

#include "api/check/device.h"
#include "api/check/handle.h"
#include "api/check/platform.h"
#include "api/entry_points.h"
#include "api/guard.h"

namespace cleave::api {
namespace {

using support::Ref;
using support::Status;

/// Root devices are not counted.
Status retain_device(cl_device_id handle) {
  const auto device = check::object<model::Device>(handle);
  if (!device.ok()) return device.status();
  const bool is_retained = device.value()->is_root() || model::Device::retain(handle);
  return is_retained ? CL_SUCCESS : CL_INVALID_DEVICE;
}

Status release_device(cl_device_id handle) {
  const auto device = check::object<model::Device>(handle);
  if (!device.ok()) return device.status();
  const bool is_released = device.value()->is_root() || model::Device::release(handle);
  return is_released ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/// Makes as many of the parts as the output array takes; `count_ret` gets the number of all.
Status give_sub_devices(check::SubDevicesCall request, cl_uint count, cl_device_id* out_devices,
                        cl_uint* count_ret) {
  const size_t parts = request.partition.parts.size();
  if (out_devices != nullptr) {
    auto created = model::create_sub_devices(*request.device, std::move(request.partition),
                                             std::min<size_t>(count, parts));
    if (!created.ok()) return created.status();
    for (Ref<model::Device>& device : created.value()) {
      *out_devices++ = model::give_handle<cl_device_id>(std::move(device));
    }
  }
  if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(parts);
  return CL_SUCCESS;
}

}  // namespace

cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property* properties,
                          cl_uint num_devices, cl_device_id* out_devices,
                          cl_uint* num_devices_ret) {
  return guarded([&]() -> Status {
    auto checked = check::create_sub_devices(in_device, properties, num_devices, out_devices);
    if (!checked.ok()) return checked.status();
    return give_sub_devices(std::move(checked).value(), num_devices, out_devices, num_devices_ret);
  });
}

cl_int clRetainDevice(cl_device_id device) {
  return guarded([&] { return retain_device(device); });
}

cl_int clReleaseDevice(cl_device_id device) {
  return guarded([&] { return release_device(device); });
}

cl_int clCreateSubDevicesEXT(cl_device_id in_device,
                             const cl_device_partition_property_ext* properties,
                             cl_uint num_entries, cl_device_id* out_devices, cl_uint* num_devices) {
  return guarded([&]() -> Status {
    auto checked =
        check::create_sub_devices_ext(in_device, properties, num_entries, out_devices, num_devices);
    if (!checked.ok()) return checked.status();
    return give_sub_devices(std::move(checked).value(), num_entries, out_devices, num_devices);
  });
}

cl_int clRetainDeviceEXT(cl_device_id device) {
  return api::clRetainDevice(device);
}

cl_int clReleaseDeviceEXT(cl_device_id device) {
  return api::clReleaseDevice(device);
}

}  // namespace cleave::api
