// Sorts numbers by kernels that enqueue kernels: a work-group divides its range about a pivot and
// enqueues a kernel for either side (quicksort). The host enqueues the first one only.
#include <algorithm>

#include "device_queue.h"

using example::check;

static const char* source = R"(
enum { short_range = 256 };

// The work-items of a work-group call all of these together.

// Each number goes to as many places from the start as there are smaller ones.
void sort_short(global uint *numbers, global uint *scratch, uint count) {
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) {
    const uint number = numbers[i];
    uint place = 0;
    for (uint j = 0; j < count; ++j) {
      place += numbers[j] < number || (numbers[j] == number && j < i);
    }
    scratch[place] = number;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) numbers[i] = scratch[i];
}

uint median(uint a, uint b, uint c) { return max(min(a, b), min(max(a, b), c)); }

// Moves numbers below a pivot to the start and those above it to the end; returns how many these
// are. Each work-item takes every get_local_size-th number; scans tell it where its own begin.
uint2 divide(global uint *numbers, global uint *scratch, uint count) {
  const uint pivot = median(numbers[0], numbers[count / 2], numbers[count - 1]);
  uint below = 0, above = 0;
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) {
    below += numbers[i] < pivot;
    above += numbers[i] > pivot;
  }
  uint next_below = work_group_scan_exclusive_add(below);
  uint next_above = count - work_group_scan_inclusive_add(above);
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) {
    if (numbers[i] < pivot) scratch[next_below++] = numbers[i];
    if (numbers[i] > pivot) scratch[next_above++] = numbers[i];
  }
  const uint2 sides = (uint2)(work_group_reduce_add(below), work_group_reduce_add(above));
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) {
    const bool is_pivot = i >= sides.x && i < count - sides.y;
    numbers[i] = is_pivot ? pivot : scratch[i];
  }
  return sides;
}

// Counts in `refusals` the kernels that could not be enqueued.
void sort(global uint *numbers, global uint *scratch, uint count, global uint *refusals) {
  if (count <= short_range) return sort_short(numbers, scratch, count);
  const uint2 sides = divide(numbers, scratch, count);
  if (get_local_id(0) != 0) return;
  // The sides are complete when the whole work-group has written them.
  const ndrange_t one_group = ndrange_1D(get_local_size(0), get_local_size(0));
  const int below = enqueue_kernel(
      get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, one_group,
      ^{ sort(numbers, scratch, sides.x, refusals); });
  const uint above_at = count - sides.y;
  const int above = enqueue_kernel(
      get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, one_group,
      ^{ sort(numbers + above_at, scratch + above_at, sides.y, refusals); });
  if (below != CLK_SUCCESS || above != CLK_SUCCESS) atomic_inc(refusals);
}

kernel void quicksort(global uint *numbers, global uint *scratch, uint count,
                      global uint *refusals) {
  sort(numbers, scratch, count, refusals);
}
)";

int main() {
  constexpr cl_uint count = 1000000;
  cl_device_id device = example::first_device();
  example::require_device_queues(device);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");
  cl_command_queue children =
      example::make_device_queue(context, device, CL_QUEUE_ON_DEVICE_DEFAULT);

  std::vector<cl_uint> numbers(count);
  for (cl_uint i = 0; i < count; ++i) numbers[i] = i * 2654435761U;  // in a wild order
  std::vector<cl_uint> expected = numbers;
  std::sort(expected.begin(), expected.end());
  const auto make_buffer = [&](size_t bytes, void* data) {
    cl_mem buffer =
        clCreateBuffer(context, data != nullptr ? CL_MEM_COPY_HOST_PTR : 0, bytes, data, &status);
    check(status, "clCreateBuffer");
    return buffer;
  };
  cl_uint refusals = 0;
  const size_t bytes = count * sizeof(cl_uint);
  cl_mem sorted = make_buffer(bytes, numbers.data());
  cl_mem scratch = make_buffer(bytes, nullptr);
  cl_mem refused = make_buffer(sizeof refusals, &refusals);

  cl_program program = example::build(context, device, source, "-cl-std=CL3.0");
  cl_kernel kernel = clCreateKernel(program, "quicksort", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof sorted, &sorted), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof scratch, &scratch), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof count, &count), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof refused, &refused), "clSetKernelArg");
  const size_t group = 256;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &group, &group, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  // The queue is in order: the next command waits for the kernel and for all that it enqueued.
  check(clEnqueueReadBuffer(queue, refused, CL_FALSE, 0, sizeof refusals, &refusals, 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  check(clEnqueueReadBuffer(queue, sorted, CL_TRUE, 0, bytes, numbers.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  const bool is_right = numbers == expected && refusals == 0;
  std::printf("%u numbers, %s; %u kernels were refused\n", count,
              numbers == expected ? "sorted" : "not sorted", refusals);

  for (cl_mem memory : {sorted, scratch, refused}) clReleaseMemObject(memory);
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(children), "clReleaseCommandQueue");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return is_right ? 0 : 1;
}
