// Handles that are none: released, of another kind. Null is answered by the loader.
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class Handles : public OnDevice {};

TEST_F(Handles, ReleasedHandlesAreErrors) {
  cl_int error = 1;
  auto* context = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, clReleaseContext(context));
  EXPECT_EQ(CL_INVALID_CONTEXT, clReleaseContext(context));
  EXPECT_EQ(CL_INVALID_CONTEXT, clRetainContext(context));
  EXPECT_EQ(CL_INVALID_CONTEXT, error_of([&](cl_int* code) {
              return clCreateBuffer(context, CL_MEM_READ_WRITE, 4, nullptr, code);
            }));

  auto* queue = clCreateCommandQueueWithProperties(context_, device_, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, clReleaseCommandQueue(queue));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clFinish(queue));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(queue));

  auto* buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE, 4, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  int host = 0;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, 4, &host, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clReleaseMemObject(buffer));

  auto* event = clCreateUserEvent(context_, &error);
  ASSERT_EQ(CL_SUCCESS, clReleaseEvent(event));
  EXPECT_EQ(CL_INVALID_EVENT, clWaitForEvents(1, &event));
  EXPECT_EQ(CL_INVALID_EVENT, clSetUserEventStatus(event, CL_COMPLETE));

  const char* source = "kernel void k() {}";
  auto* program = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  auto* kernel = clCreateKernel(program, "k", &error);
  ASSERT_EQ(CL_SUCCESS, clReleaseProgram(program));
  // 5.8.2: "The program object is deleted after all kernel objects associated with program have
  // been deleted and the program reference count becomes zero."
  EXPECT_EQ(CL_INVALID_PROGRAM, clReleaseProgram(program)) << "the application holds nothing of it";
  const Kernel other(clCreateKernel(program, "k", &error));
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_SUCCESS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  ASSERT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
  EXPECT_EQ(CL_INVALID_KERNEL, clReleaseKernel(kernel));
}

TEST_F(Handles, HandlesOfAnotherKindAreErrors) {
  auto* as_event = reinterpret_cast<cl_event>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_EVENT, clRetainEvent(as_event));
  auto* as_kernel = reinterpret_cast<cl_kernel>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_KERNEL, clSetKernelArg(as_kernel, 0, 4, &as_kernel));
  auto* as_program = reinterpret_cast<cl_program>(cl_command_queue(queue_));
  EXPECT_EQ(CL_INVALID_PROGRAM, clBuildProgram(as_program, 0, nullptr, "", nullptr, nullptr));
  auto* as_memory = reinterpret_cast<cl_mem>(device_);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clReleaseMemObject(as_memory));
  auto* as_device = reinterpret_cast<cl_device_id>(find_platform());
  EXPECT_EQ(CL_INVALID_DEVICE, clGetDeviceInfo(as_device, CL_DEVICE_NAME, 0, nullptr, nullptr));
  auto* as_platform = reinterpret_cast<cl_platform_id>(device_);
  EXPECT_EQ(CL_INVALID_PLATFORM,
            clGetDeviceIDs(as_platform, CL_DEVICE_TYPE_ALL, 1, &as_device, nullptr));
}

TEST_F(Handles, ObjectsOutliveTheirCreatorsHandles) {
  cl_int error = 1;
  Event start;
  Event done;
  std::vector<cl_int> values(4, 0);
  {
    const Context context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
    const Queue queue(clCreateCommandQueueWithProperties(context, device_, nullptr, &error));
    const Memory buffer(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 16,
                                       std::vector<cl_int>(4, 6).data(), &error));
    start = Event(clCreateUserEvent(context, &error));
    const cl_event list[] = {start};
    ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 16, values.data(), 1,
                                              list, done.out()));
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  const cl_event handle = done;
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &handle));
  EXPECT_EQ(std::vector<cl_int>(4, 6), values);
}

}  // namespace
}  // namespace cleave::test
