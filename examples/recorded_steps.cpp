// The steps of a simulation, recorded once into a command-buffer (cl_khr_command_buffer) and then
// enqueued as one command, again and again: heat that spreads along a rod.
//
//   a ── spread ── b ── spread ── a ── …  (16 steps, of which 1000 replays are enqueued)
#include "rod.h"

namespace {

constexpr cl_uint steps = 16;  // of one replay, an even number
constexpr cl_uint replays = 1000;

/// Records the steps. The queue is in order, and so are they. Out of order each would name the sync
/// points of those it comes after.
cl_command_buffer_khr record_steps(const example::CommandBuffers& functions, cl_command_queue queue,
                                   const example::RodOnDevice& rod) {
  cl_int status = CL_SUCCESS;
  cl_command_buffer_khr buffer = functions.create(1, &queue, nullptr, &status);
  example::check(status, "clCreateCommandBufferKHR");
  for (cl_uint step = 0; step < steps; ++step) {
    rod.set_step(step);
    example::check(functions.launch(buffer, nullptr, nullptr, rod.kernel, 1, nullptr,
                                    &example::cells, nullptr, 0, nullptr, nullptr, nullptr),
                   "clCommandNDRangeKernelKHR");
  }
  example::check(functions.finalize(buffer), "clFinalizeCommandBufferKHR");
  return buffer;
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
  const example::Rod start = example::make_rod({0});
  example::Rod end;
  {
    const example::RodOnDevice rod(context, device, start);
    example::replay(functions, record_steps(functions, queue, rod), replays);
    end = rod.read(queue);
  }
  const size_t wrong = example::count_wrong(end, example::spread_on_host(start, steps * replays));
  std::printf("%u steps in %u commands: %zu cells, %zu wrong\n", steps * replays, replays,
              example::cells, wrong);
  example::check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  example::check(clReleaseContext(context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}
