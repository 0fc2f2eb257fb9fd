// Declares what the examples share: errors that say what to do, the device to use, a built kernel.
#pragma once

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace example {

/// The name of an error code, as far as the examples meet it.
inline const char* error_name(cl_int status) {
  static const std::map<cl_int, const char*> names = {
      {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
      {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
      {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
      {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
      {CL_DEVICE_PARTITION_FAILED, "CL_DEVICE_PARTITION_FAILED: nothing to divide at this level"},
      {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
      {CL_INVALID_DEVICE_PARTITION_COUNT,
       "CL_INVALID_DEVICE_PARTITION_COUNT: more compute units than the device has"},
      {-1001, "no OpenCL driver is installed; to use a built Cleave: eval \"$(./dev env)\""},
  };
  auto found = names.find(status);
  return found == names.end() ? "see CL/cl.h" : found->second;
}

/// Ends the program, with the call's name and the error, unless `status` is CL_SUCCESS.
inline void check(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "%s failed: %d (%s)\n", call, status, error_name(status));
  std::exit(1);
}

/// The first device of the first platform.
inline cl_device_id first_device() {
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  cl_device_id device = nullptr;
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  return device;
}

inline std::string device_name(cl_device_id device) {
  size_t size = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, 0, nullptr, &size), "clGetDeviceInfo");
  std::string name(size, '\0');
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, size, name.data(), nullptr), "clGetDeviceInfo");
  name.resize(size - 1);  // without the terminating zero
  return name;
}

inline cl_uint compute_units(cl_device_id device) {
  cl_uint units = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  return units;
}

/// Divides a device by a list of partition properties that ends in 0.
inline std::vector<cl_device_id> split(cl_device_id device,
                                       const cl_device_partition_property* properties) {
  cl_uint count = 0;
  check(clCreateSubDevices(device, properties, 0, nullptr, &count), "clCreateSubDevices");
  std::vector<cl_device_id> parts(count);
  check(clCreateSubDevices(device, properties, count, parts.data(), nullptr), "clCreateSubDevices");
  return parts;
}

/// Builds `source` for all devices of the context; a failure prints the compiler's messages.
inline cl_program build(cl_context context, cl_device_id device, const char* source,
                        const char* options = "") {
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  status = clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  if (status == CL_BUILD_PROGRAM_FAILURE) {
    size_t size = 0;
    check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
          "clGetProgramBuildInfo");
    std::string log(size, '\0');
    check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr),
          "clGetProgramBuildInfo");
    std::fprintf(stderr, "The compiler says:\n%s\n", log.c_str());
  }
  check(status, "clBuildProgram");
  return program;
}

/// The kernel that the split examples run: how many steps the Collatz sequence of a number takes.
inline constexpr const char* collatz_source = R"(
kernel void collatz(global uint *steps, uint first) {
  uint index = first + (uint)get_global_id(0);
  ulong number = index + 1;
  uint count = 0;
  while (number != 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    count++;
  }
  steps[get_global_id(0)] = count;
}
)";

/// The same on the host, to compare with.
inline cl_uint collatz_on_host(cl_uint index) {
  cl_ulong number = cl_ulong{index} + 1;
  cl_uint count = 0;
  while (number != 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    count++;
  }
  return count;
}

/// Compares with the host; says where the first difference is and ends the program.
inline void verify_collatz(const std::vector<cl_uint>& steps) {
  for (cl_uint index = 0; index < steps.size(); ++index) {
    if (steps[index] == collatz_on_host(index)) continue;
    std::fprintf(stderr, "Wrong: %u takes %u steps, the device says %u\n", index + 1,
                 collatz_on_host(index), steps[index]);
    std::exit(1);
  }
  std::printf("All %zu results agree with the host.\n", steps.size());
}

}  // namespace example
