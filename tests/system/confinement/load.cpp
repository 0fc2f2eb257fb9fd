// Splits the first device by counts and keeps chosen parts busy, one context over all of them. With
// CLEAVE_COMPUTE_SLICES the parts are the slices of the device, which queues are made for.
// An observer drives it, a line each way:
//   to the observer     "part I: processors…"   once for each part
//                       "phase I…"              the parts that will work, asks for leave
//                       "end"                   their kernels are complete
//   from the observer   any line                begin
// Exits with 77 when there is one processor only, or no slice where those are asked for.
//
// usage: load [children|handed|recorded]
//   children: kernels of the parts enqueue what keeps them busy, to a queue of the whole device
//   handed:   kernels of the whole device do, to queues of the parts
//   recorded: kernels of the parts are commands of one command-buffer
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "support/command_buffer_cl.h"
#include "tests/support/opencl.h"
#include "tests/support/spinning.h"
#include "topology/topology.h"

namespace {

using namespace cleave::test;

constexpr auto phase_length = std::chrono::milliseconds(1500);
constexpr cl_uint most_parts = 3;

enum class Work { launched, children, handed, recorded };

/// One child for each work-group, and one of as many work-groups.
const char* const enqueuing_source = R"(
void spin(global uint *out, uint rounds) {
  uint value = get_global_id(0);
  for (uint i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u ^ (value >> 7);
  out[get_global_id(0)] = value;
}
kernel void spread(global uint *out, uint rounds, queue_t queue, uint items) {
  for (uint begin = 0; begin < items; begin += 16)
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(begin, 16, 16),
                   ^{ spin(out, rounds / 2); });
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(items, 16),
                 ^{ spin(out, rounds / 2); });
})";

struct Part {
  cl_device_id device = nullptr;
  cl_uint units = 0;
  std::vector<cl_queue_properties> properties = {0};  // of its queue
  cl_command_queue queue = nullptr;
  cl_command_queue of_children = nullptr;  // on the device, where they are enqueued
  cl_mem out = nullptr;
};

/// Every unit is in a part; the last takes what is left over.
std::vector<cl_uint> counts_of_parts(cl_uint units) {
  const cl_uint parts = std::min(units, most_parts);
  std::vector<cl_uint> counts(parts, units / parts);
  counts.back() += units % parts;
  return counts;
}

std::vector<Part> split(cl_device_id device, const std::vector<cl_uint>& counts) {
  const std::vector<cl_device_id> devices = split_by_counts(device, counts);
  std::vector<Part> parts(counts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    parts[i].device = devices[i];
    parts[i].units = counts[i];
  }
  return parts;
}

std::vector<Part> slices(cl_device_id device, cl_uint units) {
  size_t size = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL, 0, nullptr, &size),
        "clGetDeviceInfo");
  std::vector<cl_queue_family_properties_intel> families(size / sizeof families[0]);
  check(clGetDeviceInfo(device, CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL, size, families.data(),
                        nullptr),
        "clGetDeviceInfo");
  std::vector<Part> parts;
  for (cl_uint index = 0; families.size() > 1 && index < families[1].count; ++index) {
    Part& part = parts.emplace_back();
    part.device = device;
    part.units = units / families[1].count;
    part.properties = {CL_QUEUE_FAMILY_INTEL, 1, CL_QUEUE_INDEX_INTEL, index, 0};
  }
  return parts;
}

/// Slices and parts by counts take a machine's units in order.
void announce(const std::vector<Part>& parts, const cleave::topology::Machine& machine) {
  size_t unit = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::cout << "part " << i << ':';
    for (cl_uint k = 0; k < parts[i].units; ++k) {
      std::cout << ' ' << machine.units.at(unit++).os_processor;
    }
    std::cout << std::endl;
  }
}

