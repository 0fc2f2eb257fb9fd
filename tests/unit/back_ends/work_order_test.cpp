// Commands for a device that orders work itself: they are submitted behind work that has not ended, and
// run in the order that queues, events and barriers ask for, and in no other.
#include <algorithm>
#include <string>
#include <thread>

#include "two_devices.h"

namespace cleave::api::test {
namespace {

using Spans = std::vector<size_t>;

class WorkOrders : public TwoDevices {
 protected:
  void TearDown() override {
    plain().hold(false);
    TwoDevices::TearDown();
  }
  /// Builds kernels whose results tell in which order they ran.
  void SetUp() override {
    TwoDevices::SetUp();
    const char* text = "kernel void step(global uint *p, uint n) { *p = *p * 3 + n; }";
    cl_int code = CL_SUCCESS;
    steps_ = api::clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    check(api::clBuildProgram(steps_, 0, nullptr, "", nullptr, nullptr));
    step_ = api::clCreateKernel(steps_, "step", &code);
    check(code);
    number_ = make_buffer();
    write(on_cpu, number_, Values(count, 0));
    // The first launch finds what it reads there.
    step(on_plain, 0);
    check(api::clFinish(on_plain));
    static_cast<void>(plain().take_counts());
  }
  ~WorkOrders() override {
    if (step_ == nullptr) return;
    EXPECT_EQ(CL_SUCCESS, api::clReleaseKernel(step_));
    EXPECT_EQ(CL_SUCCESS, api::clReleaseProgram(steps_));
  }
  /// Enqueues a step; gives its event if that is wanted.
  void step(cl_command_queue queue, cl_uint number, const std::vector<cl_event>& after = {},
            cl_event* event = nullptr) {
    check(api::clSetKernelArg(step_, 0, sizeof number_, &number_));
    check(api::clSetKernelArg(step_, 1, sizeof number, &number));
    const size_t one = 1;
    check(api::clEnqueueNDRangeKernel(queue, step_, 1, nullptr, &one, &one,
                                      static_cast<cl_uint>(after.size()),
                                      after.empty() ? nullptr : after.data(), event));
  }
  [[nodiscard]] static cl_uint after_steps(const std::vector<cl_uint>& numbers) {
    cl_uint value = 0;
    for (const cl_uint number : numbers) value = value * 3 + number;
    return value;
  }
  [[nodiscard]] cl_uint result() const { return read(on_plain, number_)[0]; }
  static cl_int status_of(cl_event event) {
    cl_int status = CL_QUEUED;
    check(api::clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                              nullptr));
    return status;
  }
  static void release_all(const std::vector<cl_event>& events) {
    for (cl_event event : events) check(api::clReleaseEvent(event));
  }

