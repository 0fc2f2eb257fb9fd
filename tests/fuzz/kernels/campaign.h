// Runs many kernels in many configurations, in several processes at once, and says which differ.
#pragma once

#include <cstdint>
#include <string>

#include "plan.h"

namespace cleave::test::fuzz::kernels {

struct Campaign {
  uint64_t first = 0;
  uint64_t count = 0;
  unsigned jobs = 2;         // processes at once
  uint64_t seconds = 0;      // after which nothing new starts; 0: no limit
  uint64_t batch = 25;       // kernels that one process runs
  uint64_t differences = 0;  // after so many kernels that differ nothing new starts; 0: no limit
  std::string text = {};     // kernels without it are left out
  std::string folder;  // where kernels that differ are kept, as they are and reduced; may be empty
  Breadth breadth = Breadth::thorough;
};

/// Prints each difference and a summary. The program's exit code: 0 when nothing differs.
int run(const Campaign& campaign);

/// Prints the smallest kernel on which a configuration still differs.
int reduce_seed(uint64_t seed, const Configuration& configuration);

}  // namespace cleave::test::fuzz::kernels
