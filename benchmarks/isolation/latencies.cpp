#include <CL/cl_ext.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <thread>

#include "harness/processors.h"
#include "isolation/measure.h"
#include "isolation/site.h"

namespace cleave::benchmark::isolation {
namespace {

constexpr size_t request_items = 256;
constexpr size_t warming_requests = 100;

class Requests {
 public:
  Requests(const Site& site, cl_device_id device, cl_queue_properties priority)
      : queue_(site.make_queue(device, 0, priority)), kernel_(site.make_kernel("request")) {
    std::vector<cl_uint> in(request_items);
    std::iota(in.begin(), in.end(), 0U);
    in_ = site.buffer_of(in);
    out_ = site.buffer_of(std::vector<cl_uint>(request_items));
    kernel_.set_arguments(in_, out_);
  }

  /// From the call that enqueues it to the end of the wait.
  [[nodiscard]] double send() const {
    const size_t local = 64;
    const Clock::time_point begin = Clock::now();
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(queue_.get(), kernel_.get(), 1, nullptr, &request_items, &local, 0,
                                 nullptr, &event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    const double seconds = seconds_since(begin);
    check(clReleaseEvent(event), "clReleaseEvent");
    return seconds;
  }

  [[nodiscard]] std::vector<double> send_for_a_phase(const Options& options) const {
    std::vector<double> seconds;
    const auto pause = std::chrono::duration<double>(options.pause_seconds);
    for (size_t i = 0; i < warming_requests; ++i) {
      (void)send();
      std::this_thread::sleep_for(pause);
    }
    const Clock::time_point begin = Clock::now();
    while (seconds_since(begin) < options.phase_seconds) {
      seconds.push_back(send());
      if (options.pause_seconds > 0) std::this_thread::sleep_for(pause);
    }
    return seconds;
  }

  void verify() const {
    std::vector<cl_uint> results(request_items);
    check(clEnqueueReadBuffer(queue_.get(), out_.get(), CL_TRUE, 0, sizeof(cl_uint) * request_items,
                              results.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (size_t i = 0; i < request_items; ++i) {
      if (results[i] != 2 * i + 1) throw std::runtime_error("wrong results of a request");
    }
  }

 private:
  Queue queue_;
  Kernel kernel_;
  Buffer in_, out_;
};

bool offers_priorities(cl_device_id device) {
  size_t size = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), "clGetDeviceInfo");
  std::string names(size, '\0');
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, names.data(), nullptr),
        "clGetDeviceInfo");
  return names.find("cl_khr_priority_hints") != std::string::npos;
}

}  // namespace

size_t part_units(const Options& options, size_t processors) {
  if (options.reserved != 0) return options.reserved;
  return processors >= 8 ? 2 : 1;
}

Latencies measure_latencies(cl_device_id device, Setting setting, const Options& options) {
  const size_t units = compute_units(device);
  const size_t reserved = part_units(options, units);
  std::vector<SubDevice> parts;
  std::vector<cl_device_id> devices{device};
  const bool has_priorities = setting == Setting::prioritized;
  if (has_priorities && !offers_priorities(device)) return {};
  if (setting == Setting::reserved || setting == Setting::reserved_bound) {
    using Property = cl_device_partition_property;
    parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, static_cast<Property>(reserved),
                           static_cast<Property>(units - reserved),
                           CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
    if (parts.size() != 2) throw std::runtime_error("no parts by counts");
    devices = {parts[0].get(), parts[1].get()};
  }
  // First what starts the driver's threads, which inherit the processors of their creator.
  const Site site(devices);
  const Requests requests(site, devices.front(), has_priorities ? CL_QUEUE_PRIORITY_HIGH_KHR : 0);
  Load load(site, devices.back(), has_priorities ? CL_QUEUE_PRIORITY_LOW_KHR : 0);
  for (size_t i = 0; i < warming_requests; ++i) (void)requests.send();

  std::vector<int> near, far;
  if (setting == Setting::reserved_bound) {
    far = processors_by_core();
    const auto border = far.begin() + static_cast<ptrdiff_t>(std::min(reserved, far.size()));
    near.assign(far.begin(), border);
    far.erase(far.begin(), border);
  }
  const KeptOn kept(near);
  Latencies latencies;
  latencies.idle = requests.send_for_a_phase(options);
  requests.verify();
  load.start(far);
  const Clock::time_point begin = Clock::now();
  latencies.busy = requests.send_for_a_phase(options);
  latencies.load_seconds = seconds_since(begin);
  latencies.load_launches = load.launches();
  latencies.load_copied_bytes = load.copied_bytes();
  load.stop();
  requests.verify();
  return latencies;
}

}  // namespace cleave::benchmark::isolation
