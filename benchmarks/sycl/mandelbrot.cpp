// The twin of mandelbrot: a loop that each work-item leaves at a turn of its own.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void mandelbrot_mandelbrot(sycl::queue& queue, const Launch& launch) {
  const auto left = launch.value<float>(1);
  const auto top = launch.value<float>(2);
  const auto step = launch.value<float>(3);
  const auto limit = launch.value<unsigned>(4);
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto turns = writes<unsigned>(memory, 0, launch.range<2>());
    group.parallel_for(launch.groups<2>(), [=](sycl::nd_item<2> item) {
      const size_t row = item.get_global_id(0), column = item.get_global_id(1);
      const float cx = left + static_cast<float>(column) * step;
      const float cy = top + static_cast<float>(row) * step;
      float x = 0, y = 0;
      unsigned turn = 0;
      while (turn < limit && x * x + y * y <= 4.0f) {
        const float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++turn;
      }
      turns[item.get_global_id()] = turn;
    });
  });
}
CLEAVE_BOTH_MEMORIES(mandelbrot_mandelbrot);

}  // namespace cleave::benchmark::twins
