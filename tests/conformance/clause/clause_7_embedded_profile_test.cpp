// The platform under CLEAVE_PROFILE=embedded.
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class Clause_7_EmbeddedProfile : public OnDevice {
 protected:
  template <class T>
  [[nodiscard]] T ask(cl_device_info name) const {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    });
  }
  [[nodiscard]] std::string text(cl_device_info name) const {
    return text_of([&](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    });
  }
  /// A kernel with pointers to constant memory, all of them this buffer.
  [[nodiscard]] cl_int launch_with_constants(size_t count, cl_mem buffer) {
    std::string source = "kernel void k(global int *out";
    std::string sum = "0";
    for (size_t i = 0; i < count; ++i) {
      source += ", constant int *c" + std::to_string(i);
      sum += " + c" + std::to_string(i) + "[0]";
    }
    source += ") { out[0] = " + sum + "; }";
    const Kernel kernel = make_kernel(source, "k");
    const Memory out = make_buffer(4);
    const cl_mem first = out;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof first, &first));
    for (size_t i = 1; i <= count; ++i) {
      EXPECT_EQ(CL_SUCCESS,
                clSetKernelArg(kernel, static_cast<cl_uint>(i), sizeof buffer, &buffer));
    }
    const cl_int code = clEnqueueTask(queue_, kernel, 0, nullptr, nullptr);
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    return code;
  }
};

TEST_F(Clause_7_EmbeddedProfile, PlatformAndDeviceSayTheirProfile) {
  EXPECT_EQ("EMBEDDED_PROFILE", text(CL_DEVICE_PROFILE));
  EXPECT_EQ("EMBEDDED_PROFILE", text_of([&](size_t size, void* value, size_t* returned) {
              return clGetPlatformInfo(find_platform(), CL_PLATFORM_PROFILE, size, value, returned);
            }));
  EXPECT_EQ(0U, text(CL_DEVICE_VERSION).find("OpenCL 3.1 "));
}

TEST_F(Clause_7_EmbeddedProfile, LimitsAreTheLeastOfTheProfile) {
  EXPECT_EQ(256U, ask<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE));
  EXPECT_EQ(1024U, ask<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE));
  EXPECT_EQ(4U, ask<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS));
  EXPECT_EQ(1024U, ask<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
  EXPECT_EQ(1024U, ask<size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE));
  EXPECT_NE(0U, ask<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_ROUND_TO_NEAREST);
}

TEST_F(Clause_7_EmbeddedProfile, DoubleComesWithTheExtensionForLong) {
  ASSERT_NE(0U, ask<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG));
  EXPECT_NE(std::string::npos, text(CL_DEVICE_EXTENSIONS).find("cles_khr_int64"));
}

TEST_F(Clause_7_EmbeddedProfile, ProgramsSeeTheMacrosAndLong) {
  const Kernel kernel = make_kernel(
      "#if !defined(__EMBEDDED_PROFILE__) || !defined(cles_khr_int64)\n"
      "#error not embedded\n"
      "#endif\n"
      "kernel void k(global int *out) { long x = 1L << 40; out[0] = (int)(x >> 38); }",
      "k");
  const Memory out = make_buffer(std::vector<cl_int>(1, 0));
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>{4}, contents(out));
}

TEST_F(Clause_7_EmbeddedProfile, ConstantMemoryBeyondTheLimitsIsOutOfResources) {
  const Memory fits = make_buffer(1024);
  const Memory too_large = make_buffer(1025);
  EXPECT_EQ(CL_SUCCESS, launch_with_constants(4, fits));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, launch_with_constants(5, fits));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, launch_with_constants(1, too_large));
}

TEST_F(Clause_7_EmbeddedProfile, ArgumentsBeyondTheLimitAreOutOfResources) {
  const Kernel kernel = make_kernel("kernel void k(long16 a, long16 b, int c) {}", "k");
  const cl_long16 zero = {};
  const cl_int number = 0;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof zero, &zero));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof zero, &zero));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof number, &number));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
}

}  // namespace
}  // namespace cleave::test
