// Random kernels, by seed: valid OpenCL C 3.0 without undefined behaviour, data races, or results
// that depend on the order in which work-items run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::test::fuzz::kernels {

/// One line holds one statement, the head of a block with its `{`, or a `}`, so that lines can be
/// left out one by one. The kernel is called `test`; launches.h has its arguments.
struct GeneratedKernel {
  std::vector<std::string> lines;
};

GeneratedKernel generate_kernel(uint64_t seed);
/// Has the kernel a line with that text?
bool mentions(uint64_t seed, std::string_view text);

/// With what every kernel needs before it.
std::string source_of(const std::vector<std::string>& lines);

}  // namespace cleave::test::fuzz::kernels
