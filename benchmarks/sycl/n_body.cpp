// The twin of n_body, with floats.
#include "n_body.h"

namespace cleave::benchmark::twins {

template <class Memory>
void n_body_accelerate(sycl::queue& queue, const Launch& launch) {
  accelerate<float, Memory>(queue, launch);
}
CLEAVE_BOTH_MEMORIES(n_body_accelerate);

}  // namespace cleave::benchmark::twins
