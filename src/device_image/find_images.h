// Finds device images in files that have them among other things: objects, archives, executables, libraries.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "device_image/image.h"

namespace cleave::device_image {

/// Returns the images that lie in the bytes, in their order; damaged ones are none. The views are good as
/// long as the bytes. Thread-safe.
[[nodiscard]] std::vector<ImageView> find_images(std::span<const std::byte> bytes);

}  // namespace cleave::device_image
