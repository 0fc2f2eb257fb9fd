// The triangular factors of a matrix: many small launches that depend on each other.
#include "cases/lu.h"

namespace cleave::benchmark {

const Case& lu() {
  static const Case instance = {
      "lu",
      "the triangular factors of a matrix of N by N floats, two launches a column",
      "GFLOP/s",
      {{"small", 32}, {"cache", 256}, {"memory", 768}},
      [](size_t n) { return 1e-9 * 2 / 3 * static_cast<double>(n * n * n); },
      make_work<lu_factors::Lu>};
  return instance;
}

}  // namespace cleave::benchmark
