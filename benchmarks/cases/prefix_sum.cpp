// Prefix sums: scans in local memory, several launches that depend on each other.
#include "cases/prefix_sum.h"

namespace cleave::benchmark {

const Case& prefix_sum() {
  static const Case instance = {
      "prefix_sum",
      "the sums of the first 1 to N of N unsigned integers, by blocks of 256 in local memory",
      "Melement/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 17}, {"memory", size_t{1} << 23}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<prefix_sums::PrefixSum>};
  return instance;
}

}  // namespace cleave::benchmark
