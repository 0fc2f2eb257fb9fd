// Contents that a device brings to its memory itself, in the order of its work: the host waits for
// no copy, and what fails leaves contents as they were.
#include <algorithm>
#include <string>
#include <thread>

#include "two_devices.h"

namespace cleave::api::test {
namespace {

using Spans = std::vector<size_t>;

class OrderedCopies : public CopyingDevice {
 protected:
  /// Enqueues a kernel over all of the buffers, which `arguments` begin with; gives its event.
  template <class... Arguments>
  [[nodiscard]] cl_event run(cl_command_queue queue, const char* name,
                             const Arguments&... arguments) const {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = api::clCreateKernel(program, name, &code);
    check(code);
    cl_uint index = 0;
    (check(api::clSetKernelArg(kernel, index++, sizeof arguments, &arguments)), ...);
    const size_t items = count, local = 64;
    cl_event event = nullptr;
    check(
        api::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, &event));
    check(api::clReleaseKernel(kernel));
    return event;
  }
  /// Makes a buffer that is current on the host alone, though the device has memory for it.
  [[nodiscard]] cl_mem make_stale(cl_uint first) {
    cl_mem buffer = make_buffer();
    check(launch(on_plain, "add", count, buffer, cl_uint{0}));
    check(api::clFinish(on_plain));
    write(on_cpu, buffer, numbers(first));
    static_cast<void>(plain().take_counts());
    return buffer;
  }
};

// 5.13: a command is submitted when it is flushed. What it reads is copied by the device, in the
// same submission.
TEST_F(OrderedCopies, AreSubmittedWithTheCommandThatNeedsThem) {
  cl_mem buffer = make_stale(0);
  plain().hold(true);
  cl_event first = run(on_plain, "add", buffer, cl_uint{1});
  cl_event second = run(on_plain, "add", buffer, cl_uint{10});
  check(api::clFlush(on_plain));
  EXPECT_EQ(Spans{3}, plain().take_counts().spans);
  EXPECT_EQ(CL_SUBMITTED, status_of(first));
  EXPECT_EQ(CL_SUBMITTED, status_of(second));
  plain().hold(false);
  EXPECT_EQ(CL_COMPLETE, end_of(first));
  EXPECT_EQ(CL_COMPLETE, end_of(second));
  const Counts counts = plain().take_counts();
  EXPECT_EQ("ikk", counts.order);
  EXPECT_EQ(bytes, counts.bytes_in);
  EXPECT_EQ(numbers(11), read(on_cpu, buffer));
  release({buffer});
}

// Out of order: readers of the same bytes, in other queues too, follow one copy and not each other.
TEST_F(OrderedCopies, ReadersInAnyQueueFollowOneCopy) {
  cl_mem a = make_stale(0), b = make_stale(100);
  std::array<cl_mem, 4> results;
  std::array<cl_event, 4> events;
  plain().hold(true);
  for (size_t i = 0; i < 4; ++i) {
    results[i] = make_buffer();
    cl_command_queue queue = i == 3 ? on_plain : anyhow;
    events[i] = run(queue, "sum", a, b, results[i]);
    check(api::clFlush(queue));
  }
  EXPECT_EQ((Spans{3, 1, 1, 1}), plain().take_counts().spans);
  plain().hold(false);
  for (cl_event event : events) EXPECT_EQ(CL_COMPLETE, end_of(event));
  EXPECT_EQ("iikkkk", plain().take_counts().order);
  for (cl_mem result : results) {
    const Values sums = read(on_plain, result);
    for (size_t item = 0; item < count; ++item) ASSERT_EQ(2 * item + 100, sums[item]);
    release({result});
  }
  release({a, b});
}

// Two halves are sub-buffers: the stale one travels, while the device works on the other.
TEST_F(OrderedCopies, OfSubBuffersTheStaleOneIsCopied) {
  cl_mem buffer = make_stale(0);
  check(launch(on_plain, "add", count, buffer, cl_uint{1}));
  check(api::clFinish(on_plain));
  const cl_buffer_region halves[2] = {{0, bytes / 2}, {bytes / 2, bytes / 2}};
  cl_mem parts[2] = {};
  for (int i = 0; i < 2; ++i) {
    cl_int code = CL_SUCCESS;
    parts[i] = api::clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &halves[i], &code);
    check(code);
  }
  check(launch(on_cpu, "add", count / 2, parts[1], cl_uint{1}));
  check(api::clFinish(on_cpu));
  static_cast<void>(plain().take_counts());
  plain().hold(true);
  for (int i = 0; i < 2; ++i) check(launch(anyhow, "add", count / 2, parts[i], cl_uint{2}));
  check(api::clFlush(anyhow));
  EXPECT_EQ(Spans{3}, plain().take_counts().spans);
  plain().hold(false);
  check(api::clFinish(anyhow));
  EXPECT_EQ(bytes / 2, plain().take_counts().bytes_in);
  const Values values = read(on_cpu, buffer);
  for (size_t i = 0; i < count; ++i) ASSERT_EQ(i + (i < count / 2 ? 3 : 4), values[i]) << i;
  release({parts[0], parts[1], buffer});
}

