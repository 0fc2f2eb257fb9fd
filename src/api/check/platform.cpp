#include "api/check/platform.h"

#include "api/info/platform_handle.h"

namespace cleave::api::check {

using support::Ref;
using support::Result;
using support::Status;

Status is_platform(cl_platform_id platform) {
  return platform == info::platform_handle() ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

Status id_output(cl_uint count, const void* ids, const cl_uint* count_ret) {
  if (ids != nullptr && count == 0) return CL_INVALID_VALUE;
  if (ids == nullptr && count_ret == nullptr) return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

Result<model::Devices> devices_of_type(cl_device_type type) {
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  const bool is_all = type == CL_DEVICE_TYPE_ALL;
  if (type == 0 || (!is_all && (type & ~known) != 0)) return CL_INVALID_DEVICE_TYPE;
  model::Devices found;
  const auto& devices = model::Platform::instance().devices();
  for (const Ref<model::Device>& device : devices) {
    const cl_device_type own = device->hardware().facts().type;
    const bool is_default = found.empty() && device == devices.front();
    const bool wanted =
        is_all ? own != CL_DEVICE_TYPE_CUSTOM
               : (type & own) != 0 || (is_default && (type & CL_DEVICE_TYPE_DEFAULT) != 0);
    if (wanted) found.push_back(device);
  }
  if (found.empty()) return CL_DEVICE_NOT_FOUND;
  return found;
}

}  // namespace cleave::api::check
