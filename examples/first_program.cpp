// A first program: adds two vectors on the first OpenCL device.
#include "common.h"

using example::check;

static const char* source = R"(
kernel void add(global const float *a, global const float *b, global float *sum) {
  size_t i = get_global_id(0);
  sum[i] = a[i] + b[i];
}
)";

int main() {
  constexpr size_t count = 1 << 20;
  std::vector<float> a(count), b(count), sum(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 2 * a[i];
  }

  // A device, a context that holds it, and a queue that feeds it.
  cl_device_id device = example::first_device();
  std::printf("Device: %s, %u compute unit(s)\n", example::device_name(device).c_str(),
              example::compute_units(device));
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");

  // Memory that the kernel reads and writes.
  size_t bytes = count * sizeof(float);
  cl_mem_flags copied_input = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
  cl_mem a_buffer = clCreateBuffer(context, copied_input, bytes, a.data(), &status);
  check(status, "clCreateBuffer");
  cl_mem b_buffer = clCreateBuffer(context, copied_input, bytes, b.data(), &status);
  check(status, "clCreateBuffer");
  cl_mem sum_buffer = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, &status);
  check(status, "clCreateBuffer");

  // The kernel and its arguments.
  cl_program program = example::build(context, device, source);
  cl_kernel kernel = clCreateKernel(program, "add", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof a_buffer, &a_buffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof b_buffer, &b_buffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof sum_buffer, &sum_buffer), "clSetKernelArg");

  // One work-item for each element; the read waits for the kernel, the queue being in order.
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, sum_buffer, CL_TRUE, 0, bytes, sum.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");

  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) wrong += sum[i] == a[i] + b[i] ? 0 : 1;
  std::printf("%zu sums, %zu wrong\n", count, wrong);

  for (cl_mem buffer : {a_buffer, b_buffer, sum_buffer})
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}
