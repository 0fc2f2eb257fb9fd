#include "opencl.h"

#include <sched.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace cleave::test::qemu_numa {
namespace {

constexpr const char* source = R"(
kernel void spin(global uint *out, uint rounds) {
  uint value = get_global_id(0);
  for (uint i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u;
  out[get_global_id(0)] = value;
})";

constexpr size_t group_size = 16;
constexpr cl_uint rounds = 20000;

struct Record {
  std::array<std::atomic<bool>, 1024>* where;
};

/// Runs for a while, so that other workers take what waits.
void CL_CALLBACK record_processor(void* argument) {
  Record record{};
  std::memcpy(&record, argument, sizeof record);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
  while (std::chrono::steady_clock::now() < end) {
    const int processor = sched_getcpu();
    if (processor >= 0) record.where->at(static_cast<size_t>(processor)) = true;
  }
}

cl_uint expected(cl_uint value) {
  for (cl_uint i = 0; i < rounds; ++i) value = value * 1664525U + 1013904223U;
  return value;
}

std::vector<cl_device_id> split(cl_device_id device, const cl_device_partition_property* how) {
  cl_uint count = 0;
  if (clCreateSubDevices(device, how, 0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_device_id> parts(count);
  check_call(clCreateSubDevices(device, how, count, parts.data(), nullptr), "clCreateSubDevices");
  return parts;
}

}  // namespace

void check_call(cl_int status, const char* call) {
  if (status != CL_SUCCESS) {
    throw std::runtime_error(std::string(call) + ": error " + std::to_string(status));
  }
}

cl_device_id root_device() {
  cl_platform_id platform = nullptr;
  check_call(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  cl_device_id device = nullptr;
  check_call(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  return device;
}

std::vector<cl_device_id> split_by(cl_device_id device, cl_device_affinity_domain domain) {
  const cl_device_partition_property how[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                              static_cast<cl_device_partition_property>(domain), 0};
  return split(device, how);
}

std::vector<cl_device_id> split_equally(cl_device_id device, cl_uint units) {
  const cl_device_partition_property how[] = {CL_DEVICE_PARTITION_EQUALLY,
                                              static_cast<cl_device_partition_property>(units), 0};
  return split(device, how);
}

cl_uint compute_units(cl_device_id device) {
  cl_uint units = 0;
  check_call(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
             "clGetDeviceInfo");
  return units;
}

Session::Session(const std::vector<cl_device_id>& devices) {
  const auto count = static_cast<cl_uint>(devices.size());
  cl_int status = CL_SUCCESS;
  context_ = clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, &status);
  check_call(status, "clCreateContext");
  for (const cl_device_id device : devices) {
    queues_.push_back(clCreateCommandQueueWithProperties(context_, device, nullptr, &status));
    check_call(status, "clCreateCommandQueueWithProperties");
    const cl_queue_properties any_order[] = {CL_QUEUE_PROPERTIES,
                                             CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    out_of_order_.push_back(
        clCreateCommandQueueWithProperties(context_, device, any_order, &status));
    check_call(status, "clCreateCommandQueueWithProperties");
  }
  const char* text = source;
  program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
  check_call(status, "clCreateProgramWithSource");
  check_call(clBuildProgram(program_, count, devices.data(), "", nullptr, nullptr),
             "clBuildProgram");
  spin_ = clCreateKernel(program_, "spin", &status);
  check_call(status, "clCreateKernel");
}

Session::~Session() {
  clReleaseKernel(spin_);
  clReleaseProgram(program_);
  for (const cl_command_queue queue : queues_) clReleaseCommandQueue(queue);
  for (const cl_command_queue queue : out_of_order_) clReleaseCommandQueue(queue);
  clReleaseContext(context_);
}

cl_mem Session::make_buffer(size_t bytes, cl_mem_flags flags, void* host) const {
  cl_int status = CL_SUCCESS;
  const cl_mem buffer = clCreateBuffer(context_, flags, bytes, host, &status);
  check_call(status, "clCreateBuffer");
  return buffer;
}

void Session::fill(size_t device, cl_mem buffer, size_t bytes, unsigned char value) const {
  check_call(clEnqueueFillBuffer(queue(device), buffer, &value, 1, 0, bytes, 0, nullptr, nullptr),
             "clEnqueueFillBuffer");
  check_call(clFinish(queue(device)), "clFinish");
}

const unsigned char* Session::address(cl_mem buffer, size_t bytes) const {
  cl_int status = CL_SUCCESS;
  void* mapped = clEnqueueMapBuffer(queue(0), buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr,
                                    nullptr, &status);
  check_call(status, "clEnqueueMapBuffer");
  check_call(clEnqueueUnmapMemObject(queue(0), buffer, mapped, 0, nullptr, nullptr),
             "clEnqueueUnmapMemObject");
  check_call(clFinish(queue(0)), "clFinish");
  return static_cast<const unsigned char*>(mapped);
}

Processors Session::processors_of_native_kernels(size_t device) const {
  static std::array<std::atomic<bool>, 1024> where;
  for (auto& one : where) one = false;
  Record record{&where};
  for (int number = 0; number < 64; ++number) {
    check_call(clEnqueueNativeKernel(out_of_order_[device], record_processor, &record,
                                     sizeof record, 0, nullptr, nullptr, 0, nullptr, nullptr),
               "clEnqueueNativeKernel");
  }
  check_call(clFinish(out_of_order_[device]), "clFinish");
  Processors processors;
  for (size_t processor = 0; processor < where.size(); ++processor) {
    if (where[processor]) processors.insert(static_cast<int>(processor));
  }
  return processors;
}

void Session::spin(size_t device, cl_uint units) const {
  const size_t local = group_size, global = units * 64 * local;
  const cl_mem out = make_buffer(global * sizeof(cl_uint));
  check_call(clSetKernelArg(spin_, 0, sizeof out, &out), "clSetKernelArg");
  check_call(clSetKernelArg(spin_, 1, sizeof rounds, &rounds), "clSetKernelArg");
  check_call(clEnqueueNDRangeKernel(queue(device), spin_, 1, nullptr, &global, &local, 0, nullptr,
                                    nullptr),
             "clEnqueueNDRangeKernel");
  std::vector<cl_uint> results(global);
  check_call(clEnqueueReadBuffer(queue(device), out, CL_TRUE, 0, global * sizeof(cl_uint),
                                 results.data(), 0, nullptr, nullptr),
             "clEnqueueReadBuffer");
  for (size_t i = 0; i < global; i += 97) {
    check(results[i] == expected(static_cast<cl_uint>(i)), "a result of spin is wrong");
  }
  clReleaseMemObject(out);
}

}  // namespace cleave::test::qemu_numa
