// The twin of black_scholes: exponentials, logarithms, roots, divisions.
#include <sycl/sycl.hpp>

#include "memory.h"

namespace cleave::benchmark::twins {

namespace {

float normal_distribution(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * sycl::fabs(d));
  const float tail =
      0.39894228f * sycl::exp(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

}  // namespace

template <class Memory>
void black_scholes_black_scholes(sycl::queue& queue, const Launch& launch) {
  const auto rate = launch.value<float>(5);
  const auto volatility = launch.value<float>(6);
  submit<Memory>(queue, launch, [&](auto& group, const Memory& memory) {
    const auto prices = reads<float>(memory, 0);
    const auto strikes = reads<float>(memory, 1);
    const auto years = reads<float>(memory, 2);
    const auto calls = writes<float>(memory, 3);
    const auto puts = writes<float>(memory, 4);
    group.parallel_for(launch.groups(), [=](sycl::nd_item<1> item) {
      const size_t i = item.get_global_id(0);
      const float price = prices[i], strike = strikes[i], time = years[i];
      const float root = sycl::sqrt(time);
      const float d1 =
          (sycl::log(price / strike) + (rate + 0.5f * volatility * volatility) * time) /
          (volatility * root);
      const float d2 = d1 - volatility * root;
      const float n1 = normal_distribution(d1), n2 = normal_distribution(d2);
      const float discounted = strike * sycl::exp(-rate * time);
      calls[i] = price * n1 - discounted * n2;
      puts[i] = discounted * (1.0f - n2) - price * (1.0f - n1);
    });
  });
}
CLEAVE_BOTH_MEMORIES(black_scholes_black_scholes);

}  // namespace cleave::benchmark::twins
