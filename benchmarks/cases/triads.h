// STREAM's triad, for the cases that measure it with memory of different kinds.
#pragma once

#include <vector>

#include "harness/host.h"

namespace cleave::benchmark::triads {

inline constexpr const char* source = R"(
kernel void triad(global float *a, global const float *b, global const float *c, float factor) {
  size_t i = get_global_id(0);
  a[i] = b[i] + factor * c[i];
}
)";
inline constexpr float factor = 3;
inline constexpr size_t cached = size_t{1} << 18;    // floats of an array
inline constexpr size_t uncached = size_t{1} << 24;  // these are faster with stores past the caches

struct Streams {
  explicit Streams(size_t count) : b(count), c(count), right(count) {
    // Small whole numbers: the result is exact with and without a fused multiply-add.
    for (size_t i = 0; i < count; ++i) {
      b[i] = static_cast<float>(i % 1021);
      c[i] = static_cast<float>(i % 509);
      right[i] = b[i] + factor * c[i];
    }
  }

  std::vector<float> b, c, right;
};

}  // namespace cleave::benchmark::triads
