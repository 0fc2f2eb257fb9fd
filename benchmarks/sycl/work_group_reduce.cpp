// The twin of work_group_reduce: a group algorithm.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void work_group_reduce_sum_groups(sycl::queue& queue, const Launch& launch) {
  const unsigned* const numbers = launch.pointer<unsigned>(0);
  unsigned* const sums = launch.pointer<unsigned>(1);
  queue.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
    const unsigned sum =
        sycl::reduce_over_group(item.get_group(), numbers[item.get_global_id(0)], sycl::plus<>());
    if (item.get_local_id(0) == 0) sums[item.get_group(0)] = sum;
  });
}

}  // namespace cleave::benchmark::twins
