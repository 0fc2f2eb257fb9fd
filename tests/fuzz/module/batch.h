// Defines the seeds that one process of a campaign works through, and what it tells of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "mutation.h"
#include "tests/fuzz/campaign/campaign.h"

namespace cleave::test::fuzz::module {

/// Counts modules by what became of them, and the kernels of those that were compiled.
struct ModuleProgress : Progress {
  std::atomic<uint64_t> refused;
  std::atomic<uint64_t> failed;
  std::atomic<uint64_t> built;
  std::atomic<uint64_t> kernels;
};

struct Batch {
  const std::vector<Words>& corpus;
  uint64_t first = 0;
  uint64_t end = 0;  // not part of it
  ModuleProgress& progress;
  unsigned wrong = 0;

  /// Tells that the module of the seed that is worked on breaks a rule.
  void fail(const std::string& what);
};

}  // namespace cleave::test::fuzz::module
