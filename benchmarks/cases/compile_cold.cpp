// From source to the first results, of sources that no compiler and no cache has seen before.
#include "small_kernels.h"

namespace cleave::benchmark {

const Case& compile_cold() {
  static const Case instance = {
      "compile_cold",
      "N small programs of one kernel each, from source to verified first results; no cache helps",
      "programs/s",
      {{"small", small_kernel_count}},
      [](size_t count) { return static_cast<double>(count); },
      [](Device& device, size_t) {
        return compile_small_kernels(device, Sources::always_new, KernelForm::source);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
