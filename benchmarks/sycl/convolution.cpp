// The twin of convolution: a stencil of 5 by 5.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void convolution_convolve(sycl::queue& queue, const Launch& launch) {
  const float* const in = launch.pointer<float>(0);
  float* const out = launch.pointer<float>(1);
  const float* const filter = launch.pointer<float>(2);
  const int n = launch.value<int>(3);
  queue.parallel_for(launch.groups<2>(), [=](sycl::nd_item<2> item) {
    const int row = static_cast<int>(item.get_global_id(0));
    const int column = static_cast<int>(item.get_global_id(1));
    float sum = 0;
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 5; ++x) sum += filter[y * 5 + x] * in[(row + y) * (n + 4) + column + x];
    out[row * n + column] = sum;
  });
}

}  // namespace cleave::benchmark::twins
