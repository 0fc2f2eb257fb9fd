// cl_khr_command_buffer: replays of commands on shared virtual memory and on images.
#include <algorithm>

#include "support/extension_functions.h"
#include "support/images.h"
#include "support/replays.h"

namespace cleave::test {
namespace {

class SvmReplays : public Replays {
 protected:
  void SetUp() override {
    Replays::SetUp();
    first_ = allocate();
    second_ = allocate();
  }
  void TearDown() override {
    clSVMFree(context_, first_);
    clSVMFree(context_, second_);
  }
  [[nodiscard]] cl_int* allocate() const {
    auto* const memory = static_cast<cl_int*>(clSVMAlloc(context_, CL_MEM_READ_WRITE, bytes, 0));
    EXPECT_NE(nullptr, memory);
    return memory;
  }
  [[nodiscard]] Kernel step_on(cl_int* memory, cl_int number) const {
    cl_int error = 1;
    Kernel kernel(clCreateKernel(program_, "step", &error));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, memory));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof number, &number));
    return kernel;
  }

  cl_int* first_ = nullptr;
  cl_int* second_ = nullptr;
};

TEST_F(SvmReplays, FillAndCopy) {
  const Recorder recorder(queue_);
  const cl_int value = 5;
  EXPECT_EQ(CL_SUCCESS,
            command_buffers().fill_svm(recorder.buffer(), nullptr, nullptr, first_, &value,
                                       sizeof value, bytes, 0, nullptr, nullptr, nullptr));
  recorder.launch(step_on(first_, 1), count);
  EXPECT_EQ(CL_SUCCESS, command_buffers().copy_svm(recorder.buffer(), nullptr, nullptr, second_,
                                                   first_, bytes, 0, nullptr, nullptr, nullptr));
  recorder.launch(step_on(second_, 2), count);
  recorder.finalize();
  for (int replay = 0; replay < 3; ++replay) recorder.replay();
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(std::vector<cl_int>(count, 16), std::vector<cl_int>(first_, first_ + count));
  EXPECT_EQ(std::vector<cl_int>(count, 50), std::vector<cl_int>(second_, second_ + count));
}

// Fine-grained sharing of all of the host's memory: the addresses may be any.
TEST_F(SvmReplays, CopyMemoryOfTheHost) {
  std::vector<cl_int> from(count, 9), to(count, 0);
  const Recorder recorder(queue_);
  EXPECT_EQ(CL_SUCCESS,
            command_buffers().copy_svm(recorder.buffer(), nullptr, nullptr, to.data(), from.data(),
                                       bytes, 0, nullptr, nullptr, nullptr));
  recorder.finalize();
  recorder.replay();
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(from, to);
  std::ranges::fill(from, 10);
  recorder.replay();
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(from, to);
}

// A command-buffer keeps no shared virtual memory: that would keep clSVMFree from freeing it.
TEST_F(SvmReplays, OfFreedMemoryAreInvalidOperation) {
  const Recorder recorder(queue_);
  cl_int* const freed = allocate();
  recorder.launch(step_on(freed, 1), count);
  recorder.finalize();
  wait(recorder.enqueue());
  clSVMFree(context_, freed);
  cl_event event = nullptr;
  EXPECT_EQ(CL_INVALID_OPERATION,
            command_buffers().enqueue(0, nullptr, recorder.buffer(), 0, nullptr, &event));
  EXPECT_EQ(nullptr, event);
}

TEST_F(SvmReplays, KeepMemoryThatIsFreedWhileTheyRun) {
  const Recorder recorder(queue_);
  cl_int* const freed = allocate();
  std::fill_n(freed, count, 1);
  recorder.launch(step_on(freed, 1), count);
  EXPECT_EQ(CL_SUCCESS, command_buffers().copy_svm(recorder.buffer(), nullptr, nullptr, first_,
                                                   freed, bytes, 0, nullptr, nullptr, nullptr));
  recorder.finalize();
  const Event start = make_user_event();
  const Event event = recorder.enqueue({start});
  clSVMFree(context_, freed);
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  wait(event);
  EXPECT_EQ(std::vector<cl_int>(count, 4), std::vector<cl_int>(first_, first_ + count));
}

// cl_intel_unified_shared_memory: "clMemBlockingFreeINTEL … waits for all previously enqueued
// commands that may be using the memory". A command-buffer that uses it is no such command, and a
// replay is one.
TEST_F(SvmReplays, KeepUnifiedMemoryAsTheyKeepShared) {
  const ExtensionFunctions& functions = extension_functions();
  cl_int error = 1;
  auto* const memory = static_cast<cl_int*>(
      functions.clSharedMemAllocINTEL(context_, device_, nullptr, bytes, 0, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  std::fill_n(memory, count, 2);
  const Recorder recorder(queue_);
  const Kernel kernel = make("step", numbers_, 1);
  ASSERT_EQ(CL_SUCCESS, functions.clSetKernelArgMemPointerINTEL(kernel, 0, memory));
  recorder.launch(kernel, count);
  EXPECT_EQ(CL_SUCCESS, command_buffers().copy_svm(recorder.buffer(), nullptr, nullptr, first_,
                                                   memory, bytes, 0, nullptr, nullptr, nullptr));
  recorder.finalize();
  const Event event = recorder.enqueue();
  EXPECT_EQ(CL_SUCCESS, functions.clMemBlockingFreeINTEL(context_, memory));
  EXPECT_EQ(std::vector<cl_int>(count, 7), std::vector<cl_int>(first_, first_ + count));
  wait(event);
  EXPECT_EQ(CL_INVALID_OPERATION,
            command_buffers().enqueue(0, nullptr, recorder.buffer(), 0, nullptr, nullptr));
}

// Memory that kernels reach through pointers in other memory, as they say it (5.9.2): what is there
// when a replay is enqueued.
TEST_F(SvmReplays, ReachMemoryThroughPointers) {
  const Kernel kernel = make_kernel(R"(
    kernel void k(global int* global* to) { atomic_add(*to, 5); })",
                                    "k", "-cl-std=CL3.0");
  auto** const pointer = static_cast<cl_int**>(clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0));
  ASSERT_NE(nullptr, pointer);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, pointer));
  void* const reached[] = {first_, second_};
  ASSERT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached,
                                            static_cast<const void*>(reached)));
  *first_ = *second_ = 0;
  const Recorder recorder(queue_);
  recorder.launch(kernel, 1);
  recorder.finalize();
  for (cl_int* const to : {first_, second_, second_}) {
    *pointer = to;
    wait(recorder.enqueue());
  }
  EXPECT_EQ(5, *first_);
  EXPECT_EQ(10, *second_);
  clSVMFree(context_, pointer);
}

