// Cleave and the drivers of others in one process: each finds its devices, builds and computes, one
// after the other and at the same time, and Cleave takes none of the others' objects for its own.
//
// usage: coexistence PLATFORM...   begins of platform names; the first ones are used first. 77: one
// of them is not there, or has no device.
#include <CL/cl.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/opencl.h"
#include "tests/support/process.h"

namespace {

using namespace cleave::test;

constexpr size_t count = 4096, local_size = 64;

/// Local memory, a barrier, built-in functions and a number that differs between drivers.
constexpr const char* source = R"(
kernel void reversed_roots(global const float *in, global float *out, local float *group) {
  size_t local_id = get_local_id(0), last = get_local_size(0) - 1;
  group[local_id] = sqrt(in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = fmax(group[last - local_id], 1.0f) + NUMBER;
})";

/// A platform's first device with a context, a queue and two buffers.
class Driver {
 public:
  Driver(std::string name, cl_device_id device, int number)
      : name_(std::move(name)), device_(device), number_(number) {
    cl_int error = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &error);
    check(error, "clCreateCommandQueue");
    std::vector<float> input(count);
    std::iota(input.begin(), input.end(), 0.0f);
    in_ = clCreateBuffer(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, count * sizeof(float),
                         input.data(), &error);
    check(error, "clCreateBuffer");
    out_ = clCreateBuffer(context_, CL_MEM_WRITE_ONLY, count * sizeof(float), nullptr, &error);
    check(error, "clCreateBuffer");
  }
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  ~Driver() {
    clReleaseMemObject(in_);
    clReleaseMemObject(out_);
    clReleaseCommandQueue(queue_);
    clReleaseContext(context_);
  }
  [[nodiscard]] bool is_cleave() const { return name_ == "Cleave"; }
  [[nodiscard]] cl_context context() const { return context_; }
  [[nodiscard]] cl_command_queue queue() const { return queue_; }
  [[nodiscard]] cl_mem buffer() const { return out_; }

  /// Builds for this driver alone, runs, and compares every result with the host's.
  void compute() const {
    cl_program program = build();
    cl_int error = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, "reversed_roots", &error);
    check(error, "clCreateKernel");
    check(clSetKernelArg(kernel, 0, sizeof in_, &in_), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof out_, &out_), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, local_size * sizeof(float), nullptr), "clSetKernelArg");
    for (int turn = 0; turn < 20; ++turn) {
      check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &count, &local_size, 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
    }
    std::vector<float> results(count);
    check(clEnqueueReadBuffer(queue_, out_, CL_TRUE, 0, count * sizeof(float), results.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (size_t i = 0; i < count; ++i) {
      const size_t from = i / local_size * local_size + (local_size - 1 - i % local_size);
      const float expected =
          std::fmax(std::sqrt(static_cast<float>(from)), 1.0f) + static_cast<float>(number_);
      if (std::fabs(results[i] - expected) > 1e-3f) {
        fail(name_.c_str(), "result " + std::to_string(i) + " is " + std::to_string(results[i]) +
                                " and should be " + std::to_string(expected));
      }
    }
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }

 private:
  void check(cl_int error, const char* call) const {
    cleave::test::check(error, (name_ + ": " + call).c_str());
  }
  [[nodiscard]] cl_program build() const {
    cl_int error = CL_SUCCESS;
    const char* text = source;
    cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    const std::string options = "-DNUMBER=" + std::to_string(number_);
    check(clBuildProgram(program, 1, &device_, options.c_str(), nullptr, nullptr),
          "clBuildProgram");
    return program;
  }

  const std::string name_;
  const cl_device_id device_;
  const int number_;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_mem in_ = nullptr, out_ = nullptr;
};

std::string name_of(cl_platform_id platform) {
  char name[256] = "";
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr),
        "clGetPlatformInfo");
  return name;
}

/// The first device of the platform whose name begins so.
cl_device_id device_of(const std::string& name, const std::vector<cl_platform_id>& platforms) {
  for (cl_platform_id platform : platforms) {
    if (!name_of(platform).starts_with(name)) continue;
    cl_device_id device = nullptr;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS) {
      return device;
    }
    skip((name + " has no device").c_str());
  }
  skip(("there is no platform " + name).c_str());
}

std::vector<cl_platform_id> all_platforms() {
  cl_uint number = 0;
  check(clGetPlatformIDs(0, nullptr, &number), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(number);
  check(clGetPlatformIDs(number, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id platform : platforms) {
    cl_uint devices = 0;
    const cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &devices);
    if (error != CL_DEVICE_NOT_FOUND) check(error, "clGetDeviceIDs");
    std::printf("%s: %u devices\n", name_of(platform).c_str(), devices);
  }
  return platforms;
}

/// Objects of another driver are no objects of Cleave.
void refuse_strangers(const Driver& cleave, const Driver& other) {
  const cl_uint zero = 0;
  if (clEnqueueFillBuffer(cleave.queue(), other.buffer(), &zero, sizeof zero, 0, 64, 0, nullptr,
                          nullptr) != CL_INVALID_MEM_OBJECT) {
    fail("another driver's buffer is taken");
  }
  cl_int error = CL_SUCCESS;
  cl_event stranger = clCreateUserEvent(other.context(), &error);
  check(error, "clCreateUserEvent");
  if (clEnqueueMarkerWithWaitList(cleave.queue(), 1, &stranger, nullptr) !=
      CL_INVALID_EVENT_WAIT_LIST) {
    fail("another driver's event is taken");
  }
  check(clSetUserEventStatus(stranger, CL_COMPLETE), "clSetUserEventStatus");
  clReleaseEvent(stranger);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<cl_platform_id> platforms = all_platforms();
  std::vector<std::pair<std::string, cl_device_id>> devices;
  for (int argument = 1; argument < argc; ++argument) {
    devices.emplace_back(argv[argument], device_of(argv[argument], platforms));
  }
  std::vector<std::unique_ptr<Driver>> drivers;
  int number = 0;
  for (const auto& [name, device] : devices) {
    drivers.push_back(std::make_unique<Driver>(name, device, ++number));
    drivers.back()->compute();
  }
  for (const auto& cleave : drivers) {
    for (const auto& other : drivers) {
      if (cleave->is_cleave() && !other->is_cleave()) refuse_strangers(*cleave, *other);
    }
  }
  std::vector<std::thread> threads;
  for (const auto& driver : drivers) {
    threads.emplace_back([&driver] {
      for (int turn = 0; turn < 5; ++turn) driver->compute();
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("%zu drivers compute side by side\n", drivers.size());
}
