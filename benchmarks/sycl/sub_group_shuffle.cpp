// The twin of sub_group_shuffle: values of others that the data choose.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void sub_group_shuffle_run(sycl::queue& queue, const Launch& launch) {
  const unsigned* const numbers = launch.pointer<unsigned>(0);
  unsigned* const results = launch.pointer<unsigned>(1);
  unsigned* const lane_count = launch.pointer<unsigned>(2);
  queue.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
    const sycl::sub_group lanes = item.get_sub_group();
    const auto size = static_cast<unsigned>(lanes.get_max_local_range()[0]);
    const size_t i = item.get_global_id(0);
    if (i == 0) *lane_count = size;
    unsigned x = numbers[i];
    const unsigned last = size - 1;
    for (unsigned turn = 0; turn < 16; ++turn)
      x += sycl::select_from_group(lanes, x, (x >> 9) & last) + turn;
    results[i] = x;
  });
}

}  // namespace cleave::benchmark::twins