// "the errors defined by clEnqueueSVMMemcpy": CL_INVALID_OPERATION where the device has no shared
// virtual memory.
TEST(SvmRecordings, AreThoseOfDevicesThatHaveIt) {
  const Session session;
  const auto capabilities =
      value_of<cl_device_svm_capabilities>([&](size_t size, void* value, size_t* returned) {
        return clGetDeviceInfo(session.device, CL_DEVICE_SVM_CAPABILITIES, size, value, returned);
      });
  const cl_int expected = capabilities == 0 ? CL_INVALID_OPERATION : CL_SUCCESS;
  const CommandBuffer made = make_command_buffer(session.queue);
  cl_int from = 1, to = 2;
  EXPECT_EQ(expected, command_buffers().copy_svm(made, nullptr, nullptr, &to, &from, sizeof to, 0,
                                                 nullptr, nullptr, nullptr));
  EXPECT_EQ(expected, command_buffers().fill_svm(made, nullptr, nullptr, &to, &from, sizeof from,
                                                 sizeof to, 0, nullptr, nullptr, nullptr));
}

class ImageReplays : public OnImages {};

TEST_F(ImageReplays, CopyAndFillImages) {
  const Recorder recorder(queue_);
  const Memory first = make_2d(8, 8), second = make_2d(8, 8);
  std::vector<unsigned char> texels = bytes_from(1, 16);
  const Memory from = make_buffer(16, CL_MEM_COPY_HOST_PTR, texels.data());
  const Memory to = make_buffer(16);
  const Triple all = {8, 8, 1}, part = {4, 4, 1}, at = {2, 3, 0};
  const cl_uint colour[4] = {200, 0, 0, 0};
  const auto& call = command_buffers();
  cl_command_buffer_khr buffer = recorder.buffer();
  EXPECT_EQ(CL_SUCCESS, call.fill_image(buffer, nullptr, nullptr, first, colour, zero, all.data(),
                                        0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, call.copy_to_image(buffer, nullptr, nullptr, from, first, 0, at.data(),
                                           part.data(), 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, call.copy_image(buffer, nullptr, nullptr, first, second, zero, zero,
                                        all.data(), 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, call.copy_from_image(buffer, nullptr, nullptr, second, to, at.data(),
                                             part.data(), 0, 0, nullptr, nullptr, nullptr));
  recorder.finalize();
  for (int replay = 0; replay < 2; ++replay) recorder.replay();
  std::vector<unsigned char> expected(64, 200);
  for (size_t row = 0; row < 4; ++row) {
    std::copy_n(texels.begin() + row * 4, 4, expected.begin() + (row + 3) * 8 + 2);
  }
  EXPECT_EQ(expected, read(second, zero, all));
  std::vector<unsigned char> copied(16);
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, to, CL_TRUE, 0, copied.size(), copied.data(), 0,
                                            nullptr, nullptr));
  EXPECT_EQ(texels, copied);
}

TEST_F(ImageReplays, ReadImagesInKernels) {
  const Recorder recorder(queue_);
  const Memory image = make_2d(8, 8);
  const Memory out = make_buffer(std::vector<cl_int>(64, 0));
  const Kernel kernel = make_kernel(R"(
    kernel void k(read_only image2d_t image, global int* out) {
      const int2 at = (int2)(get_global_id(0) % 8, get_global_id(0) / 8);
      out[get_global_id(0)] += read_imageui(image, at).x;
    })",
                                    "k");
  const cl_mem arguments[] = {image, out};
  for (cl_uint i = 0; i < 2; ++i) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, i, sizeof(cl_mem), &arguments[i]));
  }
  const cl_uint colour[4] = {3, 0, 0, 0};
  const Triple all = {8, 8, 1};
  EXPECT_EQ(CL_SUCCESS,
            command_buffers().fill_image(recorder.buffer(), nullptr, nullptr, image, colour, zero,
                                         all.data(), 0, nullptr, nullptr, nullptr));
  recorder.launch(kernel, 64);
  recorder.finalize();
  for (int replay = 0; replay < 4; ++replay) recorder.replay();
  EXPECT_EQ(std::vector<cl_int>(64, 12), contents(out));
}

}  // namespace
}  // namespace cleave::test
