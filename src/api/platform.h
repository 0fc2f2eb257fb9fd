// The platform as the API layer sees it: its handle, and the model behind it.
#pragma once

#include <CL/cl.h>

#include "model/device.h"

namespace cleave::api {

/// The only valid cl_platform_id. Needs no device, so that listing platforms costs nothing.
[[nodiscard]] cl_platform_id platform_handle();

/// The model's platform; made at the first call, after handles have got their dispatch table.
[[nodiscard]] model::Platform& platform();

}  // namespace cleave::api
