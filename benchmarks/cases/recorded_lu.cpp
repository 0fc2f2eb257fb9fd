// The same work as that of lu, recorded once and enqueued as one command.
#include "cases/command_buffers.h"
#include "cases/lu.h"

namespace cleave::benchmark {

const Case& recorded_lu() {
  static const Case instance = {
      "recorded_lu",
      "the triangular factors of a matrix of N by N floats, two launches a column",
      "GFLOP/s",
      {{"small", 32}, {"cache", 256}, {"memory", 768}},
      [](size_t n) { return 1e-9 * 2 / 3 * static_cast<double>(n * n * n); },
      make_work<Recorded<lu_factors::Lu>>};
  return instance;
}

}  // namespace cleave::benchmark
