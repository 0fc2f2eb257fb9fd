// One context that holds a device and its parts: they share memory and one built program, and
// events order their work. Each part fills its half of a buffer; the whole device then works on all
// of it.
#include "common.h"

using example::check;

static const char* source = R"(
kernel void fill(global uint *numbers) {
  numbers[get_global_id(0)] = (uint)get_global_id(0);
}

kernel void square(global uint *numbers) {
  numbers[get_global_id(0)] *= numbers[get_global_id(0)];
}
)";

/// A kernel of the program, with the buffer as its argument.
static cl_kernel make_kernel(cl_program program, const char* name, cl_mem numbers) {
  cl_int status = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, name, &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof numbers, &numbers), "clSetKernelArg");
  return kernel;
}

/// Fails unless every number is the square of its index.
static bool verify(const std::vector<cl_uint>& numbers) {
  for (cl_uint i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == i * i) continue;
    std::fprintf(stderr, "Wrong: number %u is %u and should be %u\n", i, numbers[i], i * i);
    return false;
  }
  std::printf("All %zu results agree with the host.\n", numbers.size());
  return true;
}

int main() {
  constexpr size_t half = 1 << 15;
  cl_device_id parent = example::first_device();
  cl_uint units = example::compute_units(parent);
  if (units < 2) {
    std::fprintf(stderr, "A device with a single compute unit cannot be split.\n");
    return 1;
  }
  const cl_device_partition_property in_halves[] = {
      CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(units / 2), 0};
  std::vector<cl_device_id> parts = example::split(parent, in_halves);
  std::printf("Device: %s, %u compute units, and two parts of %u\n",
              example::device_name(parent).c_str(), units, units / 2);

  // The context holds the parent and its first two parts, in this order.
  const cl_device_id devices[] = {parent, parts[0], parts[1]};
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 3, devices, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_program program = example::build(context, parent, source);
  cl_mem numbers =
      clCreateBuffer(context, CL_MEM_READ_WRITE, 2 * half * sizeof(cl_uint), nullptr, &status);
  check(status, "clCreateBuffer");
  cl_kernel fill = make_kernel(program, "fill", numbers);
  cl_kernel square = make_kernel(program, "square", numbers);
  cl_command_queue queues[3];
  for (size_t i = 0; i < 3; ++i) {
    queues[i] = clCreateCommandQueueWithProperties(context, devices[i], nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
  }

  // Each part fills its half. A queue that others wait for must be flushed.
  cl_event filled[2];
  for (size_t part = 0; part < 2; ++part) {
    const size_t offset = part * half;
    check(clEnqueueNDRangeKernel(queues[1 + part], fill, 1, &offset, &half, nullptr, 0, nullptr,
                                 &filled[part]),
          "clEnqueueNDRangeKernel");
    check(clFlush(queues[1 + part]), "clFlush");
  }

  // The parent squares everything once both halves are there.
  const size_t all = 2 * half;
  check(clEnqueueNDRangeKernel(queues[0], square, 1, nullptr, &all, nullptr, 2, filled, nullptr),
        "clEnqueueNDRangeKernel");
  std::vector<cl_uint> results(all);
  check(clEnqueueReadBuffer(queues[0], numbers, CL_TRUE, 0, all * sizeof(cl_uint), results.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  bool right = verify(results);

  for (cl_event event : filled) check(clReleaseEvent(event), "clReleaseEvent");
  for (cl_command_queue queue : queues)
    check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseKernel(square), "clReleaseKernel");
  check(clReleaseKernel(fill), "clReleaseKernel");
  check(clReleaseMemObject(numbers), "clReleaseMemObject");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseContext(context), "clReleaseContext");
  for (cl_device_id part : parts) check(clReleaseDevice(part), "clReleaseDevice");
  return right ? 0 : 1;
}
