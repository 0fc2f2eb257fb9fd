// Has kernels compiled all the time, by the thread that asks, by those that build with a callback
// and in the background, for chosen parts of the machine. The protocol is that of load.cpp; there
// is one phase.
//
// usage: compilation_load roots|parts DEVICE=UNIT...
// The devices are root devices, or the sub-devices of the first one that have one compute unit;
// each is the unit of the machine with that number, and has a context of its own. The main thread
// keeps away from their processors. Exits with 77 when there is one processor only.
#include <CL/cl.h>
#include <sched.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <iostream>
#include <string>
#include <vector>

#include "tests/support/opencl.h"
#include "tests/support/spinning.h"
#include "topology/topology.h"

namespace {

using namespace cleave::test;

constexpr auto phase_length = std::chrono::seconds(3);
constexpr int least_rounds = 2;  // builds with and without a callback
constexpr int kernels_of_a_program = 4;
constexpr size_t items = 1024;

/// Kernels that no other program has, each of a size that takes a while to compile.
std::string source_of_round(int round) {
  std::string source;
  for (int kernel = 0; kernel < kernels_of_a_program; ++kernel) {
    const std::string number = std::to_string(round * kernels_of_a_program + kernel + 1);
    source += "kernel void compute" + std::to_string(kernel) + R"((global float *out, uint turns) {
      local float shared[256];
      float value = get_global_id(0) + )" +
              number + R"(;
      for (uint turn = 0; turn < turns; ++turn) {
        value = value > 100.0f ? log2(value) * 3.0f : exp2(value * 0.01f) + sin(value);
        shared[get_local_id(0) % 256] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += shared[(get_local_id(0) * 7 + turn) % get_local_size(0) % 256];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[get_global_id(0)] = value;
    }
    )";
  }
  return source;
}

/// A device with a context of its own.
class Client {
 public:
  Client(cl_device_id device, size_t number, uint32_t processor)
      : number_(number), processor_(processor), device_(device) {}
  [[nodiscard]] size_t number() const { return number_; }
  [[nodiscard]] uint32_t processor() const { return processor_; }

  void begin() {
    cl_int error = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    out_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, items * sizeof(cl_float), nullptr, &error);
    check(error, "clCreateBuffer");
  }

  /// Builds a program, and launches all kernels that there are. Those of earlier rounds become hot.
  void compile_and_launch(int round) {
    const std::string source = source_of_round(round);
    const char* text = source.c_str();
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    build(program, round % 2 == 0);
    std::vector<cl_kernel> made(kernels_of_a_program);
    check(clCreateKernelsInProgram(program, kernels_of_a_program, made.data(), nullptr),
          "clCreateKernelsInProgram");
    kernels_.insert(kernels_.end(), made.begin(), made.end());
    const size_t global = items, local = 64;
    const cl_uint turns = 100;
    for (cl_kernel kernel : kernels_) {
      check(clSetKernelArg(kernel, 0, sizeof out_, &out_), "clSetKernelArg");
      check(clSetKernelArg(kernel, 1, sizeof turns, &turns), "clSetKernelArg");
      check(
          clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    }
    check(clFlush(queue_), "clFlush");
  }
  void finish() { check(clFinish(queue_), "clFinish"); }

 private:
  void build(cl_program program, bool with_callback) {
    std::promise<void> done;
    const auto callback = [](cl_program, void* promise) {
      static_cast<std::promise<void>*>(promise)->set_value();
    };
    check(clBuildProgram(program, 1, &device_, "", with_callback ? +callback : nullptr,
                         with_callback ? &done : nullptr),
          "clBuildProgram");
    if (with_callback) done.get_future().wait();
    cl_build_status status = CL_BUILD_ERROR;
    check(clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                nullptr),
          "clGetProgramBuildInfo");
    check(status, "the build");
  }

  size_t number_;
  uint32_t processor_;
  cl_device_id device_;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_mem out_ = nullptr;
  std::vector<cl_kernel> kernels_;
};

std::vector<cl_device_id> devices_of(const std::string& kind) {
  std::vector<cl_device_id> devices(64);
  cl_uint count = 0;
  check(clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ALL, 64, devices.data(), &count),
        "clGetDeviceIDs");
  devices.resize(count);
  return kind == "parts" ? split_by_counts(devices.at(0), {1, 1}) : devices;
}

std::vector<Client> clients_of(int count, char** arguments,
                               const cleave::topology::Machine& machine) {
  const std::vector<cl_device_id> devices = devices_of(arguments[1]);
  std::vector<Client> clients;
  for (int i = 2; i < count; ++i) {
    size_t device = 0, unit = 0;
    if (std::sscanf(arguments[i], "%zu=%zu", &device, &unit) != 2) std::exit(2);
    clients.emplace_back(devices.at(device), device, machine.units.at(unit).os_processor);
  }
  return clients;
}

cpu_set_t mask_of_this_thread() {
  cpu_set_t mask;
  check(sched_getaffinity(0, sizeof mask, &mask), "sched_getaffinity");
  return mask;
}

void keep_away_from(const std::vector<Client>& clients) {
  cpu_set_t mask = mask_of_this_thread();
  for (const Client& client : clients) CPU_CLR(client.processor(), &mask);
  if (CPU_COUNT(&mask) != 0) check(sched_setaffinity(0, sizeof mask, &mask), "sched_setaffinity");
}

void run_phase(std::vector<Client>& clients) {
  std::cout << "phase";
  for (const Client& client : clients) std::cout << ' ' << client.number();
  std::cout << std::endl;
  std::string leave;
  if (!std::getline(std::cin, leave)) std::exit(1);
  const auto end = std::chrono::steady_clock::now() + phase_length;
  for (int round = 0; round < least_rounds || std::chrono::steady_clock::now() < end; ++round) {
    for (Client& client : clients) client.compile_and_launch(round);
    for (Client& client : clients) client.finish();
  }
  std::cout << "end" << std::endl;
}

}  // namespace

int main(int count, char** arguments) {
  const cleave::topology::MachineOrProblem read = cleave::topology::read_machine("");
  if (read.machine.units.size() < 2) skip("there is one processor only");
  if (count < 3) return 2;
  std::vector<Client> clients = clients_of(count, arguments, read.machine);
  for (const Client& client : clients) {
    std::cout << "part " << client.number() << ": " << client.processor() << std::endl;
  }
  keep_away_from(clients);
  const cpu_set_t before = mask_of_this_thread();
  for (Client& client : clients) client.begin();
  run_phase(clients);
  const cpu_set_t after = mask_of_this_thread();
  if (!CPU_EQUAL(&before, &after)) {
    std::cout << "the mask of the main thread was changed" << std::endl;
    return 1;
  }
  return 0;
}
