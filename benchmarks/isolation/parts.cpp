#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "harness/processors.h"
#include "isolation/measure.h"
#include "isolation/site.h"

namespace cleave::benchmark::isolation {
namespace {

constexpr double launch_seconds = 20e-3;
constexpr size_t repetitions = 4;  // in a round

/// A part with a context of its own, as programs have that know nothing of each other.
struct Part {
  explicit Part(cl_device_id device)
      : site({device}), launch(site, device, launch_seconds, CL_QUEUE_PROFILING_ENABLE) {}
  Site site;
  HeavyLaunch launch;
};

/// From the hand-over to the device to the end. Waits, and releases the event.
double seconds_of(cl_event event) {
  check(clWaitForEvents(1, &event), "clWaitForEvents");
  cl_ulong begin = 0, end = 0;
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_SUBMIT, sizeof begin, &begin, nullptr),
        "clGetEventProfilingInfo");
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr),
        "clGetEventProfilingInfo");
  check(clReleaseEvent(event), "clReleaseEvent");
  return static_cast<double>(end - begin) * 1e-9;
}

/// `time(which)` runs these parts at once and gives the seconds of each.
template <class Time>
std::vector<PartTimes> alternate(size_t parts, Time time) {
  std::vector<PartTimes> times(parts);
  std::vector<size_t> all(parts);
  for (size_t i = 0; i < parts; ++i) all[i] = i;
  for (size_t repetition = 0; repetition < repetitions; ++repetition) {
    for (size_t i = 0; i < parts; ++i) times[i].alone.push_back(time(std::vector{i}).front());
    const std::vector<double> at_once = time(all);
    for (size_t i = 0; i < parts; ++i) times[i].at_once.push_back(at_once[i]);
  }
  return times;
}

/// So many multiplications that depend on each other.
[[gnu::noinline]] float multiply(uint64_t turns) {
  volatile float start = 1.0F;
  float x = start;
  for (uint64_t i = 0; i < turns; ++i) {
    x = x * 0.5F + 1.0F;
    asm volatile("" : "+x"(x));
  }
  return x;
}

double seconds_of_native(uint64_t turns) {
  const Clock::time_point begin = Clock::now();
  volatile float sink = multiply(turns);
  (void)sink;
  return seconds_since(begin);
}

}  // namespace

std::vector<PartTimes> measure_parts(cl_device_id device, const Options& options) {
  const auto units =
      static_cast<cl_device_partition_property>(part_units(options, compute_units(device)));
  const std::vector<SubDevice> devices = split(device, {CL_DEVICE_PARTITION_EQUALLY, units, 0});
  if (devices.empty()) throw std::runtime_error("no equal parts");
  std::vector<std::unique_ptr<Part>> parts;
  for (const SubDevice& one : devices) parts.push_back(std::make_unique<Part>(one.get()));
  auto times = alternate(parts.size(), [&](const std::vector<size_t>& which) {
    std::vector<cl_event> events;
    for (const size_t i : which) events.push_back(parts[i]->launch.enqueue());
    for (const size_t i : which) check(clFlush(parts[i]->launch.queue()), "clFlush");
    std::vector<double> seconds;
    for (const cl_event event : events) seconds.push_back(seconds_of(event));
    return seconds;
  });
  for (const auto& part : parts) part->launch.verify();
  return times;
}

std::vector<PartTimes> measure_native_parts(const Options& options) {
  const std::vector<int> processors = processors_by_core();
  const size_t units = part_units(options, processors.size());
  constexpr uint64_t trial = 1 << 20;
  const auto turns =
      static_cast<uint64_t>(static_cast<double>(trial) * launch_seconds / seconds_of_native(trial));
  return alternate(processors.size() / units, [&](const std::vector<size_t>& which) {
    const size_t count = which.size() * units;
    std::vector<double> seconds(count);
    std::atomic<size_t> ready{0};
    {
      std::vector<std::jthread> threads;
      for (size_t i = 0; i < count; ++i) {
        threads.emplace_back([&, i, processor = processors[which[i / units] * units + i % units]] {
          const KeptOn kept({&processor, 1});
          for (++ready; ready < count;) {
          }
          seconds[i] = seconds_of_native(turns);
        });
      }
    }
    std::vector<double> slowest(which.size());
    for (size_t i = 0; i < count; ++i) {
      slowest[i / units] = std::max(slowest[i / units], seconds[i]);
    }
    return slowest;
  });
}

}  // namespace cleave::benchmark::isolation
