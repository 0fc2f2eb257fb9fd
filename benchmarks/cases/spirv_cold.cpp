// From SPIR-V modules to the first results, of modules that no compiler and no cache has seen
// before.
#include "small_kernels.h"

namespace cleave::benchmark {

const Case& spirv_cold() {
  static const Case instance = {
      "spirv_cold",
      "the N programs of compile_cold as SPIR-V modules, to verified first results; no cache helps",
      "programs/s",
      {{"small", small_kernel_count}},
      [](size_t count) { return static_cast<double>(count); },
      [](Device& device, size_t) {
        return compile_small_kernels(device, Sources::always_new, KernelForm::module);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
