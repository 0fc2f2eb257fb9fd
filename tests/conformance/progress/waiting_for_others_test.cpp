// Kernels that wait for what is outside of their work-group: the host, and another device.
#include <atomic>
#include <chrono>
#include <thread>

#include "waiter.h"

namespace cleave::test {
namespace {

const char* const waits_for_a_word = R"(
  kernel void test(volatile global int* word, global int* o, int wanted, int said) {
    if (get_local_id(0) == 0) {
      atomic_xchg(word + 1, said);
      while (atomic_add(word, 0) != wanted);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == get_local_size(0) - 1) *o = *word;
  })";

cl_program build(cl_context context, cl_device_id device) {
  const char* source = waits_for_a_word;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS)
      << build_log(program, device);
  return program;
}

cl_kernel make_kernel(cl_program program, cl_mem word, cl_mem result, cl_int wanted, cl_int said) {
  cl_kernel kernel = clCreateKernel(program, "test", nullptr);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof word, &word), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof result, &result), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof wanted, &wanted), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof said, &said), CL_SUCCESS);
  return kernel;
}

TEST(AKernel, MayWaitForTheHost) {
  cl_context context = Waiter::context();
  cl_device_id device = Waiter::device();
  cl_program program = build(context, device);
  alignas(4096) static std::atomic<cl_int> words[1024];
  words[0] = words[1] = 0;
  cl_mem word = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof words, words, nullptr);
  cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  cl_kernel kernel = make_kernel(program, word, result, 7, 1);
  const size_t size = 3 * Waiter::width() + 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  while (words[1] != 1) std::this_thread::yield();  // it runs now
  words[0] = 7;
  cl_int seen = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof seen, &seen, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(seen, 7);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(word);
  clReleaseMemObject(result);
  clReleaseCommandQueue(queue);
}

/// The thread that waits must not be the one that runs the kernel: another one of the application
/// is to end it, and may never come to it if the first holds what it needs.
TEST(AKernel, ThatWaitsIsNotRunByAThreadThatWaitsForIt) {
  cl_context context = Waiter::context();
  cl_device_id device = Waiter::device();
  cl_program program = build(context, device);
  alignas(4096) static std::atomic<cl_int> words[1024];
  words[0] = words[1] = 0;
  cl_mem word = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof words, words, nullptr);
  cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  cl_kernel kernel = make_kernel(program, word, result, 3, 1);
  const size_t size = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::thread other([] {
    while (words[1] != 1) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    words[0] = 3;
  });
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);  // nothing was flushed before
  other.join();
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(word);
  clReleaseMemObject(result);
  clReleaseCommandQueue(queue);
}

/// OpenCL promises no progress between work-groups (3.2.2); docs/decisions/0003-forward-progress.md
/// does for as many as there are free compute units, whoever submits the launch and however short
/// the ones before were.
TEST(AKernel, RunsAsManyWorkGroupsAtOnceAsThereAreUnits) {
  cl_context context = Waiter::context();
  cl_device_id device = Waiter::device();
  cl_uint units = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
            CL_SUCCESS);
  const char* source = R"(
    kernel void meet(global int* come, int all) {
      atomic_inc(come);
      if (all != 0) while (atomic_add(come, 0) < all) {}
    })";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "meet", nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  cl_int came = 0;  // work-groups of all launches so far
  cl_mem come = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof came, &came, nullptr);
  cl_mem other = clCreateBuffer(context, CL_MEM_READ_WRITE, 1 << 20, nullptr, nullptr);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof come, &come), CL_SUCCESS);
  const auto launch = [&](bool waits) {
    came += static_cast<cl_int>(units);
    const cl_int all = waits ? came : 0;
    const size_t global = units, local = 1;
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof all, &all), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
  };
  for (int i = 0; i < 100; ++i) launch(false);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  for (int round = 0; round < 20; ++round) {
    const cl_int zero = 0;
    if (round % 2 == 1) {  // a worker submits the launch when it has filled the buffer
      EXPECT_EQ(
          clEnqueueFillBuffer(queue, other, &zero, sizeof zero, 0, 1 << 20, 0, nullptr, nullptr),
          CL_SUCCESS);
    }
    launch(true);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  clReleaseMemObject(come);
  clReleaseMemObject(other);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
}

TEST(AKernel, MayWaitForAKernelOfAnotherDevice) {
  const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id parts[2] = {};
  const cl_int code = clCreateSubDevices(Waiter::device(), halves, 2, parts, nullptr);
  if (code == CL_DEVICE_PARTITION_FAILED || code == CL_INVALID_DEVICE_PARTITION_COUNT) {
    GTEST_SKIP() << "there is one processor only";
  }
  ASSERT_EQ(code, CL_SUCCESS);
  cl_context context = clCreateContext(nullptr, 2, parts, nullptr, nullptr, nullptr);
  const char* source = waits_for_a_word;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 2, parts, "", nullptr, nullptr), CL_SUCCESS);
  alignas(4096) static std::atomic<cl_int> words[2048];
  words[0] = words[1] = words[2] = 0;
  cl_mem word = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof words, words, nullptr);
  cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, nullptr);
  cl_command_queue queues[2];
  for (int i : {0, 1}) {
    queues[i] = clCreateCommandQueueWithProperties(context, parts[i], nullptr, nullptr);
  }
  // Both become ready at once, when a kernel ends on the first part; there the first one waits for
  // the second.
  cl_event gate = clCreateUserEvent(context, nullptr);
  cl_event ended = nullptr;
  const size_t size = 1;
  cl_kernel waits_for_nothing = make_kernel(program, word, result, 0, 0);
  ASSERT_EQ(clEnqueueNDRangeKernel(queues[0], waits_for_nothing, 1, nullptr, &size, &size, 1, &gate,
                                   &ended),
            CL_SUCCESS);
  cl_kernel waits = make_kernel(program, word, result, 5, 0);
  const char* writer_source =
      "kernel void write(global int* word) { atomic_xchg((volatile global int*)word, 5); }";
  cl_program writer_program =
      clCreateProgramWithSource(context, 1, &writer_source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(writer_program, 2, parts, "", nullptr, nullptr), CL_SUCCESS);
  cl_kernel writes = clCreateKernel(writer_program, "write", nullptr);
  ASSERT_EQ(clSetKernelArg(writes, 0, sizeof word, &word), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queues[0], waits, 1, nullptr, &size, &size, 1, &ended, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queues[1], writes, 1, nullptr, &size, &size, 1, &ended, nullptr),
            CL_SUCCESS);
  for (cl_command_queue queue : queues) EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  for (cl_command_queue queue : queues) EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(words[0], 5);
  clReleaseEvent(gate);
  clReleaseEvent(ended);
  clReleaseKernel(waits_for_nothing);
  clReleaseKernel(waits);
  clReleaseKernel(writes);
  clReleaseProgram(program);
  clReleaseProgram(writer_program);
  clReleaseMemObject(word);
  clReleaseMemObject(result);
  for (cl_command_queue queue : queues) clReleaseCommandQueue(queue);
  clReleaseContext(context);
  for (cl_device_id part : parts) clReleaseDevice(part);
}

}  // namespace
}  // namespace cleave::test
