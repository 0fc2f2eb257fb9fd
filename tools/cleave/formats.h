// Lists the image formats of a device, as the driver reports them.
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

#include "json.h"

namespace cleave::tool {

/// Formats that the same image types have, and that kernels may use in the same ways.
struct FormatGroup {
  std::vector<std::string> types;     // "1D", "2D array", …
  std::vector<std::string> accesses;  // "read", "write", "read and write"
  struct Format {
    std::string order, type;  // CL_RGBA, CL_UNORM_INT8
  };
  std::vector<Format> formats;
};

/// Returns the groups; none: the device has no images, or no context could be made.
[[nodiscard]] std::vector<FormatGroup> format_groups(cl_device_id device);
[[nodiscard]] std::string describe(const std::vector<FormatGroup>& groups);
[[nodiscard]] Json to_json(const std::vector<FormatGroup>& groups);

}  // namespace cleave::tool
