#include "support/notified.h"

namespace cleave::test {
namespace {

using Clause_4_4_Notification = Notified;

TEST_F(Clause_4_4_Notification, ARefusedLaunchIsExplained) {
  const Kernel kernel = make_kernel("kernel void k(global int *out) { out[0] = 1; }", "k");
  const size_t global = 10;
  const size_t local = 4;
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global,
                                                           nullptr, 0, nullptr, nullptr));
  EXPECT_TRUE(
      heard("clEnqueueNDRangeKernel: CL_INVALID_KERNEL_ARGS: kernel k: argument 0 (out) is "
            "not set"))
      << heard();
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
  EXPECT_TRUE(heard("clEnqueueTask: CL_INVALID_KERNEL_ARGS: kernel k: argument 0 (out) is not set"))
      << heard();
  const Memory out = make_buffer(64);
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global,
                                                               &local, 0, nullptr, nullptr));
  EXPECT_TRUE(heard("CL_INVALID_WORK_GROUP_SIZE: kernel k: global size (10) local size (4)"))
      << heard();
  EXPECT_TRUE(heard("divide the global size evenly")) << heard();
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(queue_, kernel, 4, nullptr, &global,
                                                              nullptr, 0, nullptr, nullptr));
  EXPECT_TRUE(heard("CL_INVALID_WORK_DIMENSION: kernel k: 4 dimensions")) << heard();
}

TEST_F(Clause_4_4_Notification, ACommandThatFailsLaterIsReported) {
  const Memory buffer = make_buffer(64);
  const Event start = make_user_event();
  const cl_event list[] = {start};
  int host[4] = {};
  ASSERT_EQ(CL_SUCCESS,
            clEnqueueReadBuffer(queue_, buffer, CL_FALSE, 0, 16, host, 1, list, nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_TRUE(
      heard("clEnqueueReadBuffer failed after it was enqueued: "
            "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"))
      << heard();
}

TEST_F(Clause_4_4_Notification, AFailedBuildComesWithItsLog) {
  const char* source = "kernel void k() { undeclared = 1; }";
  cl_int error = 1;
  const Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  EXPECT_TRUE(heard("CL_BUILD_PROGRAM_FAILURE for ")) << heard();
  EXPECT_TRUE(heard("use of undeclared identifier 'undeclared'")) << heard();
}

TEST_F(Clause_4_4_Notification, NothingIsSaidWhileAllIsWell) {
  const Memory buffer = make_buffer({1, 2, 3});
  EXPECT_EQ((std::vector<cl_int>{1, 2, 3}), contents(buffer));
  EXPECT_EQ("", heard());
}

}  // namespace
}  // namespace cleave::test
