// Prices of options by the formula of Black and Scholes: exponentials, logarithms, divisions.
#include <array>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
float normal_distribution(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail = 0.39894228f * exp(-0.5f * d * d) *
               (k * (0.31938153f +
                     k * (-0.356563782f +
                          k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(global const float *prices, global const float *strikes,
                          global const float *years, global float *calls, global float *puts,
                          float rate, float volatility) {
  size_t i = get_global_id(0);
  float price = prices[i], strike = strikes[i], time = years[i];
  float root = sqrt(time);
  float d1 = (log(price / strike) + (rate + 0.5f * volatility * volatility) * time) /
             (volatility * root);
  float d2 = d1 - volatility * root;
  float n1 = normal_distribution(d1), n2 = normal_distribution(d2);
  float discounted = strike * exp(-rate * time);
  calls[i] = price * n1 - discounted * n2;
  puts[i] = discounted * (1.0f - n2) - price * (1.0f - n1);
}
)";
constexpr float rate = 0.02F, volatility = 0.3F;

double normal_distribution(double d) {
  const double k = 1 / (1 + double{0.2316419F} * std::abs(d));
  constexpr std::array factors = {1.330274429F, -1.821255978F, 1.781477937F, -0.356563782F,
                                  0.31938153F};
  double sum = 0;
  for (const float factor : factors) sum = (sum + double{factor}) * k;
  const double tail = double{0.39894228F} * std::exp(-0.5 * d * d) * sum;
  return d > 0 ? 1 - tail : tail;
}

struct Options {
  explicit Options(size_t count)
      : prices(count), strikes(count), years(count), calls(count), puts(count) {
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) fill(i);
    });
  }

  void fill(size_t i) {
    const auto index = static_cast<uint32_t>(3 * i);
    prices[i] = 5 + 25 * scrambled_fraction(index);
    strikes[i] = 1 + 99 * scrambled_fraction(index + 1);
    years[i] = 0.25F + 9.75F * scrambled_fraction(index + 2);
    const double price = prices[i], strike = strikes[i], time = years[i], v = volatility;
    const double d1 =
        (std::log(price / strike) + (double{rate} + 0.5 * v * v) * time) / (v * std::sqrt(time));
    const double n1 = normal_distribution(d1);
    const double n2 = normal_distribution(d1 - v * std::sqrt(time));
    const double discounted = strike * std::exp(-double{rate} * time);
    calls[i] = price * n1 - discounted * n2;
    puts[i] = discounted * (1 - n2) - price * (1 - n1);
  }

  /// Compares prices with the right ones; empty if they are close enough.
  [[nodiscard]] std::string difference_of(std::span<const float> found_calls,
                                          std::span<const float> found_puts) const {
    // The specification's errors of the logarithm (3 ulp), the divisions (2.5) and the square root
    // (3) make d1 uncertain by 200 + 12 |d1| units of 2^-24, which the distribution, whose slope is
    // 0.4 and falls with d1, takes to 83; its own terms add 40.
    const auto bound = [&](size_t i) {
      return 128 * 0x1p-24 * static_cast<double>(prices[i] + strikes[i]);
    };
    std::string found = difference_beyond<float>(found_calls, calls, bound);
    if (!found.empty()) return "call options: " + found;
    found = difference_beyond<float>(found_puts, puts, bound);
    return found.empty() ? found : "put options: " + found;
  }

  std::vector<float> prices, strikes, years;
  std::vector<double> calls, puts;
};

class BlackScholes : public RepeatedWork<Options> {
 public:
  BlackScholes(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "black_scholes")),
        prices_(device.buffer_of(problem().prices)),
        strikes_(device.buffer_of(problem().strikes)),
        years_(device.buffer_of(problem().years)),
        calls_(device.zeros(count * sizeof(float))),
        puts_(device.zeros(count * sizeof(float))) {
    kernel_.set_arguments(prices_, strikes_, years_, calls_, puts_, rate, volatility);
  }

  std::string verify() override {
    return problem().difference_of(device().read<float>(calls_, size()),
                                   device().read<float>(puts_, size()));
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 256); }

 private:
  Kernel kernel_;
  Buffer prices_, strikes_, years_, calls_, puts_;
};

class NativeBlackScholes : public NativeWork<Options> {
 public:
  explicit NativeBlackScholes(size_t count)
      : NativeWork(count),
        prices_(native_copy(problem().prices)),
        strikes_(native_copy(problem().strikes)),
        years_(native_copy(problem().years)),
        calls_(count),
        puts_(count) {}

  std::string verify() override { return problem().difference_of(calls_, puts_); }

 protected:
  void repeat() override {
    const OptionPrices options = {prices_.data(), strikes_.data(), years_.data(),
                                  calls_.data(),  puts_.data(),    rate,
                                  volatility};
    split(size(), 64,
          [&](size_t begin, size_t end) { native_loops().black_scholes(options, begin, end); });
  }

 private:
  NativeVector<float> prices_, strikes_, years_, calls_, puts_;
};

}  // namespace

const Case& black_scholes() {
  static const Case instance = {
      "black_scholes",
      "the prices of N call options and N put options",
      "Moption/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 16}, {"memory", size_t{1} << 22}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<BlackScholes>,
      Kind::kernel,
      {{"native", make_native<NativeBlackScholes>}}};
  return instance;
}

}  // namespace cleave::benchmark