/// The functions of cl_khr_command_buffer; null where they are not there.
struct CommandBufferFunctions {
  CommandBufferFunctions() {
    find("clCreateCommandBufferKHR", create);
    find("clCommandNDRangeKernelKHR", launch);
    find("clFinalizeCommandBufferKHR", finalize);
    find("clEnqueueCommandBufferKHR", enqueue);
    find("clReleaseCommandBufferKHR", release);
  }
  template <class Function>
  static void find(const char* name, Function& function) {
    void* const address = clGetExtensionFunctionAddressForPlatform(find_platform(), name);
    std::memcpy(&function, &address, sizeof address);
  }

  cl_command_buffer_khr(CL_API_CALL* create)(cl_uint, const cl_command_queue*,
                                             const cl_command_buffer_properties_khr*, cl_int*);
  cl_int(CL_API_CALL* launch)(cl_command_buffer_khr, cl_command_queue,
                              const cl_command_properties_khr*, cl_kernel, cl_uint, const size_t*,
                              const size_t*, const size_t*, cl_uint, const cl_sync_point_khr*,
                              cl_sync_point_khr*, cl_mutable_command_khr*);
  cl_int(CL_API_CALL* finalize)(cl_command_buffer_khr);
  cl_int(CL_API_CALL* enqueue)(cl_uint, cl_command_queue*, cl_command_buffer_khr, cl_uint,
                               const cl_event*, cl_event*);
  cl_int(CL_API_CALL* release)(cl_command_buffer_khr);
};

