// Twenty-five small kernels, each a program of its own, for the cases that time compilers. They
// differ in what they use: arithmetic, built-in functions, loops, vectors, local memory, barriers.
#pragma once

#include <memory>
#include <span>

#include "harness/case.h"

namespace cleave::benchmark {

inline constexpr size_t small_kernel_count = 25;

enum class Sources {
  always_new,  // no build ever sees a source a second time
  repeated,    // the same sources in every repetition
};

/// A repetition takes all kernels from source to verified first results.
[[nodiscard]] std::unique_ptr<Work> compile_small_kernels(Device& device, Sources sources);

}  // namespace cleave::benchmark
