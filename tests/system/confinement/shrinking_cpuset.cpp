// shrinking_cpuset first|last before|during: a program whose cpuset shrinks to its first or last
// processor before the first context exists, or while kernels run; with_cpuset says how to do that.
// Nothing may hang, results are right, and workers return to their processors once they are there
// again.
#include <CL/cl.h>
#include <dirent.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/opencl.h"
#include "topology/topology.h"

namespace {

using namespace cleave::test;
using Processors = std::vector<uint32_t>;

constexpr cl_uint items = 4096, rounds = 3000;

std::string source_adding(cl_uint constant) {
  return "kernel void mix(global uint *out, uint rounds) {\n"
         "  uint value = get_global_id(0);\n"
         "  for (uint i = 0; i < rounds; ++i) value = value * 1664525u + " +
         std::to_string(constant) + "u;\n  out[get_global_id(0)] = value;\n}\n";
}

std::vector<cl_uint> expected(cl_uint constant) {
  std::vector<cl_uint> all(items);
  for (cl_uint item = 0; item < items; ++item) {
    cl_uint value = item;
    for (cl_uint i = 0; i < rounds; ++i) value = value * 1664525U + constant;
    all[item] = value;
  }
  return all;
}

void set_cpuset(const Processors& processors) {
  std::string list;
  for (const uint32_t processor : processors) {
    list += (list.empty() ? "" : ",") + std::to_string(processor);
  }
  std::ofstream file(std::getenv("CLEAVE_TEST_CPUSET"));
  file << list << std::flush;
  require(file.good(), "the cpuset cannot be changed to", list);
}

/// A device with a queue in a context of its own, whose kernel adds a constant of its own.
class Work {
 public:
  Work(cl_device_id device, cl_uint constant)
      : session_(device),
        kernel_(session_.build_kernel(source_adding(constant), "mix")),
        out_(session_.make_buffer(items * sizeof(cl_uint))),
        expected_(expected(constant)) {
    check(clSetKernelArg(kernel_, 0, sizeof out_, &out_), "clSetKernelArg");
    check(clSetKernelArg(kernel_, 1, sizeof rounds, &rounds), "clSetKernelArg");
  }
  void enqueue(unsigned times) const {
    const size_t global = items, local = 64;
    for (unsigned i = 0; i < times; ++i) {
      check(clEnqueueNDRangeKernel(session_.queue, kernel_, 1, nullptr, &global, &local, 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
    }
    check(clFlush(session_.queue), "clFlush");
  }
  void expect_right(const char* when) const {
    std::vector<cl_uint> found(items);
    check(clEnqueueReadBuffer(session_.queue, out_, CL_TRUE, 0, items * sizeof(cl_uint),
                              found.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    require(found == expected_, "a wrong result", when);
  }

 private:
  Session session_;
  cl_kernel kernel_;
  cl_mem out_;
  std::vector<cl_uint> expected_;
};

std::vector<cl_device_id> parts_of(cl_device_id device) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  check(clCreateSubDevices(device, equally, 0, nullptr, &count), "clCreateSubDevices");
  std::vector<cl_device_id> parts(count);
  check(clCreateSubDevices(device, equally, count, parts.data(), nullptr), "clCreateSubDevices");
  return parts;
}

/// Which processors each worker may run on, by the one that it is named for.
std::map<uint32_t, std::string> workers() {
  std::map<uint32_t, std::string> found;
  DIR* folder = opendir("/proc/self/task");
  while (const dirent* entry = readdir(folder)) {
    std::ifstream status(std::string("/proc/self/task/") + entry->d_name + "/status");
    unsigned named = 0;
    bool is_worker = false;
    for (std::string line; std::getline(status, line);) {
      if (std::sscanf(line.c_str(), "Name:\tcleave/%u", &named) == 1) is_worker = true;
      if (is_worker && line.starts_with("Cpus_allowed_list:")) {
        found[named] = line.substr(line.find_last_of(" \t") + 1);
      }
    }
  }
  closedir(folder);
  return found;
}

/// Works on the whole device and each part of one processor: what exists already, and anew.
void work_everywhere(const std::vector<Work>& existing, cl_device_id device, cl_uint constant,
                     const char* when) {
  for (const Work& work : existing) work.enqueue(3);
  for (const Work& work : existing) work.expect_right(when);
  std::vector<cl_device_id> devices = parts_of(device);
  devices.push_back(device);
  for (const cl_device_id one : devices) {
    const Work anew(one, constant);
    anew.enqueue(3);
    anew.expect_right(when);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto read = cleave::topology::read_machine("");
  const Processors all = read.machine.processors_of(read.machine.all_units());
  if (all.size() < 2) skip("there is one processor only");
  const Processors kept = {std::string(words[1]) == "first" ? all.front() : all.back()};
  const bool during = std::string(words[2]) == "during";

  const cl_device_id device = first_device();
  std::vector<Work> existing;
  if (during) {
    existing.emplace_back(device, 1013904223);
    for (const cl_device_id part : parts_of(device)) existing.emplace_back(part, 12345);
    for (const Work& work : existing) work.enqueue(100);
  }
  set_cpuset(kept);
  for (const Work& work : existing) work.expect_right("of kernels that ran meanwhile");
  work_everywhere(existing, device, 777, "with one processor");
  set_cpuset(all);
  work_everywhere(existing, device, 999, "with all processors again");
  for (const auto& [named, allowed] : workers()) {
    require(allowed == std::to_string(named), "a worker did not return to its processor",
            std::to_string(named) + " may run on " + allowed);
  }
  require(workers().size() == all.size(), "there are not as many workers as processors");
  std::puts("all right");
  return 0;
}
