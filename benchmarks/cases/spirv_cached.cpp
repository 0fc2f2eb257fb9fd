// From SPIR-V modules to the first results, of modules that have been built before.
#include "small_kernels.h"

namespace cleave::benchmark {

const Case& spirv_cached() {
  static const Case instance = {
      "spirv_cached",
      "the same N SPIR-V modules again, to verified results, with the driver's cache",
      "programs/s",
      {{"small", small_kernel_count}},
      [](size_t count) { return static_cast<double>(count); },
      [](Device& device, size_t) {
        return compile_small_kernels(device, Sources::repeated, KernelForm::module);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
