#include <mutex>

#include "support/opencl.h"

namespace cleave::test {
namespace {

/// A context that writes down what its notification function hears.
class Clause_4_4_Notification : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    cl_int error = 1;
    Context context(clCreateContext(nullptr, 1, &device_, hear, this, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    Queue queue(clCreateCommandQueueWithProperties(context, device_, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    context_ = std::move(context);
    queue_ = std::move(queue);
  }
  static void CL_CALLBACK hear(const char* message, const void*, size_t, void* self) {
    auto& test = *static_cast<Clause_4_4_Notification*>(self);
    const std::scoped_lock lock(test.mutex_);
    test.heard_ += message;
    test.heard_ += '\n';
  }
  [[nodiscard]] bool heard(const char* part) {
    const std::scoped_lock lock(mutex_);
    return heard_.find(part) != std::string::npos;
  }

  std::mutex mutex_;
  std::string heard_;
};

TEST_F(Clause_4_4_Notification, ARefusedLaunchIsExplained) {
  const Kernel kernel = make_kernel("kernel void k(global int *out) { out[0] = 1; }", "k");
  const size_t global = 10;
  const size_t local = 4;
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global,
                                                           nullptr, 0, nullptr, nullptr));
  EXPECT_TRUE(heard("CL_INVALID_KERNEL_ARGS: kernel k: argument 0 (out) is not set")) << heard_;
  const Memory out = make_buffer(64);
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global,
                                                               &local, 0, nullptr, nullptr));
  EXPECT_TRUE(heard("CL_INVALID_WORK_GROUP_SIZE: kernel k: global size (10) local size (4)"))
      << heard_;
  EXPECT_TRUE(heard("divide the global size evenly")) << heard_;
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(queue_, kernel, 4, nullptr, &global,
                                                              nullptr, 0, nullptr, nullptr));
  EXPECT_TRUE(heard("CL_INVALID_WORK_DIMENSION: kernel k: 4 dimensions")) << heard_;
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
      << heard_;
}

TEST_F(Clause_4_4_Notification, AFailedBuildComesWithItsLog) {
  const char* source = "kernel void k() { undeclared = 1; }";
  cl_int error = 1;
  const Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  EXPECT_TRUE(heard("CL_BUILD_PROGRAM_FAILURE for ")) << heard_;
  EXPECT_TRUE(heard("use of undeclared identifier 'undeclared'")) << heard_;
}

TEST_F(Clause_4_4_Notification, NothingIsSaidWhileAllIsWell) {
  const Memory buffer = make_buffer({1, 2, 3});
  EXPECT_EQ((std::vector<cl_int>{1, 2, 3}), contents(buffer));
  EXPECT_EQ("", heard_);
}

}  // namespace
}  // namespace cleave::test
