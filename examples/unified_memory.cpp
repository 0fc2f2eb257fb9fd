// Uses cl_intel_unified_shared_memory: memory of the host, of the device and shared by both, named
// by pointers everywhere.
#include <CL/cl_ext.h>

#include <numeric>

#include "common.h"

using example::check;

static const char* source = R"(
kernel void scale(global const float *from, global float *to, float factor) {
  const size_t i = get_global_id(0);
  to[i] = factor * from[i];
}
)";

template <class Function>
Function extension_function(cl_device_id device, const char* name) {
  cl_platform_id platform = nullptr;
  check(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
        "clGetDeviceInfo");
  void* function = clGetExtensionFunctionAddressForPlatform(platform, name);
  if (function == nullptr) {
    std::printf("%s has no %s\n", example::device_name(device).c_str(), name);
    std::exit(1);
  }
  return reinterpret_cast<Function>(function);
}

int main() {
  constexpr size_t count = 1 << 20, bytes = count * sizeof(float);
  cl_device_id device = example::first_device();
  const auto host_alloc = extension_function<clHostMemAllocINTEL_fn>(device, "clHostMemAllocINTEL");
  const auto device_alloc =
      extension_function<clDeviceMemAllocINTEL_fn>(device, "clDeviceMemAllocINTEL");
  const auto shared_alloc =
      extension_function<clSharedMemAllocINTEL_fn>(device, "clSharedMemAllocINTEL");
  const auto blocking_free =
      extension_function<clMemBlockingFreeINTEL_fn>(device, "clMemBlockingFreeINTEL");
  const auto set_pointer =
      extension_function<clSetKernelArgMemPointerINTEL_fn>(device, "clSetKernelArgMemPointerINTEL");
  const auto copy = extension_function<clEnqueueMemcpyINTEL_fn>(device, "clEnqueueMemcpyINTEL");

  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");
  auto* input = static_cast<float*>(host_alloc(context, nullptr, bytes, 0, &status));
  check(status, "clHostMemAllocINTEL");
  auto* middle = static_cast<float*>(device_alloc(context, device, nullptr, bytes, 0, &status));
  check(status, "clDeviceMemAllocINTEL");
  auto* result = static_cast<float*>(shared_alloc(context, device, nullptr, bytes, 0, &status));
  check(status, "clSharedMemAllocINTEL");

  // The host writes its memory as it likes; the device's it copies to.
  std::iota(input, input + count, 0.0F);
  check(copy(queue, CL_FALSE, middle, input, bytes, 0, nullptr, nullptr), "clEnqueueMemcpyINTEL");

  cl_program program = example::build(context, device, source);
  cl_kernel kernel = clCreateKernel(program, "scale", &status);
  check(status, "clCreateKernel");
  const float factor = 2;
  // Half of the numbers: pointers may point to the middle of the memory.
  const size_t half = count / 2;
  check(set_pointer(kernel, 0, middle + half), "clSetKernelArgMemPointerINTEL");
  check(set_pointer(kernel, 1, result), "clSetKernelArgMemPointerINTEL");
  check(clSetKernelArg(kernel, 2, sizeof factor, &factor), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &half, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  // Waits for the copy and the kernel, which use it.
  check(blocking_free(context, middle), "clMemBlockingFreeINTEL");

  size_t wrong = 0;
  for (size_t i = 0; i < half; ++i) wrong += result[i] != factor * input[half + i];
  std::printf("%zu numbers scaled, %zu wrong\n", half, wrong);
  check(blocking_free(context, input), "clMemBlockingFreeINTEL");
  check(blocking_free(context, result), "clMemBlockingFreeINTEL");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}
