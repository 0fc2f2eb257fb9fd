// Gravity among bodies in double precision: a reciprocal root for each pair.
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void accelerate(global const double4 *bodies, global double4 *accelerations, int count, double softening) {
  int i = get_global_id(0);
  double4 body = bodies[i];
  double3 acceleration = 0;
  for (int j = 0; j < count; ++j) {
    double4 other = bodies[j];
    double3 way = other.xyz - body.xyz;
    double inverse = rsqrt(dot(way, way) + softening);
    acceleration += way * (other.w * inverse * inverse * inverse);
  }
  accelerations[i] = (double4)(acceleration, 0);
}
)";
constexpr double softening = 0x1p-10;

struct Bodies {
  explicit Bodies(size_t count) : bodies(4 * count), right(4 * count), magnitudes(4 * count) {
    for (size_t i = 0; i < bodies.size(); ++i)
      bodies[i] = static_cast<double>(scrambled_fraction(static_cast<uint32_t>(i)));
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) accelerate(i, count);
    });
  }

  void accelerate(size_t i, size_t count) {
    for (size_t j = 0; j < count; ++j) {
      double way[3], square = softening;
      for (size_t k = 0; k < 3; ++k) {
        way[k] = bodies[4 * j + k] - bodies[4 * i + k];
        square += way[k] * way[k];
      }
      const double pull = bodies[4 * j + 3] / square / std::sqrt(square);
      for (size_t k = 0; k < 3; ++k) {
        right[4 * i + k] += way[k] * pull;
        magnitudes[4 * i + k] += std::abs(way[k] * pull);
      }
    }
  }

  std::vector<double> bodies;      // x, y, z and the mass of each
  std::vector<double> right;       // accelerations, likewise in fours
  std::vector<double> magnitudes;  // sums of the magnitudes of their terms
};

class DoubleNBody : public RepeatedWork<Bodies> {
 public:
  DoubleNBody(Device& device, size_t count) : RepeatedWork(device, count) {
    device.require_extension("cl_khr_fp64");
    kernel_ = device.build(source, "accelerate");
    bodies_ = device.buffer_of(problem().bodies);
    accelerations_ = device.zeros(4 * count * sizeof(double));
    kernel_.set_arguments(bodies_, accelerations_, static_cast<cl_int>(count), softening);
  }

  std::string verify() override {
    // A term has rsqrt's error (2 ulp) three times and a dozen roundings, here and in the right
    // result: below 64 units of 2^-53. Each addition to the two sums rounds once.
    const double units = 64 + 2 * static_cast<double>(size());
    return difference_beyond(device().read<double>(accelerations_, 4 * size()), problem().right,
                             [&](size_t i) { return units * 0x1p-53 * problem().magnitudes[i]; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer bodies_, accelerations_;
};

}  // namespace

const Case& double_n_body() {
  static const Case instance = {
      "double_n_body",
      "the gravity of N bodies on each other in double precision, 20 operations for each pair",
      "GFLOP/s",
      {{"small", 512}, {"cache", 2048}},
      [](size_t count) { return 1e-9 * 20 * static_cast<double>(count * count); },
      make_work<DoubleNBody>};
  return instance;
}

}  // namespace cleave::benchmark
