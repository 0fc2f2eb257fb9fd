// The twin of local_histogram: atomic operations on local memory.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

namespace {

template <sycl::memory_scope scope, sycl::access::address_space space>
using Counter = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, scope, space>;

}  // namespace

template <class Memory>
void local_histogram_count_bytes(sycl::queue& queue, const Launch& launch) {
  const auto per_group = launch.value<unsigned>(2);
  queue.submit([&](sycl::handler& group) {
    const Memory memory(launch, group);
    const auto bytes = reads<unsigned char>(memory, 0);
    const auto counts = changes<unsigned>(memory, 1);
    const sycl::local_accessor<unsigned> bins(256, group);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      using sycl::access::address_space;
      using Bin = Counter<sycl::memory_scope::work_group, address_space::local_space>;
      using Count = Counter<sycl::memory_scope::device, address_space::global_space>;
      const auto own = static_cast<unsigned>(item.get_local_id(0));
      bins[own] = 0;
      sycl::group_barrier(item.get_group());
      const unsigned start = static_cast<unsigned>(item.get_group(0)) * per_group;
      for (unsigned i = own; i < per_group; i += 256) ++Bin(bins[bytes[start + i]]);
      sycl::group_barrier(item.get_group());
      Count(counts[own]) += bins[own];
    });
  });
}
CLEAVE_BOTH_MEMORIES(local_histogram_count_bytes);

}  // namespace cleave::benchmark::twins
