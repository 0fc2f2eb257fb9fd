// The twin of triad: a work-item for each element.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void triad_triad(sycl::queue& queue, const Launch& launch) {
  float* const a = launch.pointer<float>(0);
  const float* const b = launch.pointer<float>(1);
  const float* const c = launch.pointer<float>(2);
  const auto factor = launch.value<float>(3);
  queue.parallel_for(launch.range(), [=](sycl::id<1> i) { a[i] = b[i] + factor * c[i]; });
}

}  // namespace cleave::benchmark::twins
