// The twin of matrix_multiply: tiles in local memory.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void matrix_multiply_multiply(sycl::queue& queue, const Launch& launch) {
  const auto n = static_cast<size_t>(launch.value<int>(3));
  const sycl::range<2> square(n, n);
  queue.submit([&](sycl::handler& group) {
    const Memory memory(launch, group);
    const auto a = reads<float>(memory, 0, square);
    const auto b = reads<float>(memory, 1, square);
    const auto product = writes<float>(memory, 2, square);
    const sycl::local_accessor<float> a_tile(16 * 16, group);
    const sycl::local_accessor<float> b_tile(16 * 16, group);
    group.parallel_for(launch.groups<2>(), [=](sycl::nd_item<2> item) {
      const size_t row = item.get_local_id(0);
      const size_t column = item.get_local_id(1);
      const size_t global_row = item.get_global_id(0);
      const size_t global_column = item.get_global_id(1);
      float sum = 0;
      for (size_t tile = 0; tile < n; tile += 16) {
        a_tile[row * 16 + column] = a[global_row][tile + column];
        b_tile[row * 16 + column] = b[tile + row][global_column];
        sycl::group_barrier(item.get_group());
        for (size_t k = 0; k < 16; ++k) sum += a_tile[row * 16 + k] * b_tile[k * 16 + column];
        sycl::group_barrier(item.get_group());
      }
      product[global_row][global_column] = sum;
    });
  });
}
CLEAVE_BOTH_MEMORIES(matrix_multiply_multiply);

}  // namespace cleave::benchmark::twins
