// The twin of sparse_product: loops of different lengths, gathers.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void sparse_product_multiply(sycl::queue& queue, const Launch& launch) {
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto starts = reads<unsigned>(memory, 0);
    const auto columns = reads<unsigned>(memory, 1);
    const auto values = reads<float>(memory, 2);
    const auto vector = reads<float>(memory, 3);
    const auto product = writes<float>(memory, 4);
    group.parallel_for(launch.range(), [=](sycl::id<1> row) {
      float sum = 0;
      for (unsigned i = starts[row]; i < starts[row + 1]; ++i)
        sum += values[i] * vector[columns[i]];
      product[row] = sum;
    });
  });
}
CLEAVE_BOTH_MEMORIES(sparse_product_multiply);

}  // namespace cleave::benchmark::twins
