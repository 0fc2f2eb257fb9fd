// cl_cleave_failed_commands: the notification function of a context (4.4) is told which command failed.
#include <string>
#include <vector>

#include "support/failed_command.h"
#include "support/notified.h"

namespace cleave::test {
namespace {

using FailedCommands = Notified;

TEST_F(FailedCommands, AreOfAnExtensionOfThePlatform) {
  cl_platform_id platform = nullptr;
  ASSERT_EQ(CL_SUCCESS, clGetPlatformIDs(1, &platform, nullptr));
  const std::string extensions = text_of([&](size_t size, void* value, size_t* returned) {
    return clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, size, value, returned);
  });
  EXPECT_NE(std::string::npos, extensions.find(support::failed_commands_extension)) << extensions;
}

TEST_F(FailedCommands, AreToldBeforeTheirEventsEnd) {
  const Memory buffer = make_buffer(64);
  const Event start = make_user_event();
  const cl_event list[] = {start};
  int host[4] = {};
  cl_event read = nullptr;
  ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, buffer, CL_FALSE, 0, 16, host, 1, list, &read));
  const Event held(read);
  EXPECT_TRUE(failed().empty());
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &read));
  const std::vector<Failed> expected{
      {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, queue_, "-", CL_COMMAND_READ_BUFFER}};
  EXPECT_EQ(expected, failed());
}

TEST_F(FailedCommands, AreKernelsByName) {
  const Event start = make_user_event();
  const cl_event list[] = {start};
  {
    const Kernel kernel = make_kernel("kernel void fails_late(int value) {}", "fails_late");
    const cl_int value = 1;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof value, &value));
    const size_t global = 10;
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, nullptr, 1,
                                                 list, nullptr));
  }  // the name outlives the kernel
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  const std::vector<Failed> expected{{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, queue_,
                                      "fails_late", CL_COMMAND_NDRANGE_KERNEL}};
  EXPECT_EQ(expected, failed());
}

TEST_F(FailedCommands, AreNoneWhereNothingWasEnqueued) {
  const Kernel kernel = make_kernel("kernel void k(global int *out) { out[0] = 1; }", "k");
  const size_t global = 10;
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global,
                                                           nullptr, 0, nullptr, nullptr));
  EXPECT_TRUE(failed().empty());
  EXPECT_NE("", heard());
}

TEST_F(FailedCommands, AreNoneWhileAllIsWell) {
  const Memory buffer = make_buffer({1, 2, 3});
  EXPECT_EQ((std::vector<cl_int>{1, 2, 3}), contents(buffer));
  EXPECT_TRUE(failed().empty());
}

}  // namespace
}  // namespace cleave::test
