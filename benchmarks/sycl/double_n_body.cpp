// The twin of double_n_body, with doubles.
#include "n_body.h"

namespace cleave::benchmark::twins {

void double_n_body_accelerate(sycl::queue& queue, const Launch& launch) {
  accelerate<double>(queue, launch);
}

}  // namespace cleave::benchmark::twins