// A command whose copy fails does not run. It gives back what it claimed: the next one finds the
// contents of before.
TEST_F(OrderedCopies, ACopyThatFailsGivesBackWhatWasClaimed) {
  cl_mem stale = make_stale(5), other = make_stale(7), result = make_stale(9);
  check(launch(on_plain, "add", count, other, cl_uint{0}));
  check(launch(on_plain, "sum", count, other, other, result));
  check(api::clFinish(on_plain));
  EXPECT_EQ(2, plain().take_counts().copies_in);
  const Values before = read(on_cpu, result);
  static_cast<void>(plain().take_counts());
  plain().hold(true);
  cl_event sum = run(on_plain, "sum", stale, other, result);
  cl_event behind = run(on_plain, "add", stale, cl_uint{1});
  cl_event apart = run(on_plain, "add", other, cl_uint{1});
  check(api::clFlush(on_plain));
  plain().refuse_transfers(true);
  plain().hold(false);
  EXPECT_EQ(CL_OUT_OF_RESOURCES, end_of(sum));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, end_of(behind)) << "it relied on the same copy";
  EXPECT_EQ(CL_COMPLETE, end_of(apart)) << "order alone hands on no failure";
  plain().refuse_transfers(false);
  EXPECT_EQ("k", plain().take_counts().order);
  EXPECT_EQ(before, read(on_cpu, result));
  EXPECT_EQ(numbers(5), read(on_cpu, stale));
  EXPECT_EQ("", plain().take_counts().order) << "the host had both";
  EXPECT_EQ(numbers(8), read(on_cpu, other));
  EXPECT_EQ(CL_COMPLETE, end_of(run(on_plain, "add", stale, cl_uint{1})));
  EXPECT_EQ(numbers(6), read(on_cpu, stale));
  release({stale, other, result});
}

// The next command that reads the bytes has them copied again, without those that a fill has
// written before it.
TEST_F(OrderedCopies, AfterAFailedCopyContentsAreFoundAgain) {
  cl_mem buffer = make_stale(0), fresh = make_buffer();
  plain().hold(true);
  cl_event failing = run(on_plain, "sum", buffer, buffer, fresh);
  check(api::clFlush(on_plain));
  plain().refuse_transfers(true);
  plain().hold(false);
  EXPECT_EQ(CL_OUT_OF_RESOURCES, end_of(failing));
  plain().refuse_transfers(false);
  const cl_uint nine = 9;
  check(api::clEnqueueFillBuffer(on_plain, buffer, &nine, sizeof nine, 0, bytes / 2, 0, nullptr,
                                 nullptr));
  check(launch(on_plain, "add", count, buffer, cl_uint{1}));
  Values expected = numbers(1);
  std::fill_n(expected.begin(), count / 2, 10U);
  EXPECT_EQ(expected, read(on_plain, buffer));
  EXPECT_EQ(bytes / 2, plain().take_counts().bytes_in) << "the other half";
  EXPECT_EQ(CL_COMPLETE, end_of(run(on_plain, "add", fresh, cl_uint{1}))) << "whatever it holds";
  release({buffer, fresh});
}

// One object for which there is no memory fails the command before anything has moved.
TEST_F(OrderedCopies, WithoutMemoryNothingIsCopiedOrClaimed) {
  cl_mem a = make_stale(1), b = make_stale(2), result = make_stale(3), without = make_buffer();
  write(on_cpu, without, numbers(4));
  static_cast<void>(plain().take_counts());
  plain().refuse_memory(true);
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, end_of(run(on_plain, "sum", a, without, result)));
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, end_of(run(on_plain, "sum", a, b, without)));
  plain().refuse_memory(false);
  EXPECT_EQ("", plain().take_counts().order);
  for (const auto& [buffer, first] : {std::pair(a, 1U), {b, 2U}, {result, 3U}, {without, 4U}}) {
    EXPECT_EQ(numbers(first), read(on_cpu, buffer));
  }
  EXPECT_EQ("", plain().take_counts().order);
  EXPECT_EQ(CL_COMPLETE, end_of(run(on_plain, "sum", a, b, without)));
  release({a, b, result, without});
}

// The application lets go of everything while the copy is on its way.
TEST_F(OrderedCopies, ObjectsAreReleasedBeforeTheCopyIsMade) {
  cl_mem buffer = make_stale(0), result = make_stale(0);
  plain().hold(true);
  cl_int code = CL_SUCCESS;
  cl_command_queue queue = api::clCreateCommandQueue(context, back_ends().plain, 0, &code);
  check(code);
  cl_event event = run(queue, "sum", buffer, buffer, result);
  release({buffer, result});
  check(api::clReleaseCommandQueue(queue));
  EXPECT_EQ(Spans{3}, plain().take_counts().spans);
  plain().hold(false);
  EXPECT_EQ(CL_COMPLETE, end_of(event));
}

