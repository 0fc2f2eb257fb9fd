// Moves bodies that attract each other, step by step: an in-order queue runs the two kernels of a step in turn. The sum of
// all impulses stays what it was.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>

namespace {

struct Body {
  float x, y, z, mass;
};
struct Velocity {
  float x, y, z;
};

/// Changes the velocity of each body by the pull of all others.
class Attract;
/// Moves each body.
class Move;

void step(sycl::queue& queue, Body* bodies, Velocity* velocities, size_t count, float time) {
  queue.parallel_for<Attract>(count, [=](sycl::id<1> i) {
    const Body own = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (size_t k = 0; k < count; ++k) {
      const float dx = bodies[k].x - own.x, dy = bodies[k].y - own.y, dz = bodies[k].z - own.z;
      const float inverse = sycl::rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
      const float pull = bodies[k].mass * inverse * inverse * inverse;
      ax += dx * pull;
      ay += dy * pull;
      az += dz * pull;
    }
    velocities[i].x += ax * time;
    velocities[i].y += ay * time;
    velocities[i].z += az * time;
  });
  queue.parallel_for<Move>(count, [=](sycl::id<1> i) {
    bodies[i].x += velocities[i].x * time;
    bodies[i].y += velocities[i].y * time;
    bodies[i].z += velocities[i].z * time;
  });
}

}  // namespace

int main() {
  constexpr size_t count = 512;
  sycl::queue queue{sycl::property::queue::in_order()};
  Body* const bodies = sycl::malloc_shared<Body>(count, queue);
  Velocity* const velocities = sycl::malloc_shared<Velocity>(count, queue);
  for (size_t i = 0; i < count; ++i) {
    bodies[i] = {float(i % 13), float(i % 7), float(i % 5), 1};
    velocities[i] = {0, 0, 0};
  }
  for (int i = 0; i < 10; ++i) step(queue, bodies, velocities, count, 0.001f);
  queue.wait();
  double sum = 0, size = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += double(velocities[i].x) + velocities[i].y + velocities[i].z;
    size += std::fabs(velocities[i].x) + std::fabs(velocities[i].y) + std::fabs(velocities[i].z);
  }
  sycl::free(bodies, queue);
  sycl::free(velocities, queue);
  std::printf("sum of impulses %g, of their sizes %g\n", sum, size);
  const bool is_right = size > 1 && std::fabs(sum) < size * 1e-3;
  std::printf(is_right ? "all right\n" : "wrong\n");
  return is_right ? 0 : 1;
}
