// Makes the ICD loader, here and in programs that are started, use the driver beside the tool.
#pragma once

#include <string>

namespace cleave::tool {

/// Sets the loader's environment variables so that it finds our driver and no other: the one of
/// the same build tree or installation as this executable. Call it before the first OpenCL call.
/// Returns what is wrong, for people; "" when all is well.
[[nodiscard]] std::string choose_driver();

}  // namespace cleave::tool
