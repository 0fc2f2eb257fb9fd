// Defines the seeds that one process of a campaign works through.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "mutation.h"

namespace cleave::test::fuzz::module {

struct Batch {
  const std::vector<Words>& corpus;
  uint64_t first = 0;
  uint64_t end = 0;  // not part of it
  // The seed that is worked on, for whoever waits for the process: memory that both share.
  std::atomic<uint64_t>& current;
};

}  // namespace cleave::test::fuzz::module
