// Command-buffers over hardware that does not share the host's memory: a replay finds the contents
// of the moment in its memory, and leaves its own there.
#include <algorithm>
#include <string>

#include "support/failed_command.h"
#include "two_devices.h"

namespace cleave::api::test {
namespace {

class RecordedOnTwoDevices : public TwoDevices {
 protected:
  static cl_command_buffer_khr create(cl_command_queue queue) {
    cl_int code = CL_SUCCESS;
    cl_command_buffer_khr made = api::clCreateCommandBufferKHR(1, &queue, nullptr, &code);
    check(code);
    return made;
  }
  /// Records a kernel over all of the buffer; gives the code.
  cl_int record_add(cl_command_buffer_khr into, cl_mem buffer, cl_uint number,
                    cl_mutable_command_khr* handle = nullptr) {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = api::clCreateKernel(program, "add", &code);
    check(code);
    check(api::clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    check(api::clSetKernelArg(kernel, 1, sizeof number, &number));
    const size_t items = count;
    code = api::clCommandNDRangeKernelKHR(into, nullptr, nullptr, kernel, 1, nullptr, &items,
                                          nullptr, 0, nullptr, nullptr, handle);
    check(api::clReleaseKernel(kernel));
    return code;
  }
  static void record_fill(cl_command_buffer_khr into, cl_mem buffer, cl_uint value, size_t first,
                          size_t words) {
    check(api::clCommandFillBufferKHR(into, nullptr, nullptr, buffer, &value, sizeof value,
                                      first * sizeof value, words * sizeof value, 0, nullptr,
                                      nullptr, nullptr));
  }
  static void record_copy(cl_command_buffer_khr into, cl_mem from, cl_mem to) {
    check(api::clCommandCopyBufferKHR(into, nullptr, nullptr, from, to, 0, 0, bytes, 0, nullptr,
                                      nullptr, nullptr));
  }
  static void replay(cl_command_buffer_khr buffer, cl_command_queue queue) {
    check(api::clEnqueueCommandBufferKHR(0, nullptr, buffer, 0, nullptr, nullptr));
    check(api::clFinish(queue));
  }
};

TEST_F(RecordedOnTwoDevices, ReplaysFindTheContentsOfTheMoment) {
  cl_mem buffer = make_buffer(), copy = make_buffer();
  cl_command_buffer_khr recorded = create(on_plain);
  for (const cl_uint number : {1, 10, 100}) check(record_add(recorded, buffer, number));
  record_copy(recorded, buffer, copy);
  check(api::clFinalizeCommandBufferKHR(recorded));
  for (cl_uint round = 0; round < 3; ++round) {
    write(on_cpu, buffer, numbers(round));
    replay(recorded, on_plain);
    check(launch(on_cpu, "add", count, copy, cl_uint{1000}));
    EXPECT_EQ(numbers(round + 1111), read(on_cpu, copy));
    EXPECT_EQ(numbers(round + 111), read(on_cpu, buffer));
  }
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer, copy});
}

TEST_F(RecordedOnTwoDevices, ReplaysOfTheHostFindWhatTheOtherDeviceWrote) {
  cl_mem buffer = make_buffer();
  cl_command_buffer_khr recorded = create(on_cpu);
  check(record_add(recorded, buffer, 7));
  check(api::clFinalizeCommandBufferKHR(recorded));
  write(on_cpu, buffer, numbers(0));
  for (cl_uint round = 1; round <= 3; ++round) {
    check(launch(on_plain, "add", count, buffer, cl_uint{100}));
    check(api::clFinish(on_plain));
    replay(recorded, on_cpu);
    EXPECT_EQ(numbers(107 * round), read(on_plain, buffer));
  }
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

// Several commands write parts of one buffer: what lies between is that of the other memory.
TEST_F(RecordedOnTwoDevices, WhatReplaysDoNotWriteStaysAsItIs) {
  cl_mem buffer = make_buffer();
  cl_command_buffer_khr recorded = create(on_plain);
  record_fill(recorded, buffer, 1, 64, 64);
  record_fill(recorded, buffer, 2, 1024, 128);
  record_fill(recorded, buffer, 3, 100, 64);
  check(api::clFinalizeCommandBufferKHR(recorded));
  for (cl_uint round = 0; round < 2; ++round) {
    Values expected = numbers(5000 * (round + 1));
    write(on_cpu, buffer, expected);
    replay(recorded, on_plain);
    std::fill_n(expected.begin() + 64, 36, 1U);
    std::fill_n(expected.begin() + 1024, 128, 2U);
    std::fill_n(expected.begin() + 100, 64, 3U);
    EXPECT_EQ(expected, read(on_cpu, buffer));
  }
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

// Contents that are written as a whole, before they are read, need not travel.
TEST_F(RecordedOnTwoDevices, NothingTravelsToReplaysThatWriteAllFirst) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  cl_command_buffer_khr recorded = create(on_plain);
  record_fill(recorded, buffer, 9, 0, count);
  check(api::clFinalizeCommandBufferKHR(recorded));
  static_cast<void>(plain().take_counts());
  replay(recorded, on_plain);
  EXPECT_EQ(0U, plain().take_counts().bytes_in);
  EXPECT_EQ(Values(count, 9), read(on_cpu, buffer));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

// A launch that is given another buffer finds that one's contents, and leaves the first one.
TEST_F(RecordedOnTwoDevices, UpdatesBringTheContentsOfOtherBuffers) {
  const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                   CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
  cl_int code = CL_SUCCESS;
  cl_command_buffer_khr recorded = api::clCreateCommandBufferKHR(1, &on_plain, list, &code);
  check(code);
  cl_mem buffers[2] = {make_buffer(), make_buffer()};
  cl_mutable_command_khr command = nullptr;
  check(record_add(recorded, buffers[0], 1, &command));
  check(api::clFinalizeCommandBufferKHR(recorded));
  for (cl_uint round = 0; round < 4; ++round) {
    cl_mem buffer = buffers[round % 2];
    write(on_cpu, buffer, numbers(10 * round));
    const support::MutableDispatchArgument argument = {0, sizeof buffer, &buffer};
    support::MutableDispatchConfig config = {};
    config.command = command;
    config.num_args = 1;
    config.arg_list = &argument;
    const support::command_buffer_update_type type = support::mutable_dispatch_config_type;
    const void* configs[] = {&config};
    check(api::clUpdateMutableCommandsKHR(recorded, 1, &type, configs));
    replay(recorded, on_plain);
    EXPECT_EQ(numbers(10 * round + 1), read(on_cpu, buffer));
    if (round > 0) {
      EXPECT_EQ(numbers(10 * round - 9), read(on_cpu, buffers[1 - round % 2]));
    }
  }
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffers[0], buffers[1]});
}

// The notification function of the context hears which of the recorded kernels failed.
TEST_F(RecordedOnTwoDevices, TheKernelThatFailsIsNamed) {
  struct Heard {
    std::string message, kernel;
  } heard;
  const auto hear = [](const char* message, const void* about, size_t, void* to) {
    const auto& failed = *static_cast<const support::FailedCommand*>(about);
    *static_cast<Heard*>(to) = {message, failed.kernel == nullptr ? "-" : failed.kernel};
  };
  close();
  cl_int code = CL_SUCCESS;
  context = api::clCreateContext(nullptr, 1, &back_ends().plain, hear, &heard, &code);
  check(code);
  const char* text =
      "kernel void fine(global int *p) {}\n"
      "kernel void spins(global int *p) { while (atomic_add(p, 0) == 0) {} }";
  program = api::clCreateProgramWithSource(context, 1, &text, nullptr, &code);
  check(api::clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  on_plain = api::clCreateCommandQueue(context, back_ends().plain, 0, &code);
  check(code);
  cl_mem buffer = make_buffer();
  cl_command_buffer_khr recorded = create(on_plain);
  for (const char* name : {"fine", "spins", "fine"}) {
    cl_kernel kernel = api::clCreateKernel(program, name, &code);
    check(api::clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    const size_t items = 64;
    check(api::clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, kernel, 1, nullptr, &items,
                                         nullptr, 0, nullptr, nullptr, nullptr));
    check(api::clReleaseKernel(kernel));
  }
  check(api::clFinalizeCommandBufferKHR(recorded));
  replay(recorded, on_plain);
  EXPECT_EQ("spins", heard.kernel);
  EXPECT_NE(std::string::npos, heard.message.find("CL_OUT_OF_RESOURCES in the kernel spins"))
      << heard.message;
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

TEST_F(RecordedOnTwoDevices, ADeviceWithoutMemoryRefusesALaunch) {
  cl_mem buffer = make_buffer();
  cl_command_buffer_khr recorded = create(on_plain);
  plain().refuse_memory(true);
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, record_add(recorded, buffer, 1));
  plain().refuse_memory(false);
  write(on_cpu, buffer, numbers(0));
  check(record_add(recorded, buffer, 1));
  check(api::clFinalizeCommandBufferKHR(recorded));
  replay(recorded, on_plain);
  EXPECT_EQ(numbers(1), read(on_cpu, buffer));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

TEST_F(RecordedOnTwoDevices, SharedVirtualMemoryIsForDevicesThatShareIt) {
  cl_uint from = 1, to = 2;
  cl_command_buffer_khr recorded = create(on_plain);
  EXPECT_EQ(CL_INVALID_OPERATION,
            api::clCommandSVMMemcpyKHR(recorded, nullptr, nullptr, &to, &from, sizeof to, 0,
                                       nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            api::clCommandSVMMemFillKHR(recorded, nullptr, nullptr, &to, &from, sizeof from,
                                        sizeof to, 0, nullptr, nullptr, nullptr));
  check(api::clReleaseCommandBufferKHR(recorded));
}

}  // namespace
}  // namespace cleave::api::test
