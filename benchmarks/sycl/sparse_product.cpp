// The twin of sparse_product: loops of different lengths, gathers.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void sparse_product_multiply(sycl::queue& queue, const Launch& launch) {
  const unsigned* const starts = launch.pointer<unsigned>(0);
  const unsigned* const columns = launch.pointer<unsigned>(1);
  const float* const values = launch.pointer<float>(2);
  const float* const vector = launch.pointer<float>(3);
  float* const product = launch.pointer<float>(4);
  queue.parallel_for(launch.range(), [=](sycl::id<1> row) {
    float sum = 0;
    for (unsigned i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * vector[columns[i]];
    product[row] = sum;
  });
}

}  // namespace cleave::benchmark::twins
