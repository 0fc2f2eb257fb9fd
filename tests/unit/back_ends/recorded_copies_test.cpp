// Recordings over two memories: each replay copies what is stale at that time, right before the
// step that reads it.
#include <algorithm>
#include <string>

#include "support/mutable_dispatch_cl.h"
#include "two_devices.h"

namespace cleave::api::test {
namespace {

using Spans = std::vector<size_t>;

class RecordedCopies : public CopyingDevice {
 protected:
  static cl_command_buffer_khr create(cl_command_queue queue,
                                      cl_command_buffer_flags_khr flags = 0) {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int code = CL_SUCCESS;
    cl_command_buffer_khr made = api::clCreateCommandBufferKHR(1, &queue, list, &code);
    check(code);
    return made;
  }
  /// Records a kernel over all of the buffer behind `after`; gives its sync point.
  cl_sync_point_khr record_add(cl_command_buffer_khr into, cl_mem buffer, cl_uint number,
                               const std::vector<cl_sync_point_khr>& after = {}) const {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = api::clCreateKernel(program, "add", &code);
    check(code);
    check(api::clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    check(api::clSetKernelArg(kernel, 1, sizeof number, &number));
    const size_t items = count;
    cl_sync_point_khr point = 0;
    check(api::clCommandNDRangeKernelKHR(into, nullptr, nullptr, kernel, 1, nullptr, &items,
                                         nullptr, static_cast<cl_uint>(after.size()),
                                         after.empty() ? nullptr : after.data(), &point, nullptr));
    check(api::clReleaseKernel(kernel));
    return point;
  }
  static cl_event enqueue(cl_command_buffer_khr recorded) {
    cl_event event = nullptr;
    check(api::clEnqueueCommandBufferKHR(0, nullptr, recorded, 0, nullptr, &event));
    return event;
  }
  static std::string order_of(cl_command_buffer_khr recorded) {
    static_cast<void>(plain().take_counts());
    EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recorded)));
    return plain().take_counts().order;
  }
};

// Storage states vary, so each replay decides anew: a copy comes right before the step that reads
// it, or not at all.
TEST_F(RecordedCopies, EachReplayCopiesWhatIsStale) {
  cl_mem first = make_buffer(), second = make_buffer();
  cl_command_buffer_khr recorded = create(on_plain);
  record_add(recorded, first, 1);
  record_add(recorded, second, 10);
  record_add(recorded, first, 100);
  check(api::clFinalizeCommandBufferKHR(recorded));
  write(on_cpu, first, numbers(0));
  write(on_cpu, second, numbers(0));
  EXPECT_EQ("ikikk", order_of(recorded));
  EXPECT_EQ("kkk", order_of(recorded));
  EXPECT_EQ(numbers(20), read(on_cpu, second));
  EXPECT_EQ("kkk", order_of(recorded)) << "the host has only read it";
  write(on_cpu, second, numbers(0));
  EXPECT_EQ("kikk", order_of(recorded));
  EXPECT_EQ(numbers(404), read(on_cpu, first));
  EXPECT_EQ(numbers(10), read(on_cpu, second));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({first, second});
}

// Bytes that an earlier step writes are not brought for the later one that reads them.
TEST_F(RecordedCopies, WhatAStepHasWrittenIsNotCopiedForTheNext) {
  cl_mem buffer = make_buffer();
  cl_command_buffer_khr recorded = create(on_plain);
  const cl_uint five = 5;
  check(api::clCommandFillBufferKHR(recorded, nullptr, nullptr, buffer, &five, sizeof five, 0,
                                    bytes / 2, 0, nullptr, nullptr, nullptr));
  record_add(recorded, buffer, 1);
  check(api::clFinalizeCommandBufferKHR(recorded));
  write(on_cpu, buffer, numbers(0));
  static_cast<void>(plain().take_counts());
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recorded)));
  const Counts counts = plain().take_counts();
  EXPECT_EQ("tik", counts.order);
  EXPECT_EQ(bytes / 2, counts.bytes_in) << "the half that was not filled";
  Values expected = numbers(1);
  std::fill_n(expected.begin(), count / 2, 6U);
  EXPECT_EQ(expected, read(on_cpu, buffer));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({buffer});
}

