// Checks the arguments of 4.1 and 4.2: the platform, and lists of its devices.
#pragma once

#include <CL/cl.h>

#include "model/device.h"
#include "support/result.h"

namespace cleave::api::check {

[[nodiscard]] support::Status is_platform(cl_platform_id platform);

/// The output arguments of clGetPlatformIDs and clGetDeviceIDs.
[[nodiscard]] support::Status id_output(cl_uint count, const void* ids, const cl_uint* count_ret);

/// The root devices of a type: CL_INVALID_DEVICE_TYPE, CL_DEVICE_NOT_FOUND.
[[nodiscard]] support::Result<model::Devices> devices_of_type(cl_device_type type);

}  // namespace cleave::api::check
