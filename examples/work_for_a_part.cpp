// Hands work to a part of the device by kernels of the whole: the whole follows Collatz sequences
// for so many steps, and enqueues a kernel to the queue of a part for each that is longer. All that
// work is done on the part's compute unit.
#include "device_queue.h"

using example::check;

static const char* source = R"(
uint steps_from(ulong number, uint limit, ulong *reached) {
  uint count = 0;
  for (; number != 1 && count < limit; ++count) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
  }
  *reached = number;
  return count;
}

// handed[0]: how many went to the part; handed[1]: how many its queue had no room for.
kernel void search(global uint *steps, queue_t part, global uint *handed) {
  const size_t index = get_global_id(0);
  ulong number;
  const uint count = steps_from(index + 1, 200, &number);
  steps[index] = count;
  if (number == 1) return;
  void (^go_on)(void) = ^{
    ulong end;
    steps[index] = count + steps_from(number, UINT_MAX, &end);
  };
  const int status = enqueue_kernel(part, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), go_on);
  if (status != CLK_SUCCESS) go_on();
  atomic_inc(&handed[status == CLK_SUCCESS ? 0 : 1]);
}
)";

int main() {
  constexpr size_t total = 65536;
  cl_device_id device = example::first_device();
  example::require_device_queues(device);
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = example::split(device, counts).front();
  const cl_device_id devices[] = {device, part};
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 2, devices, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");
  cl_command_queue of_part = example::make_device_queue(context, part);

  cl_program program = example::build(context, device, source, "-cl-std=CL3.0");
  cl_kernel kernel = clCreateKernel(program, "search", &status);
  check(status, "clCreateKernel");
  cl_uint handed[2] = {};
  cl_mem steps =
      clCreateBuffer(context, CL_MEM_WRITE_ONLY, total * sizeof(cl_uint), nullptr, &status);
  check(status, "clCreateBuffer");
  cl_mem counters = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof handed, handed, &status);
  check(status, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof steps, &steps), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof of_part, &of_part), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof counters, &counters), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &total, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");

  // The queue is in order: what it reads is there when the part has done its work, too.
  std::vector<cl_uint> results(total);
  check(
      clEnqueueReadBuffer(queue, counters, CL_FALSE, 0, sizeof handed, handed, 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  check(clEnqueueReadBuffer(queue, steps, CL_TRUE, 0, total * sizeof(cl_uint), results.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  std::printf("%u compute units search; %u sequences went to a part of %u, %u were refused\n",
              example::compute_units(device), handed[0], example::compute_units(part), handed[1]);
  example::verify_collatz(results);

  for (cl_mem memory : {steps, counters}) check(clReleaseMemObject(memory), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  for (cl_command_queue each : {of_part, queue}) {
    check(clReleaseCommandQueue(each), "clReleaseCommandQueue");
  }
  check(clReleaseContext(context), "clReleaseContext");
  check(clReleaseDevice(part), "clReleaseDevice");
  return 0;
}
