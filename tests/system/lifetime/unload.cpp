// Opens the ICD loader, uses the driver, and closes the loader while objects live and kernels run.
#include <CL/cl.h>
#include <dlfcn.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/support/process.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

template <class Function>
Function* symbol(void* library, const char* name) {
  void* address = dlsym(library, name);
  require(address != nullptr, "the loader has no", name);
  return reinterpret_cast<Function*>(address);
}

/// A kernel in flight, through a loader that was opened for this and is closed when it returns.
void use_and_close() {
  void* loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  require(loader != nullptr, "the loader cannot be opened");
#define CLEAVE_SYMBOL(name) const auto name##_ = symbol<decltype(name)>(loader, #name)
  CLEAVE_SYMBOL(clGetPlatformIDs);
  CLEAVE_SYMBOL(clGetDeviceIDs);
  CLEAVE_SYMBOL(clCreateContext);
  CLEAVE_SYMBOL(clCreateCommandQueue);
  CLEAVE_SYMBOL(clCreateProgramWithSource);
  CLEAVE_SYMBOL(clBuildProgram);
  CLEAVE_SYMBOL(clCreateKernel);
  CLEAVE_SYMBOL(clCreateBuffer);
  CLEAVE_SYMBOL(clSetKernelArg);
  CLEAVE_SYMBOL(clEnqueueNDRangeKernel);
  CLEAVE_SYMBOL(clFlush);
#undef CLEAVE_SYMBOL
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int error = clGetPlatformIDs_(1, &platform, nullptr);
  require(error == CL_SUCCESS, "clGetPlatformIDs fails");
  require(clGetDeviceIDs_(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
          "clGetDeviceIDs fails");
  const cl_context context = clCreateContext_(nullptr, 1, &device, nullptr, nullptr, &error);
  require(error == CL_SUCCESS, "clCreateContext fails");
  const cl_command_queue queue = clCreateCommandQueue_(context, device, 0, &error);
  require(error == CL_SUCCESS, "clCreateCommandQueue fails");
  const char* source =
      "kernel void busy(global volatile uint *p) {"
      "  for (uint i = 0; i < 20000000; ++i) p[get_global_id(0)] = i; }";
  const cl_program program = clCreateProgramWithSource_(context, 1, &source, nullptr, &error);
  require(clBuildProgram_(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS,
          "clBuildProgram fails");
  const cl_kernel kernel = clCreateKernel_(program, "busy", &error);
  const cl_mem buffer = clCreateBuffer_(context, CL_MEM_READ_WRITE, 4096, nullptr, &error);
  require(clSetKernelArg_(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS, "clSetKernelArg fails");
  const size_t global = 64, local = 1;
  require(clEnqueueNDRangeKernel_(queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                                  nullptr) == CL_SUCCESS,
          "clEnqueueNDRangeKernel fails");
  require(clFlush_(queue) == CL_SUCCESS, "clFlush fails");
  dlclose(loader);
}

}  // namespace
}  // namespace cleave::test::lifetime

int main() {
  using namespace cleave::test::lifetime;
  use_and_close();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // while the workers compute
  use_and_close();  // the driver is still there, or is there again
  cleave::test::require(is_mapped("libcleave.so"), "the driver was unloaded under its workers");
}
