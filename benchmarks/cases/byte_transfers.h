// Gives cases that move bytes their sizes, the bytes and the comparison of what arrived.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case.h"

namespace cleave::benchmark {

/// Returns the byte at a position of the memory that is moved.
[[nodiscard]] inline std::byte byte_at(size_t position) {
  return static_cast<std::byte>(position * 7 + position / 256);
}

/// Makes a buffer of so many of these bytes.
[[nodiscard]] inline Buffer buffer_of_bytes(Device& device, size_t count) {
  std::vector<std::byte> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = byte_at(i);
  return device.buffer_of(std::span<const std::byte>(bytes));
}

/// Returns the first byte that is not `wanted(position)`, as Work::verify() does.
template <class Wanted>
[[nodiscard]] std::string first_wrong(std::span<const std::byte> bytes, const Wanted& wanted) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != wanted(i)) return "byte " + std::to_string(i);
  }
  return {};
}

/// Makes the case of a class that is constructed from a device and a number of bytes.
template <class Transfer>
[[nodiscard]] Case transfer_case(std::string_view name, std::string_view description) {
  return {name,
          description,
          "GB/s",
          {{"small", size_t{64} << 10}, {"cache", size_t{4} << 20}, {"memory", size_t{256} << 20}},
          [](size_t bytes) { return 1e-9 * static_cast<double>(bytes); },
          make_work<Transfer>,
          Kind::runtime};
}

}  // namespace cleave::benchmark
