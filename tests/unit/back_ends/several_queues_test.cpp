// Command-buffers whose commands are for hardware that shares the host's memory and for hardware that
// does not: contents travel between them, and one waits for the other.
#include <atomic>
#include <chrono>
#include <thread>

#include "support/multi_device_cl.h"
#include "two_devices.h"

namespace cleave::api::test {
namespace {

class RecordedForBoth : public TwoDevices {
 protected:
  [[nodiscard]] cl_command_buffer_khr create(cl_command_buffer_flags_khr flags = 0) const {
    const cl_command_queue queues[] = {on_cpu, on_plain};
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int code = CL_SUCCESS;
    cl_command_buffer_khr made = api::clCreateCommandBufferKHR(2, queues, list, &code);
    check(code);
    return made;
  }
  /// Records the addition of a number to all of the buffer, behind what `point` stands for, unless that
  /// is 0; gives its own sync point there.
  void record_add(cl_command_buffer_khr into, cl_command_queue queue, cl_mem buffer, cl_uint number,
                  cl_sync_point_khr& point, cl_mutable_command_khr* handle = nullptr) const {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = api::clCreateKernel(program, "add", &code);
    check(code);
    check(api::clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    check(api::clSetKernelArg(kernel, 1, sizeof number, &number));
    const size_t items = count;
    const cl_sync_point_khr before = point;
    check(api::clCommandNDRangeKernelKHR(into, queue, nullptr, kernel, 1, nullptr, &items, nullptr,
                                         before == 0 ? 0 : 1, before == 0 ? nullptr : &before,
                                         &point, handle));
    check(api::clReleaseKernel(kernel));
  }
  static cl_event enqueue(cl_command_buffer_khr buffer) {
    cl_event event = nullptr;
    check(api::clEnqueueCommandBufferKHR(0, nullptr, buffer, 0, nullptr, &event));
    return event;
  }
};

// The host's device and the other one add in turns: what the one wrote is copied to the other, and of
// what nobody else has written nothing.
TEST_F(RecordedForBoth, ContentsTravelWithEachTurn) {
  cl_mem buffer = make_buffer();
  cl_command_buffer_khr recorded = create();
  cl_sync_point_khr point = 0;
  for (int turn = 0; turn < 2; ++turn) {
    record_add(recorded, on_cpu, buffer, 1, point);
    record_add(recorded, on_cpu, buffer, 10, point);
    record_add(recorded, on_plain, buffer, 100, point);
    record_add(recorded, on_plain, buffer, 1000, point);
  }
  check(api::clFinalizeCommandBufferKHR(recorded));
  write(on_cpu, buffer, numbers(0));
  for (cl_uint replay = 1; replay <= 2; ++replay) {
    static_cast<void>(plain().take_counts());
    EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recorded)));
    const Counts counts = plain().take_counts();
    EXPECT_EQ(4, counts.launches);
    EXPECT_EQ(2, counts.copies_in);
    EXPECT_EQ(1, counts.copies_out);
    EXPECT_EQ(numbers(2222 * replay), read(on_cpu, buffer));
  }
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

// A step waits for what it follows alone: those of the other hardware go on.
TEST_F(RecordedForBoth, IndependentCommandsDoNotWaitForEachOther) {
  Values memory = numbers(0);
  cl_mem here = make_buffer(CL_MEM_USE_HOST_PTR, memory.data()), there = make_buffer();
  write(on_cpu, there, numbers(0));
  cl_command_buffer_khr recorded = create();
  cl_sync_point_khr point_here = 0, point_there = 0;
  record_add(recorded, on_plain, there, 1, point_there);
  record_add(recorded, on_cpu, here, 1, point_here);
  check(api::clFinalizeCommandBufferKHR(recorded));
  plain().hold(true);
  cl_event event = enqueue(recorded);
  // A buffer over the application's memory, which the replay writes there.
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const std::atomic_ref<cl_uint> last(memory.back());
  while (last.load() != count && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::yield();
  }
  EXPECT_EQ(numbers(1), memory);
  EXPECT_GT(status_of(event), CL_COMPLETE);
  plain().hold(false);
  EXPECT_EQ(CL_COMPLETE, end_of(event));
  EXPECT_EQ(numbers(1), read(on_plain, there));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({here, there});
}

// A part that fails stops those that follow it, and the event fails; the next replay runs.
TEST_F(RecordedForBoth, AFailureStopsWhatFollows) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  cl_command_buffer_khr recorded = create();
  cl_sync_point_khr point = 0;
  record_add(recorded, on_cpu, buffer, 1, point);
  record_add(recorded, on_plain, buffer, 10, point);
  record_add(recorded, on_cpu, buffer, 100, point);
  check(api::clFinalizeCommandBufferKHR(recorded));
  plain().refuse_transfers(true);
  EXPECT_GT(CL_COMPLETE, end_of(enqueue(recorded)));
  plain().refuse_transfers(false);
  EXPECT_EQ(numbers(1), read(on_cpu, buffer));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recorded)));
  EXPECT_EQ(numbers(112), read(on_cpu, buffer));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

// "CL_INCOMPATIBLE_COMMAND_QUEUE_KHR if the CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR flag is set, and any
// device … cannot natively synchronize with the other devices"
TEST_F(RecordedForBoth, TheHostMayBeForbiddenToTakePart) {
  const cl_command_queue queues[] = {on_cpu, on_plain};
  const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                   CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, 0};
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(nullptr, api::clCreateCommandBufferKHR(2, queues, list, &code));
  EXPECT_EQ(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR, code);
}

