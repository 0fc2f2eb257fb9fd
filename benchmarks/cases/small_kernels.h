// Twenty-five small kernels, each a program of its own, for the cases that time compilers. They
// differ in what they use: arithmetic, built-in functions, loops, vectors, local memory, barriers.
#pragma once

#include <memory>
#include <span>

#include "harness/case.h"

namespace cleave::benchmark {

inline constexpr size_t small_kernel_count = 25;

enum class Sources {
  always_new,  // no build ever sees a source or module a second time
  repeated,    // the same ones in every repetition
};

/// A repetition takes all kernels from OpenCL C, or from SPIR-V modules of clang, to verified first
/// results. Throws NotSupported where the device lacks modules and needs them.
[[nodiscard]] std::unique_ptr<Work> compile_small_kernels(Device& device, Sources sources,
                                                          KernelForm form);

}  // namespace cleave::benchmark
