// The twin of reduction: a tree in local memory.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void reduction_sum(sycl::queue& queue, const Launch& launch) {
  const auto per_group = launch.value<unsigned>(2);
  queue.submit([&](sycl::handler& group) {
    const Memory memory(launch, group);
    const auto numbers = reads<unsigned>(memory, 0);
    const auto sums = writes<unsigned>(memory, 1);
    const sycl::local_accessor<unsigned> tree(256, group);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      const auto own = static_cast<unsigned>(item.get_local_id(0));
      const auto group_id = static_cast<unsigned>(item.get_group(0));
      unsigned total = 0;
      for (unsigned i = own; i < per_group; i += 256) total += numbers[group_id * per_group + i];
      tree[own] = total;
      for (unsigned width = 128; width > 0; width /= 2) {
        sycl::group_barrier(item.get_group());
        if (own < width) tree[own] += tree[own + width];
      }
      if (own == 0) sums[group_id] = tree[0];
    });
  });
}
CLEAVE_BOTH_MEMORIES(reduction_sum);

}  // namespace cleave::benchmark::twins
