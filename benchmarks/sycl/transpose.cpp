// The twin of transpose: an element for each work-item.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void transpose_transpose(sycl::queue& queue, const Launch& launch) {
  const auto n = static_cast<size_t>(launch.value<int>(2));
  const sycl::range<2> square(n, n);
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto in = reads<float>(memory, 0, square);
    const auto out = writes<float>(memory, 1, square);
    group.parallel_for(launch.groups<2>(), [=](sycl::nd_item<2> item) {
      const size_t row = item.get_global_id(0);
      const size_t column = item.get_global_id(1);
      out[column][row] = in[row][column];
    });
  });
}
CLEAVE_BOTH_MEMORIES(transpose_transpose);

}  // namespace cleave::benchmark::twins
