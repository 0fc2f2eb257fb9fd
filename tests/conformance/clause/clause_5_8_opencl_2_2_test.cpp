// Pins what CLEAVE_OPENCL_VERSION=2.2 changes: the versions, and clSetProgramReleaseCallback
// (5.8.2).
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

using OpenCL_2_2 = OnDevice;

TEST_F(OpenCL_2_2, TheVersionsSaySo) {
  const auto of_platform = [&](cl_platform_info name) {
    return [name](size_t size, void* value, size_t* returned) {
      return clGetPlatformInfo(find_platform(), name, size, value, returned);
    };
  };
  const auto of_device = [&](cl_device_info name) {
    return [this, name](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    };
  };
  EXPECT_EQ(0U, text_of(of_platform(CL_PLATFORM_VERSION)).find("OpenCL 2.2 "));
  EXPECT_EQ(0U, text_of(of_device(CL_DEVICE_VERSION)).find("OpenCL 2.2 "));
  EXPECT_EQ(0U, text_of(of_device(CL_DEVICE_OPENCL_C_VERSION)).find("OpenCL C 2.0 "));
  const cl_version version = CL_MAKE_VERSION(2, 2, 0);
  EXPECT_EQ(version, value_of<cl_version>(of_platform(CL_PLATFORM_NUMERIC_VERSION)));
  EXPECT_EQ(version, value_of<cl_version>(of_device(CL_DEVICE_NUMERIC_VERSION)));
  const char* source = "#if __OPENCL_VERSION__ != 220\n#error version\n#endif\nkernel void k() {}";
  EXPECT_NE(nullptr, cl_program(build(source)));
  EXPECT_NE(nullptr, cl_program(build("kernel void k() {}", "-cl-std=CL2.0")));
}

TEST_F(OpenCL_2_2, ReleaseCallbacksRunInReverseOrderAfterTheLastKernel) {
  static std::vector<int> called;
  static cl_program released = nullptr;
  called.clear();
  Program program = build("global int n;\nkernel void k() { ++n; }", "-cl-std=CL2.0");
  const cl_program handle = program;
  EXPECT_EQ(CL_INVALID_VALUE, clSetProgramReleaseCallback(program, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_PROGRAM,
            clSetProgramReleaseCallback(nullptr, [](cl_program, void*) {}, nullptr));
  static const int names[] = {1, 2};
  for (const int& name : names) {
    EXPECT_EQ(CL_SUCCESS, clSetProgramReleaseCallback(
                              program,
                              [](cl_program gone, void* data) {
                                called.push_back(*static_cast<const int*>(data));
                                released = gone;
                              },
                              const_cast<int*>(&name)));
  }
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  program = Program();
  EXPECT_TRUE(called.empty());
  kernel = Kernel();
  EXPECT_EQ((std::vector<int>{2, 1}), called);
  EXPECT_EQ(handle, released);
}

TEST_F(OpenCL_2_2, ReleaseCallbacksFollowTheDestructors) {
  Program program = build(
      "global int* global trace;\n"
      "struct S { int a; constexpr S(int n) : a(n) {} ~S() { if (trace) *trace = a; } };\n"
      "global S s(4);\nkernel void follow(global int* to) { trace = to; }",
      "-cl-std=CLC++1.0");
  cl_int trace[] = {0, 0};  // what the destructor wrote, and that when the callback came
  EXPECT_EQ(CL_SUCCESS, clSetProgramReleaseCallback(
                            program,
                            [](cl_program, void* data) {
                              auto* const places = static_cast<cl_int*>(data);
                              places[1] = places[0];
                            },
                            trace));
  Kernel kernel(clCreateKernel(program, "follow", nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, trace));
  const size_t one = 1;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  kernel = Kernel();
  program = Program();
  EXPECT_EQ(4, trace[1]);
}

}  // namespace
}  // namespace cleave::test
