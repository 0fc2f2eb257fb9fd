// From source to the first results, of sources that have been built before: what a driver's cache
// is worth. A driver without one compiles again.
#include "small_kernels.h"

namespace cleave::benchmark {

const Case& compile_cached() {
  static const Case instance = {
      "compile_cached",
      "the same N small programs again, from source to verified results, with the driver's cache",
      "programs/s",
      {{"small", small_kernel_count}},
      [](size_t count) { return static_cast<double>(count); },
      [](Device& device, size_t) {
        return compile_small_kernels(device, Sources::repeated, KernelForm::source);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
