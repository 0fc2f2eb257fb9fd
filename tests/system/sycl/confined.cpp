// Keeps chosen parts of the first device busy, and tells check_confinement.py, a line each way: "part I: processors…" for
// each part, "phase I…" for those that will work, then waits for a line, and "end".
//
// usage: confined counts|nested|affinity|slices PROCESSOR...   the processors of the device's units, in order
// Exits with 77 where the device cannot be divided so. Each part has two queues, which work at once in the last phase and
// one after the other before.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

namespace {

using sycl::info::partition_property;
namespace info = sycl::info::device;
// A phase lasts until each part has had so much processor time, however busy the machine is.
constexpr double seconds_of_part = 0.5;
constexpr size_t items_of_unit = 64;

uint32_t units_of(const sycl::device& device) {
  return device.get_info<info::max_compute_units>();
}

std::vector<sycl::device> divide(const sycl::device& whole, const std::string& how) {
  if (how == "slices") {
    return whole.create_sub_devices<partition_property::ext_intel_partition_by_cslice>();
  }
  if (how == "affinity") {
    return whole.create_sub_devices<partition_property::partition_by_affinity_domain>(
        sycl::info::partition_affinity_domain::next_partitionable);
  }
  const auto by_counts = [](const sycl::device& of, std::vector<size_t> counts) {
    return of.create_sub_devices<partition_property::partition_by_counts>(counts);
  };
  if (how == "counts") return by_counts(whole, {1, units_of(whole) - 1});
  return by_counts(whole, {2})[0].create_sub_devices<partition_property::partition_equally>(1);
}

class Part {
 public:
  explicit Part(const sycl::device& device)
      : size_(units_of(device) * items_of_unit),
        queues_{sycl::queue(device), sycl::queue(device)},
        out_(sycl::malloc_shared<uint32_t>(size_, queues_[0])) {
    for (sycl::queue& queue : queues_) work(queue, 1);  // makes the code
    finish();
  }

  void work(size_t queue, uint32_t rounds) { work(queues_[queue], rounds); }
  void finish() {
    for (sycl::queue& queue : queues_) queue.wait();
  }

 private:
  void work(sycl::queue& queue, uint32_t rounds) {
    uint32_t* const out = out_;
    queue.parallel_for(sycl::nd_range<1>(size_, 8), [=](sycl::nd_item<1> item) {
      auto value = static_cast<uint32_t>(item.get_global_id(0));
      for (uint32_t i = 0; i < rounds; ++i) value = (value * 1664525U + 1013904223U) ^ (value >> 7);
      out[item.get_global_id(0)] = value;
    });
  }

  size_t size_;
  std::vector<sycl::queue> queues_;
  uint32_t* out_;
};

uint32_t rounds_of_a_third_of_a_second(Part& part) {
  constexpr uint32_t probe = 1000000;
  const auto begin = std::chrono::steady_clock::now();
  part.work(0, probe);
  part.finish();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return static_cast<uint32_t>(std::clamp(probe * 0.33 / took.count(), 1e3, 4e9));
}

void run_phase(std::vector<Part>& parts, const std::vector<size_t>& working, size_t queues,
               uint32_t rounds) {
  std::cout << "phase";
  for (const size_t part : working) std::cout << ' ' << part;
  std::cout << std::endl;
  std::string leave;
  if (!std::getline(std::cin, leave)) std::exit(1);
  const double ticks = seconds_of_part * CLOCKS_PER_SEC * static_cast<double>(working.size());
  const std::clock_t begin = std::clock();
  for (size_t round = 0; static_cast<double>(std::clock() - begin) < ticks; ++round) {
    for (const size_t part : working) {
      for (size_t i = 0; i < queues; ++i) parts[part].work((round + i) % 2, rounds);
    }
    for (const size_t part : working) parts[part].finish();
  }
  std::cout << "end" << std::endl;
}

}  // namespace

int main(int count, char** arguments) {
  const sycl::device whole;
  std::vector<sycl::device> devices;
  try {
    if (units_of(whole) >= 2) devices = divide(whole, arguments[1]);
  } catch (const sycl::exception& error) {
    if (error.code() != sycl::errc::feature_not_supported) throw;
  }
  if (devices.size() < 2) {
    std::cout << "the device cannot be divided so" << std::endl;
    return 77;
  }
  int unit = 2;
  for (size_t i = 0; i < devices.size(); ++i) {
    std::cout << "part " << i << ':';
    for (uint32_t k = units_of(devices[i]); k != 0 && unit < count; --k) {
      std::cout << ' ' << arguments[unit++];
    }
    std::cout << std::endl;
  }
  std::vector<Part> parts(devices.begin(), devices.end());
  const uint32_t rounds = rounds_of_a_third_of_a_second(parts[0]);
  std::vector<size_t> all;
  for (size_t i = 0; i < parts.size(); ++i) {
    run_phase(parts, {i}, 1, rounds);
    all.push_back(i);
  }
  run_phase(parts, all, 2, rounds / 2);
}
