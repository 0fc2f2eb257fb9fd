// Computes the checksum of a device image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace cleave::device_image {

/// Returns a hash of the bytes behind those that gave `seed`. Each step is a bijection of the state
/// for the bytes that it takes, so a change in any one word changes the result.
[[nodiscard]] uint64_t checksum(std::span<const std::byte> bytes, uint64_t seed);

}  // namespace cleave::device_image
