// The twin of prefix_sum: scans in local memory.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void prefix_sum_scan_blocks(sycl::queue& queue, const Launch& launch) {
  queue.submit([&](sycl::handler& group) {
    const Memory memory(launch, group);
    const auto in = reads<unsigned>(memory, 0);
    const auto out = writes<unsigned>(memory, 1);
    const auto block_sums = writes<unsigned>(memory, 2);
    const sycl::local_accessor<unsigned> block(256, group);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      const auto own = static_cast<unsigned>(item.get_local_id(0));
      block[own] = in[item.get_global_id(0)];
      sycl::group_barrier(item.get_group());
      for (unsigned distance = 1; distance < 256; distance *= 2) {
        const unsigned before = own >= distance ? block[own - distance] : 0;
        sycl::group_barrier(item.get_group());
        block[own] += before;
        sycl::group_barrier(item.get_group());
      }
      out[item.get_global_id(0)] = block[own];
      if (own == 255) block_sums[item.get_group(0)] = block[255];
    });
  });
}
CLEAVE_BOTH_MEMORIES(prefix_sum_scan_blocks);

template <class Memory>
void prefix_sum_raise_blocks(sycl::queue& queue, const Launch& launch) {
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto sums = changes<unsigned>(memory, 0);
    const auto block_sums = reads<unsigned>(memory, 1);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      const size_t block = item.get_group(0);
      if (block > 0) sums[item.get_global_id(0)] += block_sums[block - 1];
    });
  });
}
CLEAVE_BOTH_MEMORIES(prefix_sum_raise_blocks);

}  // namespace cleave::benchmark::twins
