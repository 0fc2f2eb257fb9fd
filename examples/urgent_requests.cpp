// Requests on a queue of high priority (cl_khr_priority_hints), beside a long kernel on a queue of low
// priority that keeps every compute unit busy: the requests go first.
#include <CL/cl_ext.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "common.h"

namespace {

constexpr size_t requests = 100;
constexpr size_t request_items = 256;
constexpr size_t group_size = 64;
constexpr size_t groups = 40000;  // of the long kernel, each of some microseconds

constexpr const char* source = R"(
kernel void request(global const uint *in, global uint *out) {
  out[get_global_id(0)] = in[get_global_id(0)] * 2 + 1;
}
kernel void heavy(global uint *results) {
  uint x = get_global_id(0);
  for (uint i = 0; i < 4000; ++i) x = x * 1664525u + 1013904223u;
  results[get_global_id(0)] = x;
}
)";

cl_command_queue make_queue(cl_context context, cl_device_id device, cl_queue_properties priority) {
  const cl_queue_properties properties[] = {CL_QUEUE_PRIORITY_KHR, priority, 0};
  cl_int status = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, properties, &status);
  example::check(status, "clCreateCommandQueueWithProperties");
  return queue;
}

void require_priorities(cl_device_id device) {
  size_t size = 0;
  example::check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size),
                 "clGetDeviceInfo");
  std::vector<char> extensions(size);
  example::check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, extensions.data(), nullptr),
                 "clGetDeviceInfo");
  if (std::strstr(extensions.data(), "cl_khr_priority_hints") != nullptr) return;
  std::fprintf(stderr, "The device lacks cl_khr_priority_hints\n");
  std::exit(1);
}

cl_int status_of(cl_event event) {
  cl_int status = CL_QUEUED;
  example::check(
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      "clGetEventInfo");
  return status;
}

/// Sends requests, one after the other, and gives the microseconds that each took.
std::vector<double> send(cl_command_queue queue, cl_kernel request) {
  std::vector<double> times;
  for (size_t number = 0; number < requests; ++number) {
    const auto begin = std::chrono::steady_clock::now();
    cl_event event = nullptr;
    example::check(clEnqueueNDRangeKernel(queue, request, 1, nullptr, &request_items, &group_size,
                                          0, nullptr, &event),
                   "clEnqueueNDRangeKernel");
    example::check(clWaitForEvents(1, &event), "clWaitForEvents");
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    times.push_back(time.count());
    example::check(clReleaseEvent(event), "clReleaseEvent");
  }
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace

int main() {
  cl_device_id device = example::first_device();
  require_priorities(device);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  cl_command_queue urgent = make_queue(context, device, CL_QUEUE_PRIORITY_HIGH_KHR);
  cl_command_queue other = make_queue(context, device, CL_QUEUE_PRIORITY_LOW_KHR);
  cl_program program = example::build(context, device, source);
  cl_kernel request = clCreateKernel(program, "request", &status);
  example::check(status, "clCreateKernel");
  cl_kernel heavy = clCreateKernel(program, "heavy", &status);
  example::check(status, "clCreateKernel");
  std::vector<cl_uint> numbers(request_items);
  for (size_t i = 0; i < request_items; ++i) numbers[i] = static_cast<cl_uint>(i);
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                             request_items * sizeof(cl_uint), numbers.data(), &status);
  example::check(status, "clCreateBuffer");
  cl_mem out =
      clCreateBuffer(context, CL_MEM_WRITE_ONLY, request_items * sizeof(cl_uint), nullptr, &status);
  example::check(status, "clCreateBuffer");
  const size_t items = groups * group_size;
  cl_mem results =
      clCreateBuffer(context, CL_MEM_WRITE_ONLY, items * sizeof(cl_uint), nullptr, &status);
  example::check(status, "clCreateBuffer");
  example::check(clSetKernelArg(request, 0, sizeof in, &in), "clSetKernelArg");
  example::check(clSetKernelArg(request, 1, sizeof out, &out), "clSetKernelArg");
  example::check(clSetKernelArg(heavy, 0, sizeof results, &results), "clSetKernelArg");
  send(urgent, request);  // code is generated

  cl_event long_kernel = nullptr;
  example::check(clEnqueueNDRangeKernel(other, heavy, 1, nullptr, &items, &group_size, 0, nullptr,
                                        &long_kernel),
                 "clEnqueueNDRangeKernel");
  example::check(clFlush(other), "clFlush");
  const std::vector<double> times = send(urgent, request);
  const bool still_runs = status_of(long_kernel) != CL_COMPLETE;
  example::check(clFinish(other), "clFinish");

  example::check(clEnqueueReadBuffer(urgent, out, CL_TRUE, 0, request_items * sizeof(cl_uint),
                                     numbers.data(), 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
  size_t wrong = 0;
  for (size_t i = 0; i < request_items; ++i) wrong += numbers[i] != 2 * i + 1 ? 1 : 0;
  std::printf("%zu requests, median %.1f us, longest %.1f us\n", requests, times[requests / 2],
              times.back());
  std::printf("%zu wrong results; the long kernel %s\n", wrong,
              still_runs ? "ended after them" : "ended before them");
  for (cl_mem memory : {in, out, results}) {
    example::check(clReleaseMemObject(memory), "clReleaseMemObject");
  }
  example::check(clReleaseEvent(long_kernel), "clReleaseEvent");
  for (cl_kernel kernel : {request, heavy}) {
    example::check(clReleaseKernel(kernel), "clReleaseKernel");
  }
  example::check(clReleaseProgram(program), "clReleaseProgram");
  for (cl_command_queue queue : {urgent, other}) {
    example::check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  }
  example::check(clReleaseContext(context), "clReleaseContext");
  return wrong != 0 ? 1 : 0;
}
