// Parts use their processors and no others.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "opencl.h"
#include "scenarios.h"

namespace cleave::test::qemu_numa {
namespace {

constexpr long noise_ticks = 1;

using Ticks = std::map<int, long>;

Ticks ticks_now() {
  Ticks ticks;
  for (const auto& [processor, thread] : worker_threads()) ticks[processor] = thread.ticks;
  return ticks;
}

/// The workers that spent time since.
Processors busy_since(const Ticks& before) {
  Processors busy;
  for (const auto& [processor, ticks] : ticks_now()) {
    if (ticks - before.at(processor) > noise_ticks) busy.insert(processor);
  }
  return busy;
}

/// The workers that spend time on it. It is done until that can be seen in ticks.
template <class Function>
Processors busy_with(Function function) {
  using namespace std::chrono_literals;
  const Ticks before = ticks_now();
  const auto begin = std::chrono::steady_clock::now();
  Processors busy;
  for (auto spent = 0ns; spent < 200ms || (busy.empty() && spent < 10s);
       spent = std::chrono::steady_clock::now() - begin) {
    function();
    busy = busy_since(before);
  }
  return busy;
}

bool is_subset(const Processors& small, const Processors& large) {
  for (const int one : small) {
    if (!large.contains(one)) return false;
  }
  return true;
}

void check_workers(const std::string& where) {
  const auto threads = worker_threads();
  const Processors& allowed = allowed_processors();
  Processors served;
  for (const auto& [processor, thread] : threads) {
    served.insert(processor);
    check(thread.allowed == Processors{processor}, where + ": the worker of processor " +
                                                       std::to_string(processor) + " may run on " +
                                                       list_text(thread.allowed));
    check(thread.last_processor == processor, where + ": the worker of processor " +
                                                  std::to_string(processor) + " ran on " +
                                                  std::to_string(thread.last_processor));
  }
  check(served == allowed,
        where + ": workers on " + list_text(served) + ", allowed are " + list_text(allowed));
}

/// Returns the processors that each part uses, by native kernels, by kernels and by large copies.
std::vector<Processors> processors_of_parts(const std::string& how,
                                            const std::vector<cl_device_id>& parts) {
  std::vector<Processors> used;
  if (parts.empty()) return used;
  const Session session(parts);
  check_workers(how);
  const size_t bytes = size_t{8} << 20;
  const cl_mem from = session.make_buffer(bytes), to = session.make_buffer(bytes);
  Processors together;
  size_t units = 0;
  std::string text;
  for (size_t part = 0; part < parts.size(); ++part) {
    const Processors native = session.processors_of_native_kernels(part);
    check(native.size() == compute_units(parts[part]),
          how + ": native kernels of a part ran on " + list_text(native));
    const Processors by_kernels =
        busy_with([&] { session.spin(part, compute_units(parts[part])); });
    check(!by_kernels.empty() && is_subset(by_kernels, native),
          how + ": kernels of part " + list_text(native) + " ran on " + list_text(by_kernels));
    const Processors by_copies = busy_with([&] {
      check_call(
          clEnqueueCopyBuffer(session.queue(part), from, to, 0, 0, bytes, 0, nullptr, nullptr),
          "clEnqueueCopyBuffer");
      session.fill(part, from, bytes, 1);
    });
    check(!by_copies.empty() && is_subset(by_copies, native),
          how + ": copies of part " + list_text(native) + " ran on " + list_text(by_copies));
    text += (text.empty() ? "{" : " {") + list_text(native) + "}";
    together.insert(native.begin(), native.end());
    units += native.size();
    used.push_back(native);
  }
  check(together.size() == units, how + ": parts share processors: " + text);
  check(is_subset(together, allowed_processors()), how + ": foreign processors: " + text);
  seen(how + ": " + text);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  for (const cl_device_id part : parts) clReleaseDevice(part);
  return used;
}

Processors threads_of_core_of(int processor) {
  return parse_list(first_line("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                               "/topology/thread_siblings_list"));
}

}  // namespace

void kernels_stay_on_their_processors() {
  const cl_device_id root = root_device();
  const Processors& allowed = allowed_processors();
  seen("processors " + list_text(allowed));
  check(compute_units(root) == allowed.size(),
        "compute units: " + std::to_string(compute_units(root)));

  const auto nodes =
      processors_of_parts("by NUMA node", split_by(root, CL_DEVICE_AFFINITY_DOMAIN_NUMA));
  check(nodes.size() == 2, "parts by NUMA node: " + std::to_string(nodes.size()));
  for (size_t node = 0; node < nodes.size(); ++node) {
    const Processors right = processors_of_node(static_cast<int>(node));
    check(nodes[node] == right, "node " + std::to_string(node) + " has " + list_text(right));
  }
  // Neighbours in the numbering share most: with whole cores, two units are one core.
  const auto pairs = processors_of_parts("equally, 2 units each", split_equally(root, 2));
  const bool has_whole_cores = std::ranges::all_of(allowed, [&](int processor) {
    const Processors core = threads_of_core_of(processor);
    return core.size() == 2 && is_subset(core, allowed);
  });
  for (const Processors& pair : pairs) {
    const Processors core = threads_of_core_of(*pair.begin());
    check(!has_whole_cores || pair == core, "threads of one core: " + list_text(core));
  }
  processors_of_parts("equally, 1 unit each", split_equally(root, 1));
}

void a_processor_goes_away() {
  constexpr int gone = 5;  // of the second node
  const std::vector<cl_device_id> parts = split_by(root_device(), CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  const Session session(parts);
  for (size_t part = 0; part < parts.size(); ++part) session.spin(part, 4);
  const std::string file = "/sys/devices/system/cpu/cpu" + std::to_string(gone) + "/online";
  std::ofstream(file) << "0" << std::flush;
  check(first_line(file) == "0", "the processor cannot be taken offline");
  const Processors right[] = {processors_of_node(0), processors_of_node(1)};
  for (size_t part = 0; part < parts.size(); ++part) {
    session.spin(part, 4);
    const Processors native = session.processors_of_native_kernels(part);
    const std::string what = "processor 5 went offline meanwhile: part " + std::to_string(part) +
                             " ran on " + list_text(native);
    check(native == right[part], what);
    seen(what);
  }
  std::ofstream(file) << "1" << std::flush;
  for (size_t part = 0; part < parts.size(); ++part) session.spin(part, 4);
  const Processors again = session.processors_of_native_kernels(1);
  seen("and came back: part 1 ran on " + list_text(again));
  check(again == Processors({4, 5, 6, 7}), "the processor that came back is not used");
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

}  // namespace cleave::test::qemu_numa