class Load {
 public:
  Load(std::vector<Part> parts, cl_device_id whole, Work work)
      : whole_(whole), work_(work), parts_(std::move(parts)) {
    std::vector<cl_device_id> devices;
    if (enqueues_children()) devices.push_back(whole_);
    for (const Part& part : parts_) devices.push_back(part.device);
    const auto count = static_cast<cl_uint>(devices.size());
    cl_int error = CL_SUCCESS;
    context_ = clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, &error);
    check(error, "clCreateContext");
    const bool is_launched = !enqueues_children();
    const char* source = is_launched ? spinning_source : enqueuing_source;
    cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, count, devices.data(), is_launched ? "" : "-cl-std=CL3.0",
                         nullptr, nullptr),
          "clBuildProgram");
    kernel_ = clCreateKernel(program, is_launched ? "spin" : "spread", &error);
    check(error, "clCreateKernel");
    for (Part& part : parts_) prepare(part);
    for (const Part& part : parts_) {
      enqueue(part, 1);  // generates the code
      check(clFinish(part.queue), "clFinish");
    }
    calibrate();
  }

  /// Announces the phase, waits for leave and keeps these parts busy for its length.
  void run_phase(const std::vector<size_t>& working) {
    std::cout << "phase";
    for (size_t part : working) std::cout << ' ' << part;
    std::cout << std::endl;
    std::string leave;
    if (!std::getline(std::cin, leave)) std::exit(1);
    const auto end = std::chrono::steady_clock::now() + phase_length;
    while (std::chrono::steady_clock::now() < end) {
      if (work_ == Work::recorded) {
        replay(working);
        continue;
      }
      for (size_t part : working) enqueue(parts_[part], rounds_);
      for (size_t part : working) check(clFlush(parts_[part].queue), "clFlush");
      for (size_t part : working) check(clFinish(parts_[part].queue), "clFinish");
    }
    std::cout << "end" << std::endl;
  }

 private:
  void prepare(Part& part) {
    cl_int error = CL_SUCCESS;
    const bool is_handed = work_ == Work::handed;
    part.queue = clCreateCommandQueueWithProperties(context_, is_handed ? whole_ : part.device,
                                                    part.properties.data(), &error);
    check(error, "clCreateCommandQueueWithProperties");
    if (enqueues_children()) {
      const cl_queue_properties on_device[] = {
          CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
      part.of_children = clCreateCommandQueueWithProperties(
          context_, is_handed ? part.device : whole_, on_device, &error);
      check(error, "clCreateCommandQueueWithProperties");
    }
    part.out = clCreateBuffer(context_, CL_MEM_WRITE_ONLY, global_size(part) * sizeof(cl_uint),
                              nullptr, &error);
    check(error, "clCreateBuffer");
  }

  [[nodiscard]] bool enqueues_children() const {
    return work_ == Work::children || work_ == Work::handed;
  }
  static size_t global_size(const Part& part) { return part.units * groups_per_unit * group_size; }

  void enqueue(const Part& part, cl_uint rounds) {
    check(clSetKernelArg(kernel_, 0, sizeof part.out, &part.out), "clSetKernelArg");
    check(clSetKernelArg(kernel_, 1, sizeof rounds, &rounds), "clSetKernelArg");
    size_t global = global_size(part), local = group_size;
    if (enqueues_children()) {
      const auto items = static_cast<cl_uint>(global);
      check(clSetKernelArg(kernel_, 2, sizeof part.of_children, &part.of_children),
            "clSetKernelArg");
      check(clSetKernelArg(kernel_, 3, sizeof items, &items), "clSetKernelArg");
      global = local = 1;
    }
    check(clEnqueueNDRangeKernel(part.queue, kernel_, 1, nullptr, &global, &local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
  }

  /// Runs the kernel on these parts as commands of one command-buffer, which all parts' queues share.
  void replay(const std::vector<size_t>& working) {
    std::vector<cl_command_queue> queues;
    for (const Part& part : parts_) queues.push_back(part.queue);
    cl_int error = CL_SUCCESS;
    cl_command_buffer_khr buffer =
        functions_.create(static_cast<cl_uint>(queues.size()), queues.data(), nullptr, &error);
    check(error, "clCreateCommandBufferKHR");
    for (size_t index : working) {
      const Part& part = parts_[index];
      check(clSetKernelArg(kernel_, 0, sizeof part.out, &part.out), "clSetKernelArg");
      check(clSetKernelArg(kernel_, 1, sizeof rounds_, &rounds_), "clSetKernelArg");
      const size_t global = global_size(part), local = group_size;
      check(functions_.launch(buffer, part.queue, nullptr, kernel_, 1, nullptr, &global, &local, 0,
                              nullptr, nullptr, nullptr),
            "clCommandNDRangeKernelKHR");
    }
    check(functions_.finalize(buffer), "clFinalizeCommandBufferKHR");
    check(functions_.enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
    check(functions_.release(buffer), "clReleaseCommandBufferKHR");
    check(clFinish(queues.front()), "clFinish");
  }

  /// Finds how many rounds keep a part busy for a third of a second: much against a clock tick.
  void calibrate() {
    constexpr cl_uint probe = 100000;
    const auto begin = std::chrono::steady_clock::now();
    enqueue(parts_.front(), probe);
    check(clFinish(parts_.front().queue), "clFinish");
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    rounds_ = static_cast<cl_uint>(std::clamp(probe * 0.33 / took.count(), 1e3, 4e9));
  }

  const cl_device_id whole_;
  const Work work_;
  std::vector<Part> parts_;
  cl_context context_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_uint rounds_ = 0;
  const CommandBufferFunctions functions_;
};

}  // namespace

int main(int argument_count, char** arguments) {
  const std::string named = argument_count > 1 ? arguments[1] : "";
  const Work work = named == "children"   ? Work::children
                    : named == "handed"   ? Work::handed
                    : named == "recorded" ? Work::recorded
                                          : Work::launched;
  const cleave::topology::MachineOrProblem read = cleave::topology::read_machine("");
  const auto units = static_cast<cl_uint>(read.machine.units.size());
  if (units < 2) skip("there is one processor only");
  const cl_device_id device = first_device();
  const bool wants_slices = std::getenv("CLEAVE_COMPUTE_SLICES") != nullptr;
  std::vector<Part> parts =
      wants_slices ? slices(device, units) : split(device, counts_of_parts(units));
  if (parts.empty()) {
    skip("the device has no slices: several NUMA nodes, or too few processors");
  }
  announce(parts, read.machine);
  std::vector<size_t> all(parts.size());
  std::iota(all.begin(), all.end(), size_t{0});
  Load load(std::move(parts), device, work);
  for (size_t part : all) load.run_phase({part});
  load.run_phase(all);
  return 0;
}
