// Gravity among bodies, each with each: a loop whose loads are the same for all work-items.
#include <algorithm>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void accelerate(global const float4 *bodies, global float4 *accelerations, int count,
                       float softening) {
  int i = get_global_id(0);
  float4 body = bodies[i];
  float3 acceleration = 0;
  for (int j = 0; j < count; ++j) {
    float4 other = bodies[j];
    float3 way = other.xyz - body.xyz;
    float inverse = rsqrt(dot(way, way) + softening);
    acceleration += way * (other.w * inverse * inverse * inverse);
  }
  accelerations[i] = (float4)(acceleration, 0);
}
)";
constexpr float softening = 0x1p-10F;

struct Bodies {
  // The bodies stand at `distinct` places in turn: who knows that finds the accelerations quickly.
  static constexpr size_t distinct = 256;

  explicit Bodies(size_t count) : bodies(4 * count), right(4 * count), magnitudes(4 * count) {
    for (size_t i = 0; i < bodies.size(); ++i)
      bodies[i] = scrambled_fraction(static_cast<uint32_t>(i % (4 * distinct)));
    in_parallel(distinct, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) accelerate(i, static_cast<double>(count / distinct));
    });
    for (size_t i = 4 * distinct; i < right.size(); ++i) {
      right[i] = right[i - 4 * distinct];
      magnitudes[i] = magnitudes[i - 4 * distinct];
    }
  }

  void accelerate(size_t i, double copies) {
    for (size_t j = 0; j < distinct; ++j) {
      double way[3], square = softening;
      for (size_t k = 0; k < 3; ++k) {
        way[k] = static_cast<double>(bodies[4 * j + k]) - static_cast<double>(bodies[4 * i + k]);
        square += way[k] * way[k];
      }
      const double pull =
          copies * static_cast<double>(bodies[4 * j + 3]) / square / std::sqrt(square);
      for (size_t k = 0; k < 3; ++k) {
        right[4 * i + k] += way[k] * pull;
        magnitudes[4 * i + k] += std::abs(way[k] * pull);
      }
    }
  }

  std::vector<float> bodies;       // x, y, z and the mass of each
  std::vector<double> right;       // accelerations, likewise in fours
  std::vector<double> magnitudes;  // sums of the magnitudes of their terms
};

class NBody : public RepeatedWork<Bodies> {
 public:
  NBody(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "accelerate")),
        bodies_(device.buffer_of(problem().bodies)),
        accelerations_(device.zeros(4 * count * sizeof(float))) {
    kernel_.set_arguments(bodies_, accelerations_, static_cast<cl_int>(count), softening);
  }

  std::string verify() override {
    // A term has rsqrt's error (2 ulp) and the sum's of the squares three times, and five roundings
    // more: below 32 units of 2^-24. Each addition to the sum rounds once.
    const double units = 32 + static_cast<double>(size());
    return difference_beyond(device().read<float>(accelerations_, 4 * size()), problem().right,
                             [&](size_t i) { return units * 0x1p-24 * problem().magnitudes[i]; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer bodies_, accelerations_;
};

}  // namespace

const Case& n_body() {
  static const Case instance = {
      "n_body",
      "the gravity of N bodies on each other, 20 operations for each pair",
      "GFLOP/s",
      {{"small", 512}, {"cache", 2048}, {"memory", 8192}},
      [](size_t count) { return 1e-9 * 20 * static_cast<double>(count * count); },
      make_work<NBody>};
  return instance;
}

}  // namespace cleave::benchmark
