// Runs one seed: its threads, their calls, and what must be left at the end.
#pragma once

#include <cstdint>

#include "record.h"

namespace cleave::test::fuzz::api {

struct SeedOptions {
  unsigned threads = 0;  // 0: two to four, as the seed says
  bool is_single_threaded = false;
  bool prints = false;
};

/// False when something was wrong, which has been said.
[[nodiscard]] bool run_seed(uint64_t seed, const SeedOptions& options, Record& record);

}  // namespace cleave::test::fuzz::api