  cl_program steps_ = nullptr;
  cl_kernel step_ = nullptr;
  cl_mem number_ = nullptr;
};

// All that a queue has gathered goes down as one span, though the first of it has not run.
TEST_F(WorkOrders, WhatAQueueHasGatheredIsSubmittedAtOnce) {
  plain().hold(true);
  std::vector<cl_uint> numbers;
  cl_event last = nullptr;
  for (cl_uint number = 1; number <= 20; ++number) {
    numbers.push_back(number);
    step(on_plain, number, {}, number == 20 ? &last : nullptr);
  }
  check(api::clFlush(on_plain));
  EXPECT_EQ(Spans{20}, plain().take_counts().spans);
  EXPECT_EQ(CL_SUBMITTED, status_of(last));
  plain().hold(false);
  EXPECT_EQ(after_steps(numbers), result());
  release_all({last});
  release({number_});
}

// Later commands are submitted behind earlier ones, in the same queue and in another one.
TEST_F(WorkOrders, LaterCommandsAreSubmittedBehindThoseBefore) {
  cl_int code = CL_SUCCESS;
  cl_command_queue other = api::clCreateCommandQueue(context, back_ends().plain, 0, &code);
  check(code);
  plain().hold(true);
  std::vector<cl_event> events;
  for (cl_uint number = 1; number <= 6; ++number) {
    cl_command_queue queue = number % 2 == 0 ? other : on_plain;
    cl_event event = nullptr;
    step(queue, number, events.empty() ? events : std::vector<cl_event>{events.back()}, &event);
    events.push_back(event);
    check(api::clFlush(queue));
  }
  EXPECT_EQ((Spans{1, 1, 1, 1, 1, 1}), plain().take_counts().spans);
  plain().hold(false);
  EXPECT_EQ(CL_SUCCESS, api::clWaitForEvents(1, &events.back()));
  EXPECT_EQ(after_steps({1, 2, 3, 4, 5, 6}), result());
  release_all(events);
  check(api::clReleaseCommandQueue(other));
  release({number_});
}

// Out of order: events and barriers alone order commands. The device takes what came last first.
TEST_F(WorkOrders, EventsAndBarriersOrderCommandsOutOfOrder) {
  cl_int code = CL_SUCCESS;
  cl_command_queue queue = api::clCreateCommandQueue(context, back_ends().plain,
                                                     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
  check(code);
  for (int round = 0; round < 20; ++round) {
    write(on_plain, number_, Values(count, 0));
    plain().hold(true);
    std::vector<cl_event> events(3);
    step(queue, 1, {}, &events[0]);
    step(queue, 2, {events[0]}, &events[1]);
    step(queue, 3, {events[1]}, &events[2]);
    check(api::clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr));
    cl_event behind = nullptr;
    step(queue, 4, {}, &behind);
    step(queue, 5, {behind});
    check(api::clFlush(queue));
    plain().hold(false);
    check(api::clFinish(queue));
    EXPECT_EQ(after_steps({1, 2, 3, 4, 5}), result());
    events.push_back(behind);
    release_all(events);
  }
  check(api::clReleaseCommandQueue(queue));
  release({number_});
}

// User events and other hardware go by the host: nothing is submitted before they have ended.
TEST_F(WorkOrders, UserEventsAndOtherHardwareAreWaitedFor) {
  cl_int code = CL_SUCCESS;
  cl_event user = api::clCreateUserEvent(context, &code);
  check(code);
  step(on_plain, 1, {user});
  step(on_plain, 2);
  check(api::clFlush(on_plain));
  EXPECT_EQ(Spans{}, plain().take_counts().spans);
  check(api::clSetUserEventStatus(user, CL_COMPLETE));
  EXPECT_EQ(Spans{2}, plain().take_counts().spans);
  check(api::clFinish(on_plain));
  check(api::clReleaseEvent(user));
  // Contents that the host's device has written are copied first.
  cl_event of_cpu = nullptr;
  step(on_cpu, 3, {}, &of_cpu);
  step(on_plain, 4, {of_cpu});
  EXPECT_EQ(after_steps({1, 2, 3, 4}), result());
  check(api::clReleaseEvent(of_cpu));
  release({number_});
}

// A wait list hands on failure, though the device had taken in what waits; a queue's order does not.
TEST_F(WorkOrders, FailureIsLookedUpAtTheEnd) {
  cl_mem buffer = make_buffer();
  cl_int code = CL_SUCCESS;
  plain().hold(true);
  const cl_uint pattern = 1;
  cl_event fill = nullptr, waiting = nullptr, in_order = nullptr;
  check(api::clEnqueueFillBuffer(on_plain, buffer, &pattern, sizeof pattern, 0, bytes, 0, nullptr,
                                 &fill));
  step(on_plain, 1, {fill}, &waiting);
  step(on_plain, 2, {}, &in_order);
  check(api::clFlush(on_plain));
  EXPECT_EQ(Spans{3}, plain().take_counts().spans);
  plain().refuse_transfers(true);
  plain().hold(false);
  check(api::clFinish(on_plain));
  plain().refuse_transfers(false);
  EXPECT_GT(CL_COMPLETE, status_of(fill));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(waiting));
  EXPECT_EQ(CL_COMPLETE, status_of(in_order));
  EXPECT_EQ(CL_SUCCESS, code);
  release_all({fill, waiting, in_order});
  release({buffer, number_});
}

