// The C++ bindings (CL/opencl.hpp), which retain every handle that a query gives: what only other
// objects keep alive is found, held and used through them.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#include <CL/opencl.hpp>
#include <atomic>
#include <thread>

#include "tests/support/on_device.h"
#include "tests/support/spirv_modules.h"

namespace cleave::test {
namespace {

class OpenClHpp : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(nullptr, first_device()); }
  /// Writes and reads through a queue that only this function has.
  static void use(const cl::Context& context) {
    const cl::CommandQueue queue(context, context.getInfo<CL_CONTEXT_DEVICES>().at(0));
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE, 4);
    cl_int value = 0;
    queue.enqueueFillBuffer(buffer, cl_int{7}, 0, 4);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 4, &value);
    EXPECT_EQ(7, value);
  }
  const cl::Device device = cl::Device(first_device(), true);
};

TEST_F(OpenClHpp, AQueueGivesItsContextAndDevice) {
  cl::CommandQueue queue;
  {
    const cl::Context context(device);
    queue = cl::CommandQueue(context, device);
  }
  use(queue.getInfo<CL_QUEUE_CONTEXT>());
  EXPECT_EQ(first_device(), queue.getInfo<CL_QUEUE_DEVICE>()());
  const auto context = queue.getInfo<CL_QUEUE_CONTEXT>();
  queue = cl::CommandQueue();
  use(context);
}

TEST_F(OpenClHpp, AKernelGivesItsProgramAndContext) {
  cl::Kernel kernel;
  {
    const cl::Context context(device);
    const cl::Program program(context, "kernel void k(global int *p) { *p = 3; }", true);
    kernel = cl::Kernel(program, "k");
  }
  EXPECT_EQ(
      "k", cl::Kernel(kernel.getInfo<CL_KERNEL_PROGRAM>(), "k").getInfo<CL_KERNEL_FUNCTION_NAME>());
  use(kernel.getInfo<CL_KERNEL_CONTEXT>());
  use(kernel.getInfo<CL_KERNEL_PROGRAM>().getInfo<CL_PROGRAM_CONTEXT>());
  EXPECT_EQ(first_device(),
            kernel.getInfo<CL_KERNEL_PROGRAM>().getInfo<CL_PROGRAM_DEVICES>().at(0)());
}

TEST_F(OpenClHpp, AModuleIsSpecializedAndBuilt) {
  const std::vector<uint32_t> words = specializable_module();
  const auto* first = reinterpret_cast<const char*>(words.data());
  const std::vector<char> module(first, first + words.size() * sizeof words[0]);
  const cl::Context context(device);
  cl::Program program(context, module);
  program.setSpecializationConstant(1, cl_uint{12});
  program.build();
  const auto told = program.getInfo<CL_PROGRAM_IL>();
  EXPECT_TRUE(std::equal(told.begin(), told.end(), module.begin(), module.end(),
                         [](auto a, auto b) { return char(a) == b; }));
  const cl::CommandQueue queue(context, device);
  const cl::Buffer buffer(context, CL_MEM_READ_WRITE, 4);
  cl::Kernel kernel(program, "k");
  kernel.setArg(0, buffer);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1));
  cl_int value = 0;
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 4, &value);
  EXPECT_EQ(12, value);
}

TEST_F(OpenClHpp, ASubBufferGivesItsBufferAndContext) {
  cl::Buffer half;
  {
    const cl::Context context(device);
    cl::Buffer buffer(context, CL_MEM_READ_WRITE, 256);
    const cl_buffer_region region = {128, 128};
    half = buffer.createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &region);
  }
  EXPECT_EQ(256U, half.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>().getInfo<CL_MEM_SIZE>());
  use(half.getInfo<CL_MEM_CONTEXT>());
  use(half.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>().getInfo<CL_MEM_CONTEXT>());
}

TEST_F(OpenClHpp, AnEventGivesItsQueueAndContext) {
  cl::Event event;
  {
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    queue.enqueueMarkerWithWaitList(nullptr, &event);
  }
  event.getInfo<CL_EVENT_COMMAND_QUEUE>().finish();
  use(event.getInfo<CL_EVENT_CONTEXT>());
  use(event.getInfo<CL_EVENT_COMMAND_QUEUE>().getInfo<CL_QUEUE_CONTEXT>());
}

TEST_F(OpenClHpp, PartsAreGivenByWhatUsesThem) {
  if (device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() < 2) {
    GTEST_SKIP() << "one compute unit cannot be split";
  }
  cl::Context context;
  {
    cl::Device whole = device;
    std::vector<cl::Device> parts;
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    whole.createSubDevices(equally, &parts);
    context = cl::Context(parts.at(1));
  }
  const cl::Device part = context.getInfo<CL_CONTEXT_DEVICES>().at(0);
  EXPECT_EQ(1U, part.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  EXPECT_EQ(first_device(), cl::Device(part.getInfo<CL_DEVICE_PARENT_DEVICE>())());
  use(context);
}

TEST_F(OpenClHpp, ThreadsAskAQueueForItsContext) {
  std::atomic<int> gone{0};
  for (int turn = 0; turn < 50; ++turn) {
    cl::CommandQueue queue;
    {
      cl::Context context(device);
      ASSERT_EQ(CL_SUCCESS,
                clSetContextDestructorCallback(
                    context(), [](cl_context, void* to) { ++*static_cast<std::atomic<int>*>(to); },
                    &gone));
      queue = cl::CommandQueue(context, device);
    }
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
      threads.emplace_back([own = queue] {
        for (int question = 0; question < 20; ++question) use(own.getInfo<CL_QUEUE_CONTEXT>());
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(turn, gone);
    queue = cl::CommandQueue();
    EXPECT_EQ(turn + 1, gone);
  }
}

}  // namespace
}  // namespace cleave::test
