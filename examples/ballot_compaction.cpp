// Keeps the numbers that pass a test, close together and in any order: the work-items of a
// sub-group agree by a ballot where each puts its own, and one of them reserves room for all. One
// atomic operation for a sub-group instead of one for each number.
#include <algorithm>

#include "common.h"

using example::check;

static const char* source = R"(
kernel void compact(global const uint *numbers, global uint *kept, global uint *count) {
  const uint number = numbers[get_global_id(0)];
  const int keep = number % 7 == 0;

  // A bit for each work-item that keeps its number.
  const uint4 keepers = sub_group_ballot(keep);
  uint start = 0;
  if (sub_group_elect()) start = atomic_add(count, sub_group_ballot_bit_count(keepers));
  start = sub_group_broadcast_first(start);

  // Those before this work-item come first.
  if (keep) kept[start + sub_group_ballot_exclusive_scan(keepers)] = number;
}
)";

int main() {
  constexpr size_t count = 1 << 20;
  std::vector<cl_uint> numbers(count), kept(count);
  for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<cl_uint>(i * 2654435761U);

  cl_device_id device = example::first_device();
  size_t length = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &length), "clGetDeviceInfo");
  std::string extensions(length, '\0');
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, length, extensions.data(), nullptr),
        "clGetDeviceInfo");
  if (extensions.find("cl_khr_subgroup_ballot") == std::string::npos) {
    std::printf("%s has no cl_khr_subgroup_ballot\n", example::device_name(device).c_str());
    return 1;
  }

  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");

  const size_t bytes = count * sizeof(cl_uint);
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                             numbers.data(), &status);
  check(status, "clCreateBuffer");
  cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, &status);
  check(status, "clCreateBuffer");
  cl_uint found = 0;
  cl_mem counter = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof found,
                                  &found, &status);
  check(status, "clCreateBuffer");

  cl_program program = example::build(context, device, source);
  cl_kernel kernel = clCreateKernel(program, "compact", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof counter, &counter), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, counter, CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, kept.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");

  // The same on the host; sub-groups come in any order, so both are sorted.
  std::vector<cl_uint> expected;
  for (cl_uint number : numbers) {
    if (number % 7 == 0) expected.push_back(number);
  }
  kept.resize(std::min<size_t>(found, count));
  std::sort(kept.begin(), kept.end());
  std::sort(expected.begin(), expected.end());
  const bool right = kept == expected;
  std::printf("%u of %zu numbers kept, %s\n", found, count, right ? "as expected" : "wrong");

  for (cl_mem buffer : {in, out, counter}) check(clReleaseMemObject(buffer), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return right ? 0 : 1;
}
