// The twin of matrix_multiply: tiles in local memory.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void matrix_multiply_multiply(sycl::queue& queue, const Launch& launch) {
  const float* const a = launch.pointer<float>(0);
  const float* const b = launch.pointer<float>(1);
  float* const product = launch.pointer<float>(2);
  const int n = launch.value<int>(3);
  queue.submit([&](sycl::handler& group) {
    const sycl::local_accessor<float> a_tile(16 * 16, group);
    const sycl::local_accessor<float> b_tile(16 * 16, group);
    group.parallel_for(launch.groups<2>(), [=](sycl::nd_item<2> item) {
      const int row = static_cast<int>(item.get_local_id(0));
      const int column = static_cast<int>(item.get_local_id(1));
      const int global_row = static_cast<int>(item.get_global_id(0));
      const int global_column = static_cast<int>(item.get_global_id(1));
      float sum = 0;
      for (int tile = 0; tile < n; tile += 16) {
        a_tile[row * 16 + column] = a[global_row * n + tile + column];
        b_tile[row * 16 + column] = b[(tile + row) * n + global_column];
        sycl::group_barrier(item.get_group());
        for (int k = 0; k < 16; ++k) sum += a_tile[row * 16 + k] * b_tile[k * 16 + column];
        sycl::group_barrier(item.get_group());
      }
      product[global_row * n + global_column] = sum;
    });
  });
}

}  // namespace cleave::benchmark::twins
