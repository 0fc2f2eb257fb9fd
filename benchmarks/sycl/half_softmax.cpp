// The twin of half_softmax: halves, and trees in local memory.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void half_softmax_softmax(sycl::queue& queue, const Launch& launch) {
  constexpr size_t count = 256, width = 64;
  queue.submit([&](sycl::handler& group) {
    const Memory memory(launch, group);
    const auto logits = reads<sycl::half>(memory, 0);
    const auto shares = writes<sycl::half>(memory, 1);
    const sycl::local_accessor<sycl::half> greatest(width, group);
    const sycl::local_accessor<float> sums(width, group);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      const size_t own = item.get_local_id(0), row = item.get_group(0) * count;
      sycl::half most = logits[row + own];
      for (size_t i = own + width; i < count; i += width) most = sycl::fmax(most, logits[row + i]);
      greatest[own] = most;
      sycl::group_barrier(item.get_group());
      for (size_t step = width / 2; step > 0; step /= 2) {
        if (own < step) greatest[own] = sycl::fmax(greatest[own], greatest[own + step]);
        sycl::group_barrier(item.get_group());
      }
      most = greatest[0];
      sycl::half powers[count / width];
      float sum = 0;
      for (size_t i = 0; i < count / width; ++i) {
        powers[i] = sycl::exp(logits[row + own + width * i] - most);
        sum += static_cast<float>(powers[i]);
      }
      sums[own] = sum;
      sycl::group_barrier(item.get_group());
      for (size_t step = width / 2; step > 0; step /= 2) {
        if (own < step) sums[own] += sums[own + step];
        sycl::group_barrier(item.get_group());
      }
      const sycl::half inverse(1 / sums[0]);
      for (size_t i = 0; i < count / width; ++i)
        shares[row + own + width * i] = powers[i] * inverse;
    });
  });
}
CLEAVE_BOTH_MEMORIES(half_softmax_softmax);

}  // namespace cleave::benchmark::twins
