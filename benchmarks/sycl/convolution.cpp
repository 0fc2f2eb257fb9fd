// The twin of convolution: a stencil of 5 by 5, with subscripts of int.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void convolution_convolve(sycl::queue& queue, const Launch& launch) {
  const auto n = static_cast<size_t>(launch.value<int>(3));
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto in = reads<float>(memory, 0, sycl::range<2>(n + 4, n + 4));
    const auto out = writes<float>(memory, 1, sycl::range<2>(n, n));
    const auto filter = reads<float>(memory, 2, sycl::range<2>(5, 5));
    group.parallel_for(launch.groups<2>(), [=](sycl::nd_item<2> item) {
      const int row = static_cast<int>(item.get_global_id(0));
      const int column = static_cast<int>(item.get_global_id(1));
      float sum = 0;
      for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 5; ++x) sum += filter[y][x] * in[row + y][column + x];
      out[row][column] = sum;
    });
  });
}
CLEAVE_BOTH_MEMORIES(convolution_convolve);

}  // namespace cleave::benchmark::twins
