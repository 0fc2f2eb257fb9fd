// The twin of triad: a work-item for each element.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Memory>
void triad_triad(sycl::queue& queue, const Launch& launch) {
  const auto factor = launch.value<float>(3);
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto a = writes<float>(memory, 0);
    const auto b = reads<float>(memory, 1);
    const auto c = reads<float>(memory, 2);
    group.parallel_for(launch.range(), [=](sycl::id<1> i) { a[i] = b[i] + factor * c[i]; });
  });
}
CLEAVE_BOTH_MEMORIES(triad_triad);

}  // namespace cleave::benchmark::twins
