// The twins of n_body and double_n_body: gravity among bodies, each with each.
#pragma once

#include "memory.h"

namespace cleave::benchmark::twins {

template <class Real, class Memory>
void accelerate(sycl::queue& queue, const Launch& launch) {
  using Real4 = sycl::vec<Real, 4>;
  const int count = launch.value<int>(2);
  const Real softening = launch.value<Real>(3);
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto bodies = reads<Real4>(memory, 0);
    const auto accelerations = writes<Real4>(memory, 1);
    group.parallel_for(launch.range(), [=](sycl::id<1> i) {
      const Real4 body = bodies[i];
      Real x = 0, y = 0, z = 0;
      for (int j = 0; j < count; ++j) {
        const Real4 other = bodies[j];
        const Real dx = other[0] - body[0], dy = other[1] - body[1], dz = other[2] - body[2];
        const Real inverse = sycl::rsqrt(dx * dx + dy * dy + dz * dz + softening);
        const Real pull = other[3] * inverse * inverse * inverse;
        x += dx * pull;
        y += dy * pull;
        z += dz * pull;
      }
      accelerations[i] = Real4(x, y, z, 0);
    });
  });
}

}  // namespace cleave::benchmark::twins
