// Lets heat spread along a rod, step by step: what the examples share that record the steps of a
// simulation.
#pragma once

#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "command_buffer.h"

namespace example {

constexpr size_t cells = 4096;
using Rod = std::vector<cl_int>;

// Whole numbers, so that the host computes the very same.
constexpr const char* spread_source = R"(
kernel void spread(global const int *from, global int *to) {
  int i = get_global_id(0), last = 4095;
  if (i == 0 || i == last) to[i] = from[i];
  else to[i] = from[i] + ((from[i - 1] - 2 * from[i] + from[i + 1]) >> 2);
}
)";

inline Rod spread_on_host(Rod rod, cl_uint steps) {
  Rod next = rod;
  for (cl_uint step = 0; step < steps; ++step) {
    for (size_t i = 1; i + 1 < cells; ++i) {
      next[i] = rod[i] + ((rod[i - 1] - 2 * rod[i] + rod[i + 1]) >> 2);
    }
    std::swap(rod, next);
  }
  return rod;
}

/// A rod that is hot in these cells.
inline Rod make_rod(std::initializer_list<size_t> hot) {
  Rod rod(cells, 0);
  for (const size_t cell : hot) rod[cell] = 1 << 20;
  return rod;
}

/// The rod in two buffers, of which each step reads one and writes the other, and the kernel of the
/// steps.
struct RodOnDevice {
  RodOnDevice(cl_context context, cl_device_id device, const Rod& rod)
      : program(build(context, device, spread_source)) {
    cl_int status = CL_SUCCESS;
    kernel = clCreateKernel(program, "spread", &status);
    check(status, "clCreateKernel");
    for (cl_mem& buffer : buffers) {
      buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              cells * sizeof(cl_int), const_cast<cl_int*>(rod.data()), &status);
      check(status, "clCreateBuffer");
    }
  }
  RodOnDevice(const RodOnDevice&) = delete;
  RodOnDevice& operator=(const RodOnDevice&) = delete;
  ~RodOnDevice() {
    for (cl_mem buffer : buffers) check(clReleaseMemObject(buffer), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
  }
  /// Sets the arguments of a step: each launch that is recorded keeps those that the kernel has then.
  void set_step(cl_uint step) const {
    for (cl_uint argument = 0; argument < 2; ++argument) {
      check(clSetKernelArg(kernel, argument, sizeof(cl_mem), &buffers[(step + argument) % 2]),
            "clSetKernelArg");
    }
  }
  /// The rod after an even number of steps.
  [[nodiscard]] Rod read(cl_command_queue queue) const {
    Rod rod(cells);
    check(clEnqueueReadBuffer(queue, buffers[0], CL_TRUE, 0, cells * sizeof(cl_int), rod.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    return rod;
  }

  cl_program program;
  cl_kernel kernel = nullptr;
  std::array<cl_mem, 2> buffers = {};
};

/// Enqueues a command-buffer of a number of steps again and again, and releases it: replays go on.
inline void replay(const CommandBuffers& functions, cl_command_buffer_khr buffer, cl_uint replays) {
  for (cl_uint replay = 0; replay < replays; ++replay) {
    check(functions.enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
  }
  check(functions.release(buffer), "clReleaseCommandBufferKHR");
}

inline size_t count_wrong(const Rod& rod, const Rod& expected) {
  size_t wrong = 0;
  for (size_t i = 0; i < cells; ++i) wrong += rod[i] != expected[i] ? 1 : 0;
  return wrong;
}

}  // namespace example
