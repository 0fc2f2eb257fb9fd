// The twin of transpose: an element for each work-item.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void transpose_transpose(sycl::queue& queue, const Launch& launch) {
  const float* const in = launch.pointer<float>(0);
  float* const out = launch.pointer<float>(1);
  const int n = launch.value<int>(2);
  queue.parallel_for(launch.groups<2>(), [=](sycl::nd_item<2> item) {
    const int row = static_cast<int>(item.get_global_id(0));
    const int column = static_cast<int>(item.get_global_id(1));
    out[column * n + row] = in[row * n + column];
  });
}

}  // namespace cleave::benchmark::twins
