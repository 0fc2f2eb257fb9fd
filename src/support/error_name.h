// Names error codes, for messages to people.
#pragma once

#include <CL/cl.h>

#include <string>

namespace cleave::support {

/// "CL_INVALID_VALUE"; of a code that OpenCL does not define "error -4711".
[[nodiscard]] std::string error_name(cl_int code);

}  // namespace cleave::support
