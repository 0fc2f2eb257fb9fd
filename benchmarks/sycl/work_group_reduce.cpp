// The twin of work_group_reduce: a group algorithm.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void work_group_reduce_sum_groups(sycl::queue& queue, const Launch& launch) {
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto numbers = reads<unsigned>(memory, 0);
    const auto sums = writes<unsigned>(memory, 1);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      const unsigned sum =
          sycl::reduce_over_group(item.get_group(), numbers[item.get_global_id(0)], sycl::plus<>());
      if (item.get_local_id(0) == 0) sums[item.get_group(0)] = sum;
    });
  });
}
CLEAVE_BOTH_MEMORIES(work_group_reduce_sum_groups);

}  // namespace cleave::benchmark::twins
