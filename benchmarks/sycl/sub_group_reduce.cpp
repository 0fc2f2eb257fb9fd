// The twin of sub_group_reduce: group algorithms of sub-groups.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void sub_group_reduce_sum_groups(sycl::queue& queue, const Launch& launch) {
  queue.submit([&](sycl::handler& group) {
    const Memory memory(launch, group);
    const auto numbers = reads<unsigned>(memory, 0);
    const auto sums = writes<unsigned>(memory, 1);
    const sycl::local_accessor<unsigned> partial(256, group);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      const sycl::sub_group lanes = item.get_sub_group();
      const unsigned lane = lanes.get_local_linear_id();
      const unsigned sum =
          sycl::reduce_over_group(lanes, numbers[item.get_global_id(0)], sycl::plus<>());
      if (lane == 0) partial[lanes.get_group_linear_id()] = sum;
      sycl::group_barrier(item.get_group());
      if (lanes.get_group_linear_id() == 0) {
        unsigned total = 0;
        for (unsigned i = lane; i < lanes.get_group_linear_range();
             i += lanes.get_local_linear_range())
          total += partial[i];
        total = sycl::reduce_over_group(lanes, total, sycl::plus<>());
        if (lane == 0) sums[item.get_group(0)] = total;
      }
    });
  });
}
CLEAVE_BOTH_MEMORIES(sub_group_reduce_sum_groups);

}  // namespace cleave::benchmark::twins