// Two replays are in flight: one submission each, and the second relies on the copy of the first.
TEST_F(RecordedCopies, ReplaysInFlightShareTheCopy) {
  cl_mem buffer = make_buffer();
  for (const cl_command_buffer_flags_khr flags :
       {cl_command_buffer_flags_khr{0},
        cl_command_buffer_flags_khr{CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR}}) {
    cl_command_buffer_khr recorded = create(on_plain, flags);
    record_add(recorded, buffer, 1);
    record_add(recorded, buffer, 10);
    check(api::clFinalizeCommandBufferKHR(recorded));
    write(on_cpu, buffer, numbers(0));
    static_cast<void>(plain().take_counts());
    plain().hold(true);
    cl_event events[2] = {enqueue(recorded), enqueue(recorded)};
    check(api::clFlush(on_plain));
    EXPECT_EQ(Spans{3}, plain().take_counts().spans) << "a copy and two replays";
    plain().hold(false);
    for (cl_event event : events) EXPECT_EQ(CL_COMPLETE, end_of(event));
    EXPECT_EQ("ikkkk", plain().take_counts().order);
    EXPECT_EQ(numbers(22), read(on_cpu, buffer));
    check(api::clReleaseCommandBufferKHR(recorded));
  }
  release({buffer});
}

// Steps out of order: those that read the same bytes follow the copy, whichever of them comes
// first.
TEST_F(RecordedCopies, AllReadersFollowTheCopyOutOfOrder) {
  cl_mem buffer = make_buffer();
  std::array<cl_mem, 3> copies;
  cl_command_buffer_khr recorded = create(anyhow);
  for (cl_mem& copy : copies) {
    copy = make_buffer();
    check(api::clCommandCopyBufferKHR(recorded, nullptr, nullptr, buffer, copy, 0, 0, bytes, 0,
                                      nullptr, nullptr, nullptr));
  }
  check(api::clFinalizeCommandBufferKHR(recorded));
  for (cl_uint round = 0; round < 2; ++round) {
    write(on_cpu, buffer, numbers(round));
    EXPECT_EQ("ittt", order_of(recorded));
    for (cl_mem copy : copies) EXPECT_EQ(numbers(round), read(on_cpu, copy));
  }
  check(api::clReleaseCommandBufferKHR(recorded));
  for (cl_mem copy : copies) release({copy});
  release({buffer});
}

// "An error stops what depends on it": a copy that fails stops the step that reads it and those
// behind; all others run. What was claimed for steps that did not run is given back.
TEST_F(RecordedCopies, AFailedCopyStopsTheStepsThatNeedIt) {
  cl_mem stale = make_buffer(), current = make_buffer(), behind = make_buffer();
  for (cl_mem buffer : {stale, current, behind}) {
    write(on_cpu, buffer, numbers(0));
    check(launch(on_plain, "add", count, buffer, cl_uint{0}));
  }
  check(api::clFinish(on_plain));
  EXPECT_EQ(numbers(0), read(on_cpu, behind)) << "which both memories have now";
  write(on_cpu, stale, numbers(50));
  cl_command_buffer_khr recorded = create(anyhow);
  const cl_sync_point_khr apart = record_add(recorded, current, 1);
  const cl_sync_point_khr reader = record_add(recorded, stale, 1);
  record_add(recorded, behind, 1, {reader});
  record_add(recorded, current, 10, {apart});
  check(api::clFinalizeCommandBufferKHR(recorded));
  static_cast<void>(plain().take_counts());
  plain().refuse_transfers(true);
  EXPECT_EQ(CL_OUT_OF_RESOURCES, end_of(enqueue(recorded)));
  plain().refuse_transfers(false);
  EXPECT_EQ("kk", plain().take_counts().order);
  EXPECT_EQ(numbers(11), read(on_cpu, current));
  EXPECT_EQ(numbers(50), read(on_cpu, stale));
  EXPECT_EQ(numbers(0), read(on_cpu, behind));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recorded)));
  EXPECT_EQ(numbers(22), read(on_cpu, current));
  EXPECT_EQ(numbers(51), read(on_cpu, stale));
  EXPECT_EQ(numbers(1), read(on_cpu, behind));
  check(api::clReleaseCommandBufferKHR(recorded));
  release({stale, current, behind});
}

