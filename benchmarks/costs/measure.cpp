#include <sched.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>

#include "costs/costs.h"
#include "costs/loops.h"
#include "harness/processors.h"

namespace cleave::benchmark::costs {
namespace {

using Clock = std::chrono::steady_clock;

class Stopwatch {
 public:
  explicit Stopwatch(const Options& options) : options_(options) {
    for (size_t at = 0; at < sizeof memory_->data / sizeof(float); ++at) {
      const float one = 1 + static_cast<float>(at % 1024) / 1024;
      __builtin_memcpy(memory_->data + at * sizeof one, &one, sizeof one);
    }
    unit_repetitions_ = enough_repetitions(scalar_loops.integer_chain);
  }

  /// Each round is timed between two of the unit, so that the frequency is the same for both.
  [[nodiscard]] Summary time(Loop loop, double operations) const {
    const size_t repetitions = enough_repetitions(loop);
    std::vector<double> cycles;
    double before = unit_seconds();
    for (size_t round = 0; round < options_.rounds; ++round) {
      const double seconds = seconds_of(loop, repetitions);
      const double after = unit_seconds();
      const double unit = (before + after) / 2;
      cycles.push_back(seconds / (static_cast<double>(repetitions) * operations) / unit);
      before = after;
    }
    return summarize(cycles);
  }

 private:
  static constexpr double units = 64;  // of a repetition of integer_chain

  /// The shortest of three runs: others may take the processor meanwhile.
  [[nodiscard]] double seconds_of(Loop loop, size_t repetitions) const {
    double shortest = std::numeric_limits<double>::infinity();
    for (int run = 0; run < 3; ++run) {
      const Clock::time_point begin = Clock::now();
      loop(*memory_, repetitions);
      const std::chrono::duration<double> seconds = Clock::now() - begin;
      shortest = std::min(shortest, seconds.count());
    }
    return shortest;
  }
  [[nodiscard]] double unit_seconds() const {
    return seconds_of(scalar_loops.integer_chain, unit_repetitions_) /
           (static_cast<double>(unit_repetitions_) * units);
  }
  [[nodiscard]] size_t enough_repetitions(Loop loop) const {
    size_t repetitions = 16;
    while (seconds_of(loop, repetitions) < options_.round_seconds) repetitions *= 2;
    return repetitions;
  }

  const Options& options_;
  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
  size_t unit_repetitions_ = 0;
};

Cost measure(const Stopwatch& stopwatch, const char* name, const char* what, Loop loop,
             double operations) {
  if (loop == nullptr) return {name, what, false, {}};
  return {name, what, true, stopwatch.time(loop, operations)};
}

Costs measure_scalars(const Stopwatch& stopwatch) {
  Costs costs{0, {}};
#define CLEAVE_VECTOR_LOOP(name, count, what)
#define CLEAVE_SCALAR_LOOP(name, count, what) \
  costs.all.push_back(measure(stopwatch, #name, what, scalar_loops.name, count));
#include "costs/loops.def"
#undef CLEAVE_SCALAR_LOOP
#undef CLEAVE_VECTOR_LOOP
  return costs;
}

Costs measure_vectors(const Stopwatch& stopwatch, const VectorLoops& loops, bool are_here) {
  Costs costs{loops.bits, {}};
  const double lanes = loops.bits / 32.0;
#define CLEAVE_VECTOR_LOOP(name, count, what) \
  costs.all.push_back(measure(stopwatch, #name, what, are_here ? loops.name : nullptr, count));
#define CLEAVE_SCALAR_LOOP(name, count, what)
#include "costs/loops.def"
#undef CLEAVE_SCALAR_LOOP
#undef CLEAVE_VECTOR_LOOP
  return costs;
}

}  // namespace

std::vector<Costs> measure_costs(const Options& options) {
  const int here = sched_getcpu();
  if (here < 0) throw std::runtime_error("sched_getcpu fails");
  const KeptOn kept(std::span(&here, 1));
  const Stopwatch stopwatch(options);
  const bool has_512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  const bool has_256 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return {measure_scalars(stopwatch), measure_vectors(stopwatch, vector_loops_512, has_512),
          measure_vectors(stopwatch, vector_loops_256, has_256),
          measure_vectors(stopwatch, vector_loops_128, true)};
}

}  // namespace cleave::benchmark::costs
