// The steps of a simulation, recorded once into a command-buffer (cl_khr_command_buffer) and then
// enqueued as one command, again and again: heat that spreads along a rod.
//
//   a ── spread ── b ── spread ── a ── …  (16 steps, of which 1000 replays are enqueued)
#include <array>

#include "command_buffer.h"

namespace {

constexpr size_t cells = 4096;
constexpr cl_uint steps = 16;  // of one replay, an even number
constexpr cl_uint replays = 1000;
constexpr cl_int hot = 1 << 20;

// Whole numbers, so that the host computes the very same.
constexpr const char* source = R"(
kernel void spread(global const int *from, global int *to) {
  int i = get_global_id(0), last = get_global_size(0) - 1;
  if (i == 0 || i == last) to[i] = from[i];
  else to[i] = from[i] + ((from[i - 1] - 2 * from[i] + from[i + 1]) >> 2);
}
)";

/// Records the steps. Each launch keeps the arguments that the kernel has then; the queue is in
/// order, and so are they. Out of order each would name the sync points of those it comes after.
cl_command_buffer_khr record_steps(const example::CommandBuffers& functions, cl_command_queue queue,
                                   cl_kernel kernel, const std::array<cl_mem, 2>& rods) {
  cl_int status = CL_SUCCESS;
  cl_command_buffer_khr buffer = functions.create(1, &queue, nullptr, &status);
  example::check(status, "clCreateCommandBufferKHR");
  for (cl_uint step = 0; step < steps; ++step) {
    for (cl_uint argument = 0; argument < 2; ++argument) {
      example::check(clSetKernelArg(kernel, argument, sizeof(cl_mem), &rods[(step + argument) % 2]),
                     "clSetKernelArg");
    }
    example::check(functions.launch(buffer, nullptr, nullptr, kernel, 1, nullptr, &cells, nullptr,
                                    0, nullptr, nullptr, nullptr),
                   "clCommandNDRangeKernelKHR");
  }
  example::check(functions.finalize(buffer), "clFinalizeCommandBufferKHR");
  return buffer;
}

std::vector<cl_int> on_host(std::vector<cl_int> rod) {
  std::vector<cl_int> next = rod;
  for (cl_uint step = 0; step < steps * replays; ++step) {
    for (size_t i = 1; i + 1 < cells; ++i) {
      next[i] = rod[i] + ((rod[i - 1] - 2 * rod[i] + rod[i + 1]) >> 2);
    }
    std::swap(rod, next);
  }
  return rod;
}

void verify(const std::vector<cl_int>& results, const std::vector<cl_int>& expected) {
  size_t wrong = 0;
  for (size_t i = 0; i < cells; ++i) wrong += results[i] != expected[i] ? 1 : 0;
  std::printf("%u steps in %u commands: %zu cells, %zu wrong\n", steps * replays, replays, cells,
              wrong);
  if (wrong != 0) std::exit(1);
}

}  // namespace

int main() {
  cl_device_id device = example::first_device();
  const example::CommandBuffers functions = example::find_command_buffers(device);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  example::check(status, "clCreateCommandQueueWithProperties");
  cl_program program = example::build(context, device, source);
  cl_kernel kernel = clCreateKernel(program, "spread", &status);
  example::check(status, "clCreateKernel");
  std::vector<cl_int> rod(cells, 0);
  rod[0] = hot;
  std::array<cl_mem, 2> rods = {};
  for (cl_mem& each : rods) {
    each = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, cells * sizeof(cl_int),
                          rod.data(), &status);
    example::check(status, "clCreateBuffer");
  }

  cl_command_buffer_khr buffer = record_steps(functions, queue, kernel, rods);
  for (cl_uint replay = 0; replay < replays; ++replay) {
    example::check(functions.enqueue(0, nullptr, buffer, 0, nullptr, nullptr),
                   "clEnqueueCommandBufferKHR");
  }
  example::check(functions.release(buffer), "clReleaseCommandBufferKHR");  // replays go on

  std::vector<cl_int> results(cells);
  example::check(clEnqueueReadBuffer(queue, rods[0], CL_TRUE, 0, cells * sizeof(cl_int),
                                     results.data(), 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
  verify(results, on_host(rod));
  for (cl_mem each : rods) example::check(clReleaseMemObject(each), "clReleaseMemObject");
  example::check(clReleaseKernel(kernel), "clReleaseKernel");
  example::check(clReleaseProgram(program), "clReleaseProgram");
  example::check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  example::check(clReleaseContext(context), "clReleaseContext");
}
