// Two parts of a device that work on halves of a rod and exchange their borders after each step, all of
// it one command-buffer (cl_khr_command_buffer_multi_device): no step waits for the host.
//
//   part 0   step ─┬─ step ─┬─ step …      each step reads the half of its own part, and of the other
//   part 1   step ─┴─ step ─┴─ step …      one the cell at the border
#include <array>

#include "command_buffer.h"

namespace {

constexpr size_t cells = 4096, half = cells / 2;
constexpr cl_uint steps = 200;  // of one replay, an even number
constexpr cl_uint replays = 20;
constexpr cl_int hot = 1 << 20;

// Whole numbers, so that the host computes the very same.
constexpr const char* source = R"(
kernel void spread(global const int *from, global int *to) {
  int i = get_global_id(0), last = 4095;
  if (i == 0 || i == last) to[i] = from[i];
  else to[i] = from[i] + ((from[i - 1] - 2 * from[i] + from[i + 1]) >> 2);
}
)";

using Pair = std::array<cl_command_queue, 2>;

/// Records a step of one half behind the steps that `after` names, those of both halves before it; gives
/// its own sync point.
cl_sync_point_khr record_step(const example::CommandBuffers& functions,
                              cl_command_buffer_khr buffer, cl_command_queue queue,
                              cl_kernel kernel, size_t first,
                              const std::vector<cl_sync_point_khr>& after) {
  cl_sync_point_khr point = 0;
  example::check(functions.launch(buffer, queue, nullptr, kernel, 1, &first, &half, nullptr,
                                  static_cast<cl_uint>(after.size()),
                                  after.empty() ? nullptr : after.data(), &point, nullptr),
                 "clCommandNDRangeKernelKHR");
  return point;
}

cl_command_buffer_khr record_steps(const example::CommandBuffers& functions, const Pair& queues,
                                   cl_kernel kernel, const std::array<cl_mem, 2>& rods) {
  cl_int status = CL_SUCCESS;
  cl_command_buffer_khr buffer = functions.create(2, queues.data(), nullptr, &status);
  example::check(status, "clCreateCommandBufferKHR");
  std::vector<cl_sync_point_khr> before;
  for (cl_uint step = 0; step < steps; ++step) {
    for (cl_uint argument = 0; argument < 2; ++argument) {
      example::check(clSetKernelArg(kernel, argument, sizeof(cl_mem), &rods[(step + argument) % 2]),
                     "clSetKernelArg");
    }
    std::vector<cl_sync_point_khr> points;
    for (size_t part = 0; part < 2; ++part) {
      points.push_back(record_step(functions, buffer, queues[part], kernel, part * half, before));
    }
    before = points;
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

/// Two halves of the device.
std::array<cl_device_id, 2> split(cl_device_id device) {
  const cl_uint units = example::compute_units(device);
  if (units < 2) {
    std::fprintf(stderr, "The device has one compute unit, which cannot be divided\n");
    std::exit(1);
  }
  const cl_device_partition_property first = units / 2, second = units - units / 2;
  const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, first, second,
                                                    CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  std::array<cl_device_id, 2> parts = {};
  example::check(clCreateSubDevices(device, by_counts, 2, parts.data(), nullptr),
                 "clCreateSubDevices");
  return parts;
}

}  // namespace

int main() {
  cl_device_id device = example::first_device();
  const example::CommandBuffers functions = example::find_command_buffers(device);
  if (!example::has_extension(device, "cl_khr_command_buffer_multi_device",
                              CL_MAKE_VERSION(0, 9, 0))) {
    std::fprintf(stderr, "The device lacks cl_khr_command_buffer_multi_device\n");
    return 1;
  }
  const std::array<cl_device_id, 2> parts = split(device);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 2, parts.data(), nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  Pair queues = {};
  for (size_t part = 0; part < 2; ++part) {
    queues[part] = clCreateCommandQueueWithProperties(context, parts[part], nullptr, &status);
    example::check(status, "clCreateCommandQueueWithProperties");
  }
  cl_program program =
      clCreateProgramWithSource(context, 1, const_cast<const char**>(&source), nullptr, &status);
  example::check(status, "clCreateProgramWithSource");
  example::check(clBuildProgram(program, 2, parts.data(), nullptr, nullptr, nullptr),
                 "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "spread", &status);
  example::check(status, "clCreateKernel");
  std::vector<cl_int> rod(cells, 0);
  rod[0] = hot;
  rod[half] = hot;
  std::array<cl_mem, 2> rods = {};
  for (cl_mem& each : rods) {
    each = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, cells * sizeof(cl_int),
                          rod.data(), &status);
    example::check(status, "clCreateBuffer");
  }

  cl_command_buffer_khr buffer = record_steps(functions, queues, kernel, rods);
  for (cl_uint replay = 0; replay < replays; ++replay) {
    example::check(functions.enqueue(0, nullptr, buffer, 0, nullptr, nullptr),
                   "clEnqueueCommandBufferKHR");
  }
  example::check(functions.release(buffer), "clReleaseCommandBufferKHR");  // replays go on

  std::vector<cl_int> results(cells);
  example::check(clEnqueueReadBuffer(queues[1], rods[0], CL_TRUE, 0, cells * sizeof(cl_int),
                                     results.data(), 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
  const std::vector<cl_int> expected = on_host(rod);
  size_t wrong = 0;
  for (size_t i = 0; i < cells; ++i) wrong += results[i] != expected[i] ? 1 : 0;
  std::printf("%u steps of two parts in %u commands: %zu cells, %zu wrong\n", steps * replays,
              replays, cells, wrong);
  for (cl_mem each : rods) example::check(clReleaseMemObject(each), "clReleaseMemObject");
  example::check(clReleaseKernel(kernel), "clReleaseKernel");
  example::check(clReleaseProgram(program), "clReleaseProgram");
  for (cl_command_queue queue : queues) {
    example::check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  }
  example::check(clReleaseContext(context), "clReleaseContext");
  for (cl_device_id part : parts) example::check(clReleaseDevice(part), "clReleaseDevice");
  return wrong == 0 ? 0 : 1;
}
