// The twin of launch: kernels of one work-item.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void launch_nothing(sycl::queue& queue, const Launch&) {
  queue.single_task([] {});
}

void launch_count(sycl::queue& queue, const Launch& launch) {
  unsigned* const launches = launch.pointer<unsigned>(0);
  queue.single_task([=] { *launches += 1; });
}

}  // namespace cleave::benchmark::twins
