// Measures gravity among bodies in single precision.
#include "cases/n_body.h"

namespace cleave::benchmark {

const Case& n_body() {
  static const Case instance = {
      "n_body",
      "the gravity of N bodies on each other, 20 operations for each pair",
      "GFLOP/s",
      {{"small", 512}, {"cache", 2048}, {"memory", 8192}},
      [](size_t count) { return 1e-9 * 20 * static_cast<double>(count * count); },
      make_work<gravity::NBody<float>>,
      Kind::kernel,
      {{"native", make_native<gravity::NativeNBody<float>>}}};
  return instance;
}

}  // namespace cleave::benchmark
