// The twin of double_n_body, with doubles.
#include "n_body.h"

namespace cleave::benchmark::twins {

template <class Memory>
void double_n_body_accelerate(sycl::queue& queue, const Launch& launch) {
  accelerate<double, Memory>(queue, launch);
}
CLEAVE_BOTH_MEMORIES(double_n_body_accelerate);

}  // namespace cleave::benchmark::twins
