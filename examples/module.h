// Reads SPIR-V modules from files and runs their kernels on numbers, for all examples with modules.
#pragma once

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "common.h"

namespace example {

inline std::vector<char> read_module(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad() || bytes.empty()) {
    std::fprintf(stderr, "%s cannot be read\n", path);
    std::exit(1);
  }
  return bytes;
}

/// A program of a module; ends the example where the device takes none.
inline cl_program create_with_module(cl_context context, const std::vector<char>& module) {
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(context, module.data(), module.size(), &status);
  check(status, "clCreateProgramWithIL");
  return program;
}

/// Ends the example with the log unless the build, compilation or link went well.
inline void check_build(cl_program program, cl_device_id device, cl_int status, const char* call) {
  if (status != CL_SUCCESS && program != nullptr) {
    std::vector<char> log(1 << 16);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::fputs(log.data(), stderr);
  }
  check(status, call);
}

/// Runs a kernel of a built program on numbers, a work-item for each. Returns what it makes of
/// them.
inline std::vector<float> run_on_numbers(cl_context context, cl_device_id device,
                                         cl_program program, const char* name,
                                         std::vector<float> numbers) {
  cl_int status = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");
  cl_kernel kernel = clCreateKernel(program, name, &status);
  check(status, "clCreateKernel");
  const size_t count = numbers.size();
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 count * sizeof(float), numbers.data(), &status);
  check(status, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(float), numbers.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  check(clReleaseMemObject(buffer), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  return numbers;
}

}  // namespace example
