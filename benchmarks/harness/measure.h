// Times one case on all drivers in turns.
#pragma once

#include <string>
#include <vector>

#include "harness/case.h"
#include "harness/statistics.h"

namespace cleave::benchmark {

struct MeasureOptions {
  size_t rounds = 15;           // timed rounds of each driver
  size_t minimum_rounds = 5;    // kept even where the time below does not suffice
  double round_seconds = 0.02;  // least length of a round: repetitions are chosen for it
  double case_seconds = 20;     // most time for a case at a size, all drivers together
};

/// Holds what one driver did. Times are seconds of one repetition.
struct Measurement {
  std::string driver;
  bool is_ours = false;    // Cleave's, in whichever form it gets kernels
  bool is_native = false;  // of Case::natives
  std::string error;       // not empty: wrong results or a failed call, and nothing else counts
  std::string missing;     // not empty: what the driver does not offer, and nothing else counts
  Summary seconds;
  double rate = 0;             // of the median, in the unit of the case
  double compile_seconds = 0;  // from source to the end of the first launch, less a later launch
  size_t rounds = 0;

  /// Whether the times count.
  [[nodiscard]] bool is_valid() const { return error.empty() && missing.empty(); }
};

/// A case at a size: all drivers that have it in the order of the devices, then Case::natives.
struct Row {
  const Case* benchmark = nullptr;
  Size size;
  std::vector<Measurement> measurements;
};

/// Sets the work up on every device, verifies it, times the drivers round by round in changing
/// order, and verifies again.
[[nodiscard]] Row measure(const Case& benchmark, Size size, std::vector<Device>& devices,
                          const MeasureOptions& options);

}  // namespace cleave::benchmark
