#include "device_image/checksum.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cleave::device_image {
namespace {

// Odd, and without a pattern: the fractions of the golden ratio and of pi.
constexpr uint64_t golden = 0x9e3779b97f4a7c15;
constexpr uint64_t pi = 0x243f6a8885a308d3;

uint64_t step(uint64_t state, uint64_t word) {
  state = std::rotl((state ^ word) * golden, 29);
  return (state ^ (state >> 32)) * pi;
}

}  // namespace

uint64_t checksum(std::span<const std::byte> bytes, uint64_t seed) {
  uint64_t state = step(seed, bytes.size());
  while (!bytes.empty()) {
    uint64_t word = 0;
    const size_t taken = std::min(bytes.size(), sizeof(word));
    std::memcpy(&word, bytes.data(), taken);
    state = step(state, word);
    bytes = bytes.subspan(taken);
  }
  return state;
}

}  // namespace cleave::device_image
