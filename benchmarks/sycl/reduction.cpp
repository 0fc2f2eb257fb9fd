// The twin of reduction: a tree in local memory.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void reduction_sum(sycl::queue& queue, const Launch& launch) {
  const unsigned* const numbers = launch.pointer<unsigned>(0);
  unsigned* const sums = launch.pointer<unsigned>(1);
  const auto per_group = launch.value<unsigned>(2);
  queue.submit([&](sycl::handler& group) {
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

}  // namespace cleave::benchmark::twins
