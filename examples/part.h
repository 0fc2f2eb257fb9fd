// One part of a split device at work: its queue, its share of the numbers, its results.
#pragma once

#include <string>

#include "common.h"

namespace example {

/// The share of one part: numbers first .. first + count - 1.
struct Share {
  cl_uint first = 0;
  size_t count = 0;
};

/// Shares in proportion to the compute units of the parts; the last one takes what is left.
inline std::vector<Share> deal(const std::vector<cl_device_id>& parts, size_t total) {
  size_t units = 0, dealt = 0;
  for (cl_device_id part : parts) units += compute_units(part);
  std::vector<Share> shares;
  for (cl_device_id part : parts) {
    size_t count = total * compute_units(part) / units;
    if (shares.size() + 1 == parts.size()) count = total - dealt;
    shares.push_back({static_cast<cl_uint>(dealt), count});
    dealt += count;
  }
  return shares;
}

/// Holds what a part owns while it works. All objects are released by `finish`.
struct Part {
  cl_device_id device = nullptr;
  Share share;
  cl_command_queue queue = nullptr;
  cl_mem steps = nullptr;
  cl_kernel kernel = nullptr;
  cl_event done = nullptr;
};

/// Starts the share of a part; returns at once, so that all parts work at the same time.
inline Part start(cl_context context, cl_program program, cl_device_id device, Share share) {
  Part part{device, share};
  cl_int status = CL_SUCCESS;
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  part.queue = clCreateCommandQueueWithProperties(context, device, properties, &status);
  check(status, "clCreateCommandQueueWithProperties");
  part.steps =
      clCreateBuffer(context, CL_MEM_WRITE_ONLY, share.count * sizeof(cl_uint), nullptr, &status);
  check(status, "clCreateBuffer");
  part.kernel = clCreateKernel(program, "collatz", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(part.kernel, 0, sizeof part.steps, &part.steps), "clSetKernelArg");
  check(clSetKernelArg(part.kernel, 1, sizeof share.first, &share.first), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(part.queue, part.kernel, 1, nullptr, &share.count, nullptr, 0,
                               nullptr, &part.done),
        "clEnqueueNDRangeKernel");
  check(clFlush(part.queue), "clFlush");
  return part;
}

/// Waits for a part, copies its results to their place, says how long it took, releases it.
inline void finish(Part part, std::vector<cl_uint>& results, size_t number) {
  check(clEnqueueReadBuffer(part.queue, part.steps, CL_TRUE, 0, part.share.count * sizeof(cl_uint),
                            results.data() + part.share.first, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  cl_ulong started = 0, ended = 0;
  check(clGetEventProfilingInfo(part.done, CL_PROFILING_COMMAND_START, sizeof started, &started,
                                nullptr),
        "clGetEventProfilingInfo");
  check(clGetEventProfilingInfo(part.done, CL_PROFILING_COMMAND_END, sizeof ended, &ended, nullptr),
        "clGetEventProfilingInfo");
  std::printf("  part %zu: %u compute unit(s), %zu numbers in %.2f ms\n", number,
              compute_units(part.device), part.share.count,
              static_cast<double>(ended - started) / 1e6);
  check(clReleaseEvent(part.done), "clReleaseEvent");
  check(clReleaseKernel(part.kernel), "clReleaseKernel");
  check(clReleaseMemObject(part.steps), "clReleaseMemObject");
  check(clReleaseCommandQueue(part.queue), "clReleaseCommandQueue");
}

/// All parts work at the same time on their shares of `total` numbers; the results are verified.
inline void run_on_parts(const std::vector<cl_device_id>& parts, size_t total) {
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, static_cast<cl_uint>(parts.size()), parts.data(),
                                       nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_program program = build(context, parts.front(), collatz_source);
  std::vector<Share> shares = deal(parts, total);
  std::vector<Part> running;
  for (size_t i = 0; i < parts.size(); ++i)
    running.push_back(start(context, program, parts[i], shares[i]));
  std::vector<cl_uint> results(total);
  for (size_t i = 0; i < parts.size(); ++i) finish(running[i], results, i);
  verify_collatz(results);
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseContext(context), "clReleaseContext");
  for (cl_device_id part : parts) check(clReleaseDevice(part), "clReleaseDevice");
}

}  // namespace example