// The application lets go of the recording and of its buffers while the copy is on its way.
TEST_F(RecordedCopies, ObjectsAreReleasedBeforeTheCopyIsMade) {
  cl_mem buffer = make_buffer();
  cl_command_buffer_khr recorded = create(on_plain);
  record_add(recorded, buffer, 1);
  record_add(recorded, buffer, 2);
  check(api::clFinalizeCommandBufferKHR(recorded));
  write(on_cpu, buffer, numbers(0));
  plain().hold(true);
  cl_event event = enqueue(recorded);
  check(api::clFlush(on_plain));
  release({buffer});
  check(api::clReleaseCommandBufferKHR(recorded));
  plain().hold(false);
  EXPECT_EQ(CL_COMPLETE, end_of(event));
}

// A replay with more copies than a submission may have has all made before the first step, by the
// host.
TEST_F(RecordedCopies, ManyCopiesAreMadeBeforeTheFirstStep) {
  std::vector<cl_mem> buffers(100);
  cl_command_buffer_khr recorded = create(on_plain);
  for (cl_mem& buffer : buffers) {
    buffer = make_buffer();
    record_add(recorded, buffer, 1);
    write(on_cpu, buffer, numbers(0));
  }
  check(api::clFinalizeCommandBufferKHR(recorded));
  EXPECT_EQ(std::string(100, 'i') + std::string(100, 'k'), order_of(recorded));
  EXPECT_EQ(std::string(100, 'k'), order_of(recorded));
  EXPECT_EQ(numbers(2), read(on_cpu, buffers.back()));
  check(api::clReleaseCommandBufferKHR(recorded));
  for (cl_mem buffer : buffers) release({buffer});
}

// Writes that overlap in turns would be a claim each while the copy is on its way: the host copies
// first where they are many.
TEST_F(RecordedCopies, ManyClaimsAreLeftToTheHost) {
  cl_mem buffer = make_buffer();
  const cl_buffer_region regions[2] = {{0, 256}, {128, 256}};
  for (const cl_uint launches : {200U, 400U}) {
    cl_mem parts[2];
    cl_command_buffer_khr recorded = create(on_plain);
    for (int i = 0; i < 2; ++i) {
      cl_int code = CL_SUCCESS;
      parts[i] =
          api::clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[i], &code);
      check(code);
    }
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = api::clCreateKernel(program, "add", &code);
    for (cl_uint i = 0; i < launches; ++i) {
      const cl_uint one = 1;
      const size_t items = 64;
      check(api::clSetKernelArg(kernel, 0, sizeof parts[0], &parts[i % 2]));
      check(api::clSetKernelArg(kernel, 1, sizeof one, &one));
      check(api::clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, kernel, 1, nullptr, &items,
                                           nullptr, 0, nullptr, nullptr, nullptr));
    }
    check(api::clFinalizeCommandBufferKHR(recorded));
    write(on_cpu, buffer, numbers(0));
    static_cast<void>(plain().take_counts());
    EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recorded)));
    // The second part lacks what the first one has not brought.
    EXPECT_EQ(launches == 200 ? Spans{3} : Spans{1}, plain().take_counts().spans);
    const Values values = read(on_cpu, buffer);
    EXPECT_EQ(launches / 2, values[0]);
    EXPECT_EQ(32 + launches, values[32]);
    EXPECT_EQ(64 + launches / 2, values[64]);
    EXPECT_EQ(96U, values[96]);
    check(api::clReleaseCommandBufferKHR(recorded));
    check(api::clReleaseKernel(kernel));
    release({parts[0], parts[1]});
  }
  release({buffer});
}

}  // namespace
}  // namespace cleave::api::test
