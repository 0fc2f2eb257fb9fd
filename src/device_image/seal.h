// Puts an image together from its parts as they are stored.
#pragma once

#include "device_image/image.h"

namespace cleave::device_image {

/// Returns the image, with its header and checksum. `code_bytes`: those of the bitcode.
[[nodiscard]] std::vector<std::byte> seal_image(const Table& table,
                                                std::span<const std::byte> stored_code,
                                                uint64_t code_bytes, uint32_t llvm_version,
                                                CodeFormat format);

}  // namespace cleave::device_image
