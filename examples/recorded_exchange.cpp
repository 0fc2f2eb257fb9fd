// Two parts of a device that work on halves of a rod and exchange their borders after each step, all of
// it one command-buffer (cl_khr_command_buffer_multi_device): no step waits for the host.
//
//   part 0   step ─┬─ step ─┬─ step …      each step reads the half of its own part, and of the other
//   part 1   step ─┴─ step ─┴─ step …      one the cell at the border
#include "rod.h"

namespace {

constexpr size_t half = example::cells / 2;
constexpr cl_uint steps = 200;  // of one replay, an even number
constexpr cl_uint replays = 20;

using Pair = std::array<cl_command_queue, 2>;

/// Records a step of one half behind the steps that `after` names, those of both halves before it;
/// gives its own sync point.
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
                                   const example::RodOnDevice& rod) {
  cl_int status = CL_SUCCESS;
  cl_command_buffer_khr buffer = functions.create(2, queues.data(), nullptr, &status);
  example::check(status, "clCreateCommandBufferKHR");
  std::vector<cl_sync_point_khr> before;
  for (cl_uint step = 0; step < steps; ++step) {
    rod.set_step(step);
    std::vector<cl_sync_point_khr> points;
    for (size_t part = 0; part < 2; ++part) {
      points.push_back(
          record_step(functions, buffer, queues[part], rod.kernel, part * half, before));
    }
    before = points;
  }
  example::check(functions.finalize(buffer), "clFinalizeCommandBufferKHR");
  return buffer;
}

std::vector<cl_device_id> halves_of(cl_device_id device) {
  const cl_uint units = example::compute_units(device);
  if (units < 2) {
    std::fprintf(stderr, "The device has one compute unit, which cannot be divided\n");
    std::exit(1);
  }
  const cl_device_partition_property first = units / 2, second = units - units / 2;
  const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, first, second,
                                                    CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  return example::split(device, by_counts);
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
  const std::vector<cl_device_id> parts = halves_of(device);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 2, parts.data(), nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  Pair queues = {};
  for (size_t part = 0; part < 2; ++part) {
    queues[part] = clCreateCommandQueueWithProperties(context, parts[part], nullptr, &status);
    example::check(status, "clCreateCommandQueueWithProperties");
  }
  const example::Rod start = example::make_rod({0, half});
  example::Rod end;
  {
    const example::RodOnDevice rod(context, parts[0], start);
    example::replay(functions, record_steps(functions, queues, rod), replays);
    end = rod.read(queues[1]);
  }
  const size_t wrong = example::count_wrong(end, example::spread_on_host(start, steps * replays));
  std::printf("%u steps of two parts in %u commands: %zu cells, %zu wrong\n", steps * replays,
              replays, example::cells, wrong);
  for (cl_command_queue queue : queues) {
    example::check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  }
  example::check(clReleaseContext(context), "clReleaseContext");
  for (cl_device_id part : parts) example::check(clReleaseDevice(part), "clReleaseDevice");
  return wrong == 0 ? 0 : 1;
}
