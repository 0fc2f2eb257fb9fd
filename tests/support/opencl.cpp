#include "tests/support/opencl.h"

#include <cstring>
#include <vector>

namespace cleave::test {

void check(cl_int error, const char* call) {
  if (error != CL_SUCCESS) fail(call, "gives error " + std::to_string(error));
}

cl_platform_id find_platform() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return nullptr;
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id platform : platforms) {
    char name[64] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    if (std::strcmp(name, "Cleave") == 0) return platform;
  }
  return nullptr;
}

cl_device_id first_device() {
  cl_platform_id platform = find_platform();
  require(platform != nullptr, "the loader does not find the platform Cleave");
  cl_device_id device = nullptr;
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  return device;
}

std::string build_log(cl_program program, cl_device_id device) {
  size_t bytes = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  while (log.ends_with('\0')) log.pop_back();
  return log;
}

Session::Session(cl_device_id of) : device(of) {
  cl_int error = CL_SUCCESS;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  check(error, "clCreateCommandQueueWithProperties");
}

cl_program Session::build(const std::string& source, const char* options) const {
  const char* text = source.c_str();
  cl_int error = CL_SUCCESS;
  const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
  if (error != CL_SUCCESS)
    fail("the build gives", std::to_string(error) + ": " + build_log(program, device));
  return program;
}

cl_kernel Session::build_kernel(const std::string& source, const char* name,
                                const char* options) const {
  const cl_program program = build(source, options);
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
  clReleaseProgram(program);  // the kernel keeps it
  return kernel;
}

cl_mem Session::make_buffer(size_t bytes, cl_mem_flags flags, void* host) const {
  cl_int error = CL_SUCCESS;
  const cl_mem buffer = clCreateBuffer(context, flags, bytes, host, &error);
  check(error, "clCreateBuffer");
  return buffer;
}

}  // namespace cleave::test
