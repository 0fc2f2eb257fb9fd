// Prices of options as the mean of many random futures: random numbers by a hash, normal ones by
// Box and Muller.
#include <numbers>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
uint scrambled(uint index) {
  uint x = index + 0x9e3779b9u;
  x = (x ^ x >> 16) * 0x21f0aaadu;
  x = (x ^ x >> 15) * 0x735a2d97u;
  return x ^ x >> 15;
}
float fraction(uint index) {
  return (float)((scrambled(index) >> 8) + 1) * 0x1p-24f;
}

kernel void price(global const float *strikes, global float *prices, int futures, float drift, float deviation) {
  uint option = get_global_id(0);
  float strike = strikes[option], sum = 0;
  for (int i = 0; i < futures; ++i) {
    uint index = 2 * (option * futures + i);
    float radius = sqrt(-2 * log(fraction(index)));
    float cosine, sine = sincos(6.2831853f * fraction(index + 1), &cosine);
    sum += fmax(exp(drift + deviation * radius * cosine) - strike, 0.0f);
    sum += fmax(exp(drift + deviation * radius * sine) - strike, 0.0f);
  }
  prices[option] = sum / (2 * futures);
}
)";
constexpr float drift = 0.03F, deviation = 0.3F;
constexpr size_t futures = 256;  // pairs of them

struct Options {
  explicit Options(size_t count) : strikes(count), prices(count) {
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) price(i);
    });
  }

  void price(size_t option) {
    strikes[option] = 0.5F + scrambled_fraction(~static_cast<uint32_t>(option));
    const auto payoff = [&](double normal) {
      return std::fmax(
          std::exp(double{drift} + double{deviation} * normal) - double{strikes[option]}, 0.0);
    };
    double sum = 0;
    for (size_t i = 0; i < futures; ++i) {
      const auto index = static_cast<uint32_t>(2 * (option * futures + i));
      const double radius = std::sqrt(-2 * std::log(double{scrambled_fraction(index)} + 0x1p-24));
      const double angle = 2 * std::numbers::pi * (double{scrambled_fraction(index + 1)} + 0x1p-24);
      sum += payoff(radius * std::cos(angle)) + payoff(radius * std::sin(angle));
    }
    prices[option] = sum / (2 * futures);
  }

  std::vector<float> strikes;
  std::vector<double> prices;
};

class MonteCarlo : public RepeatedWork<Options> {
 public:
  MonteCarlo(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "price")),
        strikes_(device.buffer_of(problem().strikes)),
        prices_(device.zeros(count * sizeof(float))) {
    kernel_.set_arguments(strikes_, prices_, static_cast<cl_int>(futures), drift, deviation);
  }

  std::string verify() override {
    // A payoff below 5 has an angle (its product rounds: 2^-22 radians), a radius below 6 and an
    // exponential, each within a few units: 64 in all. The sum of 512 rounds as often.
    return difference_beyond(device().read<float>(prices_, size()), problem().prices,
                             [](size_t /*i*/) { return (64 + 512) * 0x1p-24; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer strikes_, prices_;
};

}  // namespace

const Case& monte_carlo() {
  static const Case instance = {
      "monte_carlo",
      "the prices of N options, of 512 futures each",
      "Mfuture/s",
      {{"small", size_t{1} << 10}, {"large", size_t{1} << 14}},
      [](size_t count) { return 1e-6 * 2 * static_cast<double>(count * futures); },
      make_work<MonteCarlo>};
  return instance;
}

}  // namespace cleave::benchmark
