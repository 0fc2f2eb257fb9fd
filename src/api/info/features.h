// Lists the features that a device offers, read from its language target.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backend/hardware.h"

namespace cleave::api::info {

[[nodiscard]] bool has(const std::vector<std::string>& names, std::string_view name);
/// Sub-groups are an optional feature of OpenCL 3.0, and part of 3.1.
[[nodiscard]] bool has_sub_groups(const backend::DeviceFacts& facts);
/// Pipes are an optional feature too.
[[nodiscard]] bool has_pipes(const backend::DeviceFacts& facts);

}  // namespace cleave::api::info
