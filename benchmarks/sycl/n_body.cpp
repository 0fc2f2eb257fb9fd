// The twin of n_body, with floats.
#include "n_body.h"

namespace cleave::benchmark::twins {

void n_body_accelerate(sycl::queue& queue, const Launch& launch) {
  accelerate<float>(queue, launch);
}

}  // namespace cleave::benchmark::twins
