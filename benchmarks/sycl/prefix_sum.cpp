// The twin of prefix_sum: scans in local memory.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void prefix_sum_scan_blocks(sycl::queue& queue, const Launch& launch) {
  const unsigned* const in = launch.pointer<unsigned>(0);
  unsigned* const out = launch.pointer<unsigned>(1);
  unsigned* const block_sums = launch.pointer<unsigned>(2);
  queue.submit([&](sycl::handler& group) {
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

void prefix_sum_raise_blocks(sycl::queue& queue, const Launch& launch) {
  unsigned* const sums = launch.pointer<unsigned>(0);
  const unsigned* const block_sums = launch.pointer<unsigned>(1);
  queue.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
    const size_t block = item.get_group(0);
    if (block > 0) sums[item.get_global_id(0)] += block_sums[block - 1];
  });
}

}  // namespace cleave::benchmark::twins
