// Measures gravity among bodies in double precision: a reciprocal root for each pair.
#include "cases/n_body.h"

namespace cleave::benchmark {

const Case& double_n_body() {
  static const Case instance = {
      "double_n_body",
      "the gravity of N bodies on each other in double precision, 20 operations for each pair",
      "GFLOP/s",
      {{"small", 512}, {"cache", 2048}},
      [](size_t count) { return 1e-9 * 20 * static_cast<double>(count * count); },
      make_work<gravity::NBody<double>>,
      Kind::kernel,
      {{"native", make_native<gravity::NativeNBody<double>>}}};
  return instance;
}

}  // namespace cleave::benchmark
