// The twin of square_ranges.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void square_ranges_scramble(sycl::queue& queue, const Launch& launch) {
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto results = writes<unsigned>(memory, 0, launch.range<2>());
    group.parallel_for(launch.range<2>(), [=](sycl::item<2> item) {
      unsigned x = static_cast<unsigned>(item.get_linear_id());
      for (int turn = 0; turn < 8; ++turn) x = (x ^ x >> 15) * 0x2c1b3c6du + 12345u;
      results[item.get_id()] = x;
    });
  });
}
CLEAVE_BOTH_MEMORIES(square_ranges_scramble);

}  // namespace cleave::benchmark::twins
