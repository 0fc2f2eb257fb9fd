// Pins what CLEAVE_OPENCL_VERSION=3.0 changes: the versions, and what 3.1 allows. Runs also where
// CLEAVE_WITHOUT takes away something that 3.1 demands, with the same results.
#include <algorithm>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class OpenCL_3_0 : public OnDevice {
 protected:
  [[nodiscard]] auto of_device(cl_device_info name) const {
    return [this, name](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    };
  }
};

TEST_F(OpenCL_3_0, TheVersionsSaySo) {
  const auto of_platform = [&](cl_platform_info name) {
    return [name](size_t size, void* value, size_t* returned) {
      return clGetPlatformInfo(find_platform(), name, size, value, returned);
    };
  };
  EXPECT_EQ(0U, text_of(of_platform(CL_PLATFORM_VERSION)).find("OpenCL 3.0 "));
  EXPECT_EQ(0U, text_of(of_device(CL_DEVICE_VERSION)).find("OpenCL 3.0 "));
  const cl_version version = CL_MAKE_VERSION(3, 0, 0);
  EXPECT_EQ(version, value_of<cl_version>(of_platform(CL_PLATFORM_NUMERIC_VERSION)));
  EXPECT_EQ(version, value_of<cl_version>(of_device(CL_DEVICE_NUMERIC_VERSION)));
  const auto versions = list_of<cl_name_version>(of_device(CL_DEVICE_OPENCL_C_ALL_VERSIONS));
  EXPECT_EQ(CL_MAKE_VERSION(3, 0, 0), versions.back().version);
}

TEST_F(OpenCL_3_0, ProgramsSeeNoneOf3_1) {
  EXPECT_NE(nullptr, cl_program(build("#if __OPENCL_VERSION__ != 300 || defined(CL_VERSION_3_1)\n"
                                      "#error version\n#endif\nkernel void k() {}",
                                      "-cl-std=CL3.0")));
  const char* source = "kernel void k() {}";
  cl_int error = 1;
  const Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE,
            clBuildProgram(program, 0, nullptr, "-cl-std=CL3.1", nullptr, nullptr));
  const std::string log = text_of([&](size_t size, void* value, size_t* returned) {
    return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, value, returned);
  });
  EXPECT_NE(std::string::npos, log.find("error: the device has no OpenCL C 3.1")) << log;
}

// 5.9.2: "Prior to OpenCL 3.1, arg_size must be greater than zero."
TEST_F(OpenCL_3_0, LocalArgumentsHaveBytes) {
  const Kernel kernel = make_kernel("kernel void k(local int *l) { l[0] = 3; }", "k");
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 0, nullptr));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
}

}  // namespace
}  // namespace cleave::test
