// The twin of range_reduction: a reduction of SYCL's.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void range_reduction_sum(sycl::queue& queue, const Launch& launch) {
  const sycl::range<1> count(launch.value<unsigned>(1));
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto numbers = reads<float>(memory, 0);
    const auto total = memory.template reduction<float>(2, sycl::plus<>());
    group.parallel_for(count, total, [=](sycl::id<1> i, auto& sum) { sum += numbers[i]; });
  });
}
CLEAVE_BOTH_MEMORIES(range_reduction_sum);

}  // namespace cleave::benchmark::twins
