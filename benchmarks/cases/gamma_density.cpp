// Densities of gamma distributions, each with a shape of its own: lgamma, logarithms, an
// exponential.
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void densities(global const float *xs, global const float *shapes, global const float *scales,
                      global float *results) {
  size_t i = get_global_id(0);
  float x = xs[i] / scales[i], shape = shapes[i];
  results[i] = exp((shape - 1) * log(x) - x - lgamma(shape)) / scales[i];
}
)";

struct Distributions {
  explicit Distributions(size_t count)
      : xs(count), shapes(count), scales(count), densities(count), bounds(count) {
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) compute(i);
    });
  }

  void compute(size_t i) {
    const auto index = static_cast<uint32_t>(3 * i);
    shapes[i] = 0.5F + 9.5F * scrambled_fraction(index);
    scales[i] = 0.5F + 2 * scrambled_fraction(index + 1);
    xs[i] = (0.1F + 2 * scrambled_fraction(index + 2)) * shapes[i] * scales[i];
    const double shape = shapes[i], x = static_cast<double>(xs[i]) / static_cast<double>(scales[i]);
    // Its sign is that of gamma: never negative here.
    const double logarithm = (shape - 1) * std::log(x), normalizer = std::lgamma(shape);
    densities[i] = std::exp(logarithm - x - normalizer) / static_cast<double>(scales[i]);
    // Terms within 4 units of their own (lgamma within 16 and 2^-20), and what is left of that in
    // the exponent.
    bounds[i] = densities[i] *
                (16 + 8 * (std::abs(logarithm) + x + 16 + 4 * std::abs(normalizer))) * 0x1p-24;
  }

  std::vector<float> xs, shapes, scales;
  std::vector<double> densities, bounds;
};

class GammaDensity : public RepeatedWork<Distributions> {
 public:
  GammaDensity(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "densities")),
        xs_(device.buffer_of(problem().xs)),
        shapes_(device.buffer_of(problem().shapes)),
        scales_(device.buffer_of(problem().scales)),
        results_(device.zeros(count * sizeof(float))) {
    kernel_.set_arguments(xs_, shapes_, scales_, results_);
  }

  std::string verify() override {
    return difference_beyond(device().read<float>(results_, size()), problem().densities,
                             [&](size_t i) { return problem().bounds[i]; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 256); }

 private:
  Kernel kernel_;
  Buffer xs_, shapes_, scales_, results_;
};

}  // namespace

const Case& gamma_density() {
  static const Case instance = {
      "gamma_density",
      "the densities of N gamma distributions",
      "million/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 16}, {"memory", size_t{1} << 22}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<GammaDensity>};
  return instance;
}

}  // namespace cleave::benchmark
