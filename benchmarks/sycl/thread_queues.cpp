// The twin of thread_queues: many small launches.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void thread_queues_advance(sycl::queue& queue, const Launch& launch) {
  unsigned* const numbers = launch.pointer<unsigned>(0);
  queue.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
    const size_t i = item.get_global_id(0);
    numbers[i] = numbers[i] * 1664525u + 1013904223u;
  });
}

}  // namespace cleave::benchmark::twins