TEST_F(WorkOrders, ReplaysAreOrderedAmongCommands) {
  cl_int code = CL_SUCCESS;
  cl_command_buffer_khr recorded = api::clCreateCommandBufferKHR(1, &on_plain, nullptr, &code);
  check(code);
  const size_t one = 1;
  for (const cl_uint number : {7, 8}) {
    check(api::clSetKernelArg(step_, 0, sizeof number_, &number_));
    check(api::clSetKernelArg(step_, 1, sizeof number, &number));
    check(api::clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, step_, 1, nullptr, &one, &one,
                                         0, nullptr, nullptr, nullptr));
  }
  check(api::clFinalizeCommandBufferKHR(recorded));
  plain().hold(true);
  step(on_plain, 1);
  check(api::clEnqueueCommandBufferKHR(0, nullptr, recorded, 0, nullptr, nullptr));
  step(on_plain, 2);
  check(api::clFlush(on_plain));
  EXPECT_EQ(Spans{3}, plain().take_counts().spans);
  plain().hold(false);
  EXPECT_EQ(after_steps({1, 7, 8, 2}), result());
  check(api::clReleaseCommandBufferKHR(recorded));
  release({number_});
}

// Times are those of the command: it is submitted before it starts.
TEST_F(WorkOrders, CommandsHaveTheirTimes) {
  cl_int code = CL_SUCCESS;
  cl_command_queue timed =
      api::clCreateCommandQueue(context, back_ends().plain, CL_QUEUE_PROFILING_ENABLE, &code);
  check(code);
  plain().hold(true);
  std::vector<cl_event> events(2);
  for (size_t i = 0; i < 2; ++i) step(timed, 1, {}, &events[i]);
  check(api::clFlush(timed));
  constexpr auto held = std::chrono::milliseconds(20);
  std::this_thread::sleep_for(held);
  plain().hold(false);
  check(api::clFinish(timed));
  for (cl_event event : events) {
    cl_ulong submitted = 0, started = 0;
    check(api::clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_SUBMIT, sizeof submitted,
                                       &submitted, nullptr));
    check(api::clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof started, &started,
                                       nullptr));
    EXPECT_GE(started - submitted, std::chrono::nanoseconds(held / 2).count());
  }
  release_all(events);
  check(api::clReleaseCommandQueue(timed));
  release({number_});
}

// Threads whose commands wait for each other across queues.
TEST_F(WorkOrders, ThreadsOrderTheirCommandsByEvents) {
  constexpr size_t threads = 4, rounds = 100;
  std::vector<std::thread> all;
  std::array<cl_mem, threads> buffers;
  for (cl_mem& buffer : buffers) buffer = make_buffer();
  for (size_t t = 0; t < threads; ++t) {
    all.emplace_back([this, &buffers, t] {
      cl_int code = CL_SUCCESS;
      cl_command_queue queues[2] = {
          api::clCreateCommandQueue(context, back_ends().plain, 0, &code),
          api::clCreateCommandQueue(context, back_ends().plain,
                                    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code)};
      cl_kernel kernel = api::clCreateKernel(steps_, "step", &code);
      const cl_uint zero = 0;
      check(api::clEnqueueFillBuffer(queues[0], buffers[t], &zero, sizeof zero, 0, bytes, 0,
                                     nullptr, nullptr));
      check(api::clFinish(queues[0]));
      check(api::clSetKernelArg(kernel, 0, sizeof buffers[t], &buffers[t]));
      cl_event before = nullptr;
      for (cl_uint round = 0; round < rounds; ++round) {
        check(api::clSetKernelArg(kernel, 1, sizeof round, &round));
        const size_t one = 1;
        cl_event event = nullptr;
        check(api::clEnqueueNDRangeKernel(queues[round % 2], kernel, 1, nullptr, &one, &one,
                                          before == nullptr ? 0 : 1,
                                          before == nullptr ? nullptr : &before, &event));
        if (before != nullptr) check(api::clReleaseEvent(before));
        before = event;
      }
      check(api::clWaitForEvents(1, &before));
      check(api::clReleaseEvent(before));
      for (cl_command_queue queue : queues) check(api::clReleaseCommandQueue(queue));
      check(api::clReleaseKernel(kernel));
    });
  }
  for (std::thread& thread : all) thread.join();
  std::vector<cl_uint> numbers(rounds);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (cl_mem buffer : buffers) {
    EXPECT_EQ(after_steps(numbers), read(on_plain, buffer)[0]);
    release({buffer});
  }
  release({number_});
}

}  // namespace
}  // namespace cleave::api::test