// "for events returned by a command-buffer enqueue operation to multiple command-queues, the host time
// is used when any device starts executing a command-buffer command."
TEST_F(RecordedForBoth, TheEventBeginsWithTheFirstCommand) {
  cl_int code = CL_SUCCESS;
  cl_command_queue timed[] = {
      api::clCreateCommandQueue(context, back_ends().cpu, CL_QUEUE_PROFILING_ENABLE, &code),
      api::clCreateCommandQueue(context, back_ends().plain, CL_QUEUE_PROFILING_ENABLE, &code)};
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  cl_command_buffer_khr recorded = create();
  cl_sync_point_khr point = 0;
  record_add(recorded, on_cpu, buffer, 1, point);
  record_add(recorded, on_plain, buffer, 10, point);
  check(api::clFinalizeCommandBufferKHR(recorded));
  plain().hold(true);
  cl_event event = nullptr;
  check(api::clEnqueueCommandBufferKHR(2, timed, recorded, 0, nullptr, &event));
  constexpr auto held = std::chrono::milliseconds(30);
  std::this_thread::sleep_for(held);
  plain().hold(false);
  check(api::clWaitForEvents(1, &event));
  cl_ulong started = 0, ended = 0;
  check(api::clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof started, &started,
                                     nullptr));
  check(
      api::clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, nullptr));
  EXPECT_GT(ended - started, std::chrono::nanoseconds(held / 2).count());
  check(api::clReleaseEvent(event));
  for (cl_command_queue queue : timed) check(api::clReleaseCommandQueue(queue));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

TEST_F(RecordedForBoth, UpdatesFindTheirPart) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  cl_command_buffer_khr recorded = create(CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_sync_point_khr point = 0;
  cl_mutable_command_khr handles[3] = {};
  const cl_command_queue queues[] = {on_cpu, on_plain, on_cpu};
  for (int i = 0; i < 3; ++i) record_add(recorded, queues[i], buffer, 1, point, handles + i);
  check(api::clFinalizeCommandBufferKHR(recorded));
  cl_uint number = 10;
  for (cl_mutable_command_khr handle : handles) {
    const support::MutableDispatchArgument argument = {1, sizeof number, &number};
    support::MutableDispatchConfig config = {};
    config.command = handle;
    config.num_args = 1;
    config.arg_list = &argument;
    const support::command_buffer_update_type type = support::mutable_dispatch_config_type;
    const void* configs[] = {&config};
    check(api::clUpdateMutableCommandsKHR(recorded, 1, &type, configs));
    number *= 10;
  }
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recorded)));
  EXPECT_EQ(numbers(1110), read(on_cpu, buffer));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

// clRemapCommandBufferKHR: launches are made for the other processor, and transfers for its memory.
TEST_F(RecordedForBoth, CommandsMoveToTheOtherHardware) {
  cl_mem buffer = make_buffer(), copy = make_buffer();
  cl_int code = CL_SUCCESS;
  cl_command_buffer_khr recorded = api::clCreateCommandBufferKHR(1, &on_cpu, nullptr, &code);
  check(code);
  cl_sync_point_khr point = 0;
  const cl_uint seven = 7;
  check(api::clCommandFillBufferKHR(recorded, nullptr, nullptr, buffer, &seven, sizeof seven, 0,
                                    bytes, 0, nullptr, nullptr, nullptr));
  record_add(recorded, nullptr, buffer, 3, point);
  check(api::clCommandCopyBufferKHR(recorded, nullptr, nullptr, buffer, copy, 0, 0, bytes, 0,
                                    nullptr, nullptr, nullptr));
  check(api::clFinalizeCommandBufferKHR(recorded));
  cl_command_buffer_khr moved =
      api::clRemapCommandBufferKHR(recorded, CL_FALSE, 1, &on_plain, 0, nullptr, nullptr, &code);
  check(code);
  static_cast<void>(plain().take_counts());
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(moved)));
  const Counts counts = plain().take_counts();
  EXPECT_EQ(1, counts.launches);
  EXPECT_EQ(0, counts.copies_in);
  EXPECT_EQ(Values(count, 10), read(on_cpu, copy));
  write(on_cpu, copy, numbers(0));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recorded)));
  EXPECT_EQ(0, plain().take_counts().launches);
  EXPECT_EQ(Values(count, 10), read(on_plain, copy));
  check(api::clReleaseCommandBufferKHR(moved));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer, copy});
}

TEST_F(RecordedForBoth, AddressesStayWithDevicesThatShareThem) {
  cl_int code = CL_SUCCESS;
  cl_command_buffer_khr recorded = api::clCreateCommandBufferKHR(1, &on_cpu, nullptr, &code);
  cl_uint from = 1, to = 2;
  check(api::clCommandSVMMemcpyKHR(recorded, nullptr, nullptr, &to, &from, sizeof to, 0, nullptr,
                                   nullptr, nullptr));
  check(api::clFinalizeCommandBufferKHR(recorded));
  EXPECT_EQ(nullptr, api::clRemapCommandBufferKHR(recorded, CL_FALSE, 1, &on_plain, 0, nullptr,
                                                  nullptr, &code));
  EXPECT_EQ(CL_INVALID_OPERATION, code);
  const cl_command_queue queues[] = {on_plain, on_cpu};
  cl_command_buffer_khr spread =
      api::clRemapCommandBufferKHR(recorded, CL_TRUE, 2, queues, 0, nullptr, nullptr, &code);
  check(code);
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(spread)));
  EXPECT_EQ(1U, to);
  check(api::clReleaseCommandBufferKHR(spread));
  check(api::clReleaseCommandBufferKHR(recorded));
}

}  // namespace
}  // namespace cleave::api::test
