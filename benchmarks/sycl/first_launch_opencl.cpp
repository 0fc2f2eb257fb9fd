// Prints the milliseconds from OpenCL C to the end of the first launch: the twin of first_launch.cpp with one kernel.
#include <CL/cl.h>

#include <chrono>
#include <cstdio>

namespace {

constexpr const char* source = R"(
kernel void launch(global float *values) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (size_t k = 0; k <= i % 16; ++k) sum += values[k] * (float)k;
  values[i] = sqrt(sum) + 1;
}
)";
constexpr size_t count = 1024;

}  // namespace

int main() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) != CL_SUCCESS)
    return 1;
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_command_queue queue =
      clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  const cl_mem values =
      clCreateBuffer(context, CL_MEM_READ_WRITE, count * sizeof(float), nullptr, nullptr);
  const float zero = 0;
  clEnqueueFillBuffer(queue, values, &zero, sizeof zero, 0, count * sizeof zero, 0, nullptr,
                      nullptr);
  clFinish(queue);
  const auto start = std::chrono::steady_clock::now();
  const char* text = source;
  const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) return 1;
  const cl_kernel kernel = clCreateKernel(program, "launch", nullptr);
  clSetKernelArg(kernel, 0, sizeof values, &values);
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr);
  clFinish(queue);
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
  float first = 0;
  clEnqueueReadBuffer(queue, values, CL_TRUE, 0, sizeof first, &first, 0, nullptr, nullptr);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(values);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  std::printf("%.3f\n", spent.count());
  return first == 1 ? 0 : 1;
}
