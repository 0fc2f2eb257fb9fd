// A process of a job: says in one line what it has of the machine, and which workers its kernels
// kept busy, as the system saw it:
//
//   2 units, busy: 4@4 5@5     the processor that a worker is named for, and those it may run on
#include <CL/cl.h>
#include <dirent.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/opencl.h"
#include "tests/support/spinning.h"

namespace {

using namespace cleave::test;

using namespace std::chrono_literals;

constexpr cl_uint rounds = 20000;
constexpr auto at_least = 200ms;
constexpr auto at_most = 20s;

struct Worker {
  long ticks = 0;  // of processor time
  std::string allowed;
};

/// The value behind a key of a status file.
std::string field(const std::string& file, const std::string& key) {
  std::ifstream stream(file);
  for (std::string word; stream >> word;) {
    if (word != key) continue;
    stream >> word;
    return word;
  }
  return "";
}

long ticks_of(const std::string& task) {
  std::ifstream stream(task + "/stat");
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  long in_user_mode = 0;
  fields >> in_user_mode;
  return in_user_mode;
}

/// By the processor each is named for.
std::map<int, Worker> workers() {
  std::map<int, Worker> found;
  DIR* folder = opendir("/proc/self/task");
  while (const dirent* entry = readdir(folder)) {
    const std::string task = std::string("/proc/self/task/") + entry->d_name;
    int processor = 0;
    if (std::sscanf(field(task + "/status", "Name:").c_str(), "cleave/%d", &processor) != 1) {
      continue;
    }
    found[processor] = {ticks_of(task), field(task + "/status", "Cpus_allowed_list:")};
  }
  closedir(folder);
  return found;
}

/// Launches until every unit's worker was seen busy, without lending a hand.
std::map<int, Worker> busy_workers(cl_device_id device, cl_uint units) {
  const Session session(device);
  const cl_kernel kernel = session.build_kernel(spinning_source, "spin");
  const size_t local = group_size, global = units * groups_per_unit * group_size;
  const cl_mem out = session.make_buffer(global * sizeof(cl_uint), CL_MEM_WRITE_ONLY);
  check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof rounds, &rounds), "clSetKernelArg");

  std::map<int, Worker> busy;
  const auto begin = std::chrono::steady_clock::now();
  for (auto spent = 0ns; spent < at_least || (busy.size() < units && spent < at_most);
       spent = std::chrono::steady_clock::now() - begin) {
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                                 &event),
          "clEnqueueNDRangeKernel");
    check(clFlush(session.queue), "clFlush");
    for (cl_int status = CL_QUEUED; status != CL_COMPLETE;) {
      std::this_thread::sleep_for(1ms);
      check(
          clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
          "clGetEventInfo");
      check(status < 0 ? status : CL_SUCCESS, "the kernel");
    }
    check(clReleaseEvent(event), "clReleaseEvent");
    busy = workers();
    std::erase_if(busy, [](const auto& worker) { return worker.second.ticks == 0; });
  }
  return busy;
}

}  // namespace

int main() {
  cl_device_id device = nullptr;
  cl_uint devices = 0, units = 0;
  check(clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ALL, 1, &device, &devices),
        "clGetDeviceIDs");
  check(devices == 1 ? CL_SUCCESS : CL_INVALID_DEVICE, "more devices than one");
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  std::string line = std::to_string(units) + (units == 1 ? " unit" : " units") + ", busy:";
  for (const auto& [processor, worker] : busy_workers(device, units)) {
    line += ' ' + std::to_string(processor) + '@' + worker.allowed;
  }
  // At once: lines of processes do not mix.
  line += '\n';
  return write(STDOUT_FILENO, line.data(), line.size()) == static_cast<ssize_t>(line.size()) ? 0
                                                                                             : 1;
}
