#include "harness/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace cleave::benchmark {

double quantile(const std::vector<double>& samples, double fraction) {
  double position = fraction * static_cast<double>(samples.size() - 1);
  size_t below = static_cast<size_t>(std::floor(position));
  size_t above = std::min(below + 1, samples.size() - 1);
  double weight = position - static_cast<double>(below);
  return samples[below] * (1 - weight) + samples[above] * weight;
}

Summary summarize(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {quantile(samples, 0.5), quantile(samples, 0.1), quantile(samples, 0.9)};
}

}  // namespace cleave::benchmark
