// Prices of options by binomial trees: a private array that every work-item walks through alike.
#include <array>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#define LEAVES 64

kernel void price_puts(global const float *prices, global const float *strikes,
                       global const float *years, global float *puts, float rate,
                       float volatility) {
  size_t i = get_global_id(0);
  float price = prices[i], strike = strikes[i];
  float step = years[i] / LEAVES;
  float up = exp(volatility * sqrt(step)), down = 1.0f / up;
  float growth = exp(rate * step);
  float rises = (growth - down) / (up - down);

  float values[LEAVES];
  for (int leaf = 0; leaf < LEAVES; ++leaf)
    values[leaf] = max(0.0f, strike - price * pow(up, (float)(2 * leaf - LEAVES)));
  for (int count = LEAVES - 1; count > 0; --count)
    for (int node = 0; node < count; ++node)
      values[node] = ((1.0f - rises) * values[node] + rises * values[node + 1]) / growth;
  puts[i] = values[0];
}
)";
constexpr int leaf_count = 64;
constexpr float rate = 0.02F, volatility = 0.3F;

double price_put(double price, double strike, double years) {
  const double step = years / leaf_count;
  const double up = std::exp(double{volatility} * std::sqrt(step)), down = 1 / up;
  const double growth = std::exp(double{rate} * step);
  const double rises = (growth - down) / (up - down);
  std::array<double, leaf_count> values;
  for (size_t leaf = 0; leaf < values.size(); ++leaf)
    values[leaf] =
        std::max(0.0, strike - price * std::pow(up, 2 * static_cast<double>(leaf) - leaf_count));
  for (size_t count = leaf_count - 1; count > 0; --count)
    for (size_t node = 0; node < count; ++node)
      values[node] = ((1 - rises) * values[node] + rises * values[node + 1]) / growth;
  return values.front();
}

struct Options {
  explicit Options(size_t count) : prices(count), strikes(count), years(count), puts(count) {
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const auto index = static_cast<uint32_t>(3 * i);
        prices[i] = 5 + 25 * scrambled_fraction(index);
        strikes[i] = 1 + 99 * scrambled_fraction(index + 1);
        years[i] = 0.25F + 9.75F * scrambled_fraction(index + 2);
        puts[i] = price_put(prices[i], strikes[i], years[i]);
      }
    });
  }

  /// Compares prices with the right ones; empty if they are close enough.
  [[nodiscard]] std::string difference_of(std::span<const float> found) const {
    // The errors of `up` count 64 times in the leaves. `rises` is a quotient of small differences,
    // at the worst wrong by 100 units of 2^-24, and each of 64 levels moves a value by as much of
    // the distance between two nodes, at most a fifth of the strike.
    return difference_beyond<float>(found, puts, [&](size_t i) {
      return 2048 * 0x1p-24 * static_cast<double>(prices[i] + strikes[i]);
    });
  }

  std::vector<float> prices, strikes, years;
  std::vector<double> puts;
};

class BinomialOptions : public RepeatedWork<Options> {
 public:
  BinomialOptions(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "price_puts")),
        prices_(device.buffer_of(problem().prices)),
        strikes_(device.buffer_of(problem().strikes)),
        years_(device.buffer_of(problem().years)),
        puts_(device.zeros(count * sizeof(float))) {
    kernel_.set_arguments(prices_, strikes_, years_, puts_, rate, volatility);
  }

  std::string verify() override {
    return problem().difference_of(device().read<float>(puts_, size()));
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer prices_, strikes_, years_, puts_;
};

class NativeTrees : public NativeWork<Options> {
 public:
  explicit NativeTrees(size_t count)
      : NativeWork(count),
        prices_(native_copy(problem().prices)),
        strikes_(native_copy(problem().strikes)),
        years_(native_copy(problem().years)),
        puts_(count) {}

  std::string verify() override { return problem().difference_of(puts_); }

 protected:
  void repeat() override {
    const OptionPrices options = {
        prices_.data(), strikes_.data(), years_.data(), nullptr, puts_.data(), rate, volatility};
    split(size(), 64,
          [&](size_t begin, size_t end) { native_loops().binomial_puts(options, begin, end); });
  }

 private:
  NativeVector<float> prices_, strikes_, years_, puts_;
};

}  // namespace

const Case& binomial_options() {
  static const Case instance = {
      "binomial_options",
      "the prices of N put options, by trees with 64 leaves",
      "Moption/s",
      {{"small", size_t{1} << 10}, {"cache", size_t{1} << 14}, {"memory", size_t{1} << 17}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<BinomialOptions>,
      Kind::kernel,
      {{"native", make_native<NativeTrees>}}};
  return instance;
}

}  // namespace cleave::benchmark
