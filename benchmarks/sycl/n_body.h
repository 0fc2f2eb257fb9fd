// The twins of n_body and double_n_body: gravity among bodies, each with each.
#pragma once

#include "launch.h"

namespace cleave::benchmark::twins {

template <class Real>
void accelerate(sycl::queue& queue, const Launch& launch) {
  using Real4 = sycl::vec<Real, 4>;
  const Real4* const bodies = launch.pointer<Real4>(0);
  Real4* const accelerations = launch.pointer<Real4>(1);
  const int count = launch.value<int>(2);
  const Real softening = launch.value<Real>(3);
  queue.parallel_for(launch.range(), [=](sycl::id<1> i) {
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
}

}  // namespace cleave::benchmark::twins
