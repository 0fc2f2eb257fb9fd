// Declares `cleave images`: the device images in an object, archive, executable or library.
#pragma once

#include <string>

namespace cleave::tool {

/// Lists the images of a file, with their kernels and functions. The exit code: 0, 1 when the file has
/// none, 2 when it cannot be read.
[[nodiscard]] int images(const std::string& file);

}  // namespace cleave::tool
