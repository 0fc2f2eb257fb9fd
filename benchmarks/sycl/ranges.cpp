// The twin of ranges.
#include <sycl/sycl.hpp>

#include "launch.h"

namespace cleave::benchmark::twins {

void ranges_scramble(sycl::queue& queue, const Launch& launch) {
  unsigned* const results = launch.pointer<unsigned>(0);
  queue.parallel_for(launch.range(), [=](sycl::item<1> item) {
    unsigned x = static_cast<unsigned>(item.get_linear_id());
    for (int turn = 0; turn < 8; ++turn) x = (x ^ x >> 15) * 0x2c1b3c6du + 12345u;
    results[item.get_linear_id()] = x;
  });
}

}  // namespace cleave::benchmark::twins
