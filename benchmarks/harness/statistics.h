// The middle and the spread of repeated measurements.
#pragma once

#include <vector>

namespace cleave::benchmark {

/// Summarises a set of samples: the median and the bounds that leave out a tenth at each end.
struct Summary {
  double median = 0;
  double p10 = 0;
  double p90 = 0;
};

/// The quantile of samples (0 the least, 1 the greatest), interpolated between neighbours.
/// Precondition: `samples` is not empty and is sorted.
[[nodiscard]] double quantile(const std::vector<double>& samples, double fraction);

/// Precondition: `samples` is not empty; any order.
[[nodiscard]] Summary summarize(std::vector<double> samples);

}  // namespace cleave::benchmark