// Commands that the host starts wait for copies on their way, and fail no earlier than these.
TEST_F(OrderedCopies, TheHostWaitsForCopiesOnTheirWay) {
  cl_mem buffer = make_stale(0);
  plain().hold(true);
  cl_mem result = make_buffer();
  cl_event launched = run(on_plain, "sum", buffer, buffer, result);
  check(api::clFlush(on_plain));
  cl_event migrated = nullptr;
  check(api::clEnqueueMigrateMemObjects(anyhow, 1, &buffer, 0, 0, nullptr, &migrated));
  check(api::clFlush(anyhow));
  EXPECT_EQ(CL_QUEUED, status_of(migrated));
  plain().hold(false);
  EXPECT_EQ(CL_COMPLETE, end_of(migrated));
  EXPECT_EQ(CL_COMPLETE, end_of(launched));
  EXPECT_EQ("ik", plain().take_counts().order) << "one copy for both";
  release({buffer, result});
}

// Bytes in the memory of a third device cannot be brought by one device alone: the host orders both
// copies.
TEST_F(OrderedCopies, BetweenDevicesTheHostOrdersThem) {
  static PlainHardware& other = *new PlainHardware(plain().facts());  // as long as the process
  static const cl_device_id other_device = model::give_handle<cl_device_id>(model::Device::make(
      other, support::Ref<model::Device>(), topology::UnitSet::range(0, 1), nullptr));
  cl_int code = CL_SUCCESS;
  const cl_device_id devices[] = {back_ends().plain, other_device};
  cl_context both = api::clCreateContext(nullptr, 2, devices, nullptr, nullptr, &code);
  check(code);
  const char* text = source;
  cl_program built = api::clCreateProgramWithSource(both, 1, &text, nullptr, &code);
  check(api::clBuildProgram(built, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
  cl_command_queue queues[2];
  for (int i = 0; i < 2; ++i) {
    queues[i] = api::clCreateCommandQueue(both, devices[i], 0, &code);
    check(code);
  }
  cl_mem buffer = api::clCreateBuffer(both, 0, bytes, nullptr, &code);
  static_cast<void>(other.take_counts());
  write(queues[0], buffer, numbers(0));
  static_cast<void>(plain().take_counts());
  cl_kernel add = api::clCreateKernel(built, "add", &code);
  const cl_uint one = 1;
  check(api::clSetKernelArg(add, 0, sizeof buffer, &buffer));
  check(api::clSetKernelArg(add, 1, sizeof one, &one));
  for (int turn = 0; turn < 6; ++turn) {
    const size_t items = count;
    check(api::clEnqueueNDRangeKernel(queues[turn % 2], add, 1, nullptr, &items, nullptr, 0,
                                      nullptr, nullptr));
    check(api::clFinish(queues[turn % 2]));
  }
  EXPECT_EQ("koikoiko", plain().take_counts().order) << "and as often on the other one";
  EXPECT_EQ("ikoikoik", other.take_counts().order);
  EXPECT_EQ(numbers(6), read(queues[1], buffer));
  check(api::clReleaseKernel(add));
  check(api::clReleaseMemObject(buffer));
  for (cl_command_queue queue : queues) check(api::clReleaseCommandQueue(queue));
  check(api::clReleaseProgram(built));
  check(api::clReleaseContext(both));
}

// Threads whose copies fail at times: what ends well is right, and what fails has changed nothing.
TEST_F(OrderedCopies, ThreadsLoseAndFindContents) {
  std::vector<std::thread> threads;
  for (cl_uint number = 0; number < 4; ++number) {
    threads.emplace_back([this, number] {
      cl_int code = CL_SUCCESS;
      cl_command_queue queues[2] = {
          api::clCreateCommandQueue(context, back_ends().cpu, 0, &code),
          api::clCreateCommandQueue(context, back_ends().plain, 0, &code)};
      cl_mem buffer = make_buffer();
      write(queues[0], buffer, numbers(0));
      cl_uint expected = 0;
      for (cl_uint round = 0; round < 100; ++round) {
        if (number == 0) plain().refuse_transfers(round % 3 == 0);
        cl_event first = run(queues[(round / 2) % 2], "add", buffer, cl_uint{1});
        cl_event second = run(queues[(round / 2) % 2], "add", buffer, cl_uint{10});
        const bool first_ran = end_of(first) == CL_COMPLETE;
        const bool second_ran = end_of(second) == CL_COMPLETE;
        expected += (first_ran ? 1 : 0) + (second_ran ? 10 : 0);
      }
      if (number == 0) plain().refuse_transfers(false);
      bool was_read = false;
      for (int tries = 0; tries < 10'000 && !was_read; ++tries) {
        Values values(count);
        cl_event event = nullptr;
        check(api::clEnqueueReadBuffer(queues[0], buffer, CL_FALSE, 0, bytes, values.data(), 0,
                                       nullptr, &event));
        was_read = end_of(event) == CL_COMPLETE;
        if (was_read) {
          EXPECT_EQ(numbers(expected), values);
        }
      }
      EXPECT_TRUE(was_read);
      release({buffer});
      for (cl_command_queue queue : queues) check(api::clReleaseCommandQueue(queue));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cleave::api::test
