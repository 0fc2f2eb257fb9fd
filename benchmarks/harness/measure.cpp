#include "harness/measure.h"

#include <algorithm>
#include <cmath>

namespace cleave::benchmark {
namespace {

/// A driver in the course of a measurement.
struct Runner {
  std::unique_ptr<Work> work;
  Measurement result;
  size_t repetitions = 1;
  std::vector<double> samples;
};

double timed_run(Work& work, size_t repetitions) {
  Clock::time_point start = Clock::now();
  work.run(repetitions);
  return seconds_since(start);
}

/// Calls `step`; an exception becomes the runner's error.
template <class Step>
void guarded(Runner& runner, Step step) {
  if (!runner.result.is_valid()) return;
  try {
    step();
  } catch (const NotSupported& error) {
    runner.result.missing = error.what();
  } catch (const std::exception& error) {
    runner.result.error = error.what();
  }
}

void verify(Runner& runner) {
  std::string problem = runner.work->verify();
  if (!problem.empty()) runner.result.error = "wrong results: " + problem;
}

/// The first runs, the verification of the first, and how many repetitions make a round. Gives how
/// much longer than the second run the first one took: the part of compilation that it waited for.
double set_up(Runner& runner, const MeasureOptions& options) {
  double first = timed_run(*runner.work, 1);
  verify(runner);
  double later = timed_run(*runner.work, 1);
  const double more = std::max(0.0, first - later);
  while (later * 2 < options.round_seconds && runner.repetitions < (size_t{1} << 30)) {
    double wanted = options.round_seconds / std::max(later, 1e-9);
    double most = 10.0 * static_cast<double>(runner.repetitions);
    runner.repetitions = static_cast<size_t>(
        std::ceil(std::min(most, std::max(2.0, wanted * static_cast<double>(runner.repetitions)))));
    later = timed_run(*runner.work, runner.repetitions);
  }
  return more;
}

Runner driver_runner(const Case& benchmark, Size size, Device& device,
                     const MeasureOptions& options) {
  Runner runner;
  runner.result.driver = device.driver();
  runner.result.is_ours = device.is_ours();
  (void)device.take_build_seconds();
  guarded(runner, [&] {
    runner.work = benchmark.make(device, size.value);
    runner.result.compile_seconds = device.take_build_seconds();
    runner.result.compile_seconds += set_up(runner, options);
  });
  return runner;
}

Runner native_runner(const Native& native, Size size, const MeasureOptions& options) {
  Runner runner;
  runner.result.driver = native.name;
  runner.result.is_native = true;
  guarded(runner, [&] {
    runner.work = native.make(size.value);
    (void)set_up(runner, options);
  });
  return runner;
}

void time_round(Runner& runner) {
  // Wakes the driver's threads after the others' turns, without being timed.
  if (runner.repetitions > 1) runner.work->run(1);
  double seconds = timed_run(*runner.work, runner.repetitions);
  runner.samples.push_back(seconds / static_cast<double>(runner.repetitions));
}

void conclude(Runner& runner, const Case& benchmark, Size size) {
  guarded(runner, [&] { verify(runner); });
  if (!runner.result.is_valid() || runner.samples.empty()) return;
  runner.result.rounds = runner.samples.size();
  runner.result.seconds = summarize(runner.samples);
  runner.result.rate = benchmark.amount(size.value) / runner.result.seconds.median;
}

}  // namespace

Row measure(const Case& benchmark, Size size, std::vector<Device>& devices,
            const MeasureOptions& options) {
  std::vector<Runner> runners;
  for (Device& device : devices) {
    if (device.begin(benchmark.name))
      runners.push_back(driver_runner(benchmark, size, device, options));
  }
  for (const Native& native : benchmark.natives)
    runners.push_back(native_runner(native, size, options));
  Clock::time_point start = Clock::now();
  for (size_t round = 0; round < options.rounds; ++round) {
    if (round >= options.minimum_rounds && seconds_since(start) > options.case_seconds) break;
    for (size_t turn = 0; turn < runners.size(); ++turn) {
      Runner& runner = runners[(round + turn) % runners.size()];
      guarded(runner, [&] { time_round(runner); });
    }
  }
  Row row{&benchmark, size, {}};
  for (Runner& runner : runners) {
    conclude(runner, benchmark, size);
    row.measurements.push_back(std::move(runner.result));
  }
  return row;
}

}  // namespace cleave::benchmark
