// Numbers that work-groups of few items mix: programs written for CPUs launch such work-groups.
#pragma once

#include <vector>

#include "harness/host.h"
#include "harness/opencl.h"

namespace cleave::benchmark {

/// 64 rounds of xorshift, in OpenCL C and in C++.
constexpr const char* mix_source = R"(
uint mix_rounds(uint h) {
  for (int i = 0; i < 64; ++i) {
    h ^= h << 13;
    h ^= h >> 17;
    h ^= h << 5;
    h += 0x9e3779b9;
  }
  return h;
}
)";

struct MixedNumbers {
  static constexpr size_t items = 31 << 15;  // a multiple of every local size, 31 included

  explicit MixedNumbers(size_t /*local_size*/) : numbers(items) {
    in_parallel(items, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) numbers[i] = mixed(static_cast<cl_uint>(i));
    });
  }
  static cl_uint mixed(cl_uint h) {
    for (int i = 0; i < 64; ++i) {
      h ^= h << 13;
      h ^= h >> 17;
      h ^= h << 5;
      h += 0x9e3779b9;
    }
    return h;
  }
  std::vector<cl_uint> numbers;
};

}  // namespace cleave::benchmark
