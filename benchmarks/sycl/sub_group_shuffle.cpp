// The twin of sub_group_shuffle: values of others that the data choose.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void sub_group_shuffle_run(sycl::queue& queue, const Launch& launch) {
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto numbers = reads<unsigned>(memory, 0);
    const auto results = writes<unsigned>(memory, 1);
    const auto lane_count = writes<unsigned>(memory, 2);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      const sycl::sub_group lanes = item.get_sub_group();
      const auto size = static_cast<unsigned>(lanes.get_max_local_range()[0]);
      const size_t i = item.get_global_id(0);
      if (i == 0) lane_count[0] = size;
      unsigned x = numbers[i];
      const unsigned last = size - 1;
      for (unsigned turn = 0; turn < 16; ++turn)
        x += sycl::select_from_group(lanes, x, (x >> 9) & last) + turn;
      results[i] = x;
    });
  });
}
CLEAVE_BOTH_MEMORIES(sub_group_shuffle_run);

}  // namespace cleave::benchmark::twins
