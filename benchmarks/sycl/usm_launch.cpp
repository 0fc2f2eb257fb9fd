// The twin of usm_launch: a kernel of a pointer and a value.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void usm_launch_add(sycl::queue& queue, const Launch& launch) {
  unsigned* const sum = launch.pointer<unsigned>(0);
  const auto addend = launch.value<unsigned>(1);
  queue.single_task([=] { *sum += addend; });
}

}  // namespace cleave::benchmark::twins
