// Kernels that enqueue kernels under many threads, on queues of the device that threads share, make
// and release. What children write is plain memory, ordered by events of the device alone.
#include <atomic>
#include <random>

#include "stress.h"

namespace cleave::api::test {
namespace {

TEST_F(Stress, EachThreadHasItsOwnTrees) {
  on_threads([this](unsigned) {
    const CommandQueue queue = make_queue(), device_queue = make_device_queue();
    const Buffer buffer = make_buffer();
    const Kernel kernel = make_tree(buffer, device_queue);
    for (cl_uint turn = 1; turn <= 30; ++turn) {
      static_cast<void>(launch(queue, kernel));
      if (turn % 3 == 0) expect_all(queue, buffer, turn * of_tree);
      if (turn % 5 == 0) {
        EXPECT_EQ(api::clFlush(queue.get()), CL_SUCCESS);
      }
    }
    expect_all(queue, buffer, 30 * of_tree);
  });
}

TEST_F(Stress, TreesOfAllThreadsShareQueues) {
  const CommandQueue queue = make_queue(), device_queue = make_device_queue(),
                     default_queue = make_device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  const Buffer buffer = make_buffer();
  on_threads([&](unsigned) {
    const Kernel kernel = make_tree(buffer, device_queue);
    for (int turn = 0; turn < 30; ++turn) {
      const Event event = launch(queue, kernel);
      if (turn % 8 != 0) continue;
      const cl_event handle = event.get();
      EXPECT_EQ(api::clWaitForEvents(1, &handle), CL_SUCCESS);
      EXPECT_EQ(status_of(event), CL_COMPLETE);
    }
  });
  expect_all(queue, buffer, 30 * thread_count * of_tree);
}

// Several trees of each thread run at once, on one queue of the device.
TEST_F(Stress, TreesFollowEventsOfTheHost) {
  const CommandQueue queue =
      make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  const CommandQueue device_queue = make_device_queue(CL_QUEUE_PROFILING_ENABLE);
  on_threads([&](unsigned) {
    const Buffer buffers[] = {make_buffer(), make_buffer(), make_buffer()};
    Event last[3];
    for (size_t turn = 0; turn < 30; ++turn) {
      const Buffer& buffer = buffers[turn % 3];
      Event& event = last[turn % 3];
      const Kernel kernel = turn % 2 == 0 ? make_tree(buffer, device_queue) : make_kernel(buffer);
      event = launch(queue, kernel,
                     event.get() != nullptr ? std::vector{event.get()} : std::vector<cl_event>());
    }
    EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
    for (const Buffer& buffer : buffers) expect_all(queue, buffer, 5 * of_tree + 5);
    for (const Event& event : last) {
      cl_ulong end = 0, complete = 0;
      EXPECT_EQ(api::clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_END, sizeof end,
                                             &end, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(api::clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_COMPLETE,
                                             sizeof complete, &complete, nullptr),
                CL_SUCCESS);
      EXPECT_LE(end, complete);
    }
  });
}

TEST_F(Stress, ErrorsOfChildrenEndTheirLaunchesAlone) {
  const CommandQueue device_queue = make_device_queue();
  on_threads([&](unsigned thread) {
    const CommandQueue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (unsigned turn = 0; turn < 30; ++turn) {
      const bool fails = (turn + thread) % 3 == 0;
      const Buffer buffer = make_buffer();
      const Event event = launch(queue, make_tree(buffer, device_queue, fails ? -7 : CL_COMPLETE));
      const cl_event handle = event.get();
      EXPECT_EQ(api::clWaitForEvents(1, &handle),
                fails ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
      EXPECT_EQ(status_of(event) < 0, fails);
      expect_all(queue, buffer, fails ? 1 : of_tree);
    }
  });
}

// Kernels find the default queue of the device, or none, as launches are enqueued.
TEST_F(Stress, TheDefaultQueueComesAndGoesWhileTreesRun) {
  const CommandQueue device_queue = make_device_queue();
  on_threads([&](unsigned thread) {
    const CommandQueue queue = make_queue();
    const Buffer buffer = make_buffer();
    const Kernel kernel = make_tree(buffer, device_queue);
    for (unsigned turn = 0; turn < 40; ++turn) {
      const CommandQueue default_queue =
          make_device_queue((turn + thread) % 2 == 0 ? CL_QUEUE_ON_DEVICE_DEFAULT : 0);
      if (turn % 5 == 0) {
        EXPECT_EQ(api::clSetDefaultDeviceCommandQueue(context, device, device_queue.get()),
                  CL_SUCCESS);
      }
      static_cast<void>(launch(queue, kernel));
    }
    expect_all(queue, buffer, 40 * of_tree);
  });
}

TEST_F(Stress, TreesSpreadToPartsThatComeAndGo) {
  cl_uint units = 0;
  ASSERT_EQ(
      api::clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
      CL_SUCCESS);
  if (units < 2) GTEST_SKIP() << "there is one processor only";
  const CommandQueue default_queue = make_device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  on_threads([&](unsigned thread) {
    const CommandQueue queue = make_queue();
    const Buffer buffer = make_buffer();
    for (int turn = 0; turn < 20; ++turn) {
      const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
      cl_device_id parts[2] = {};
      ASSERT_EQ(api::clCreateSubDevices(device, counts, 2, parts, nullptr), CL_SUCCESS);
      {
        const CommandQueue of_part = make_device_queue(0, parts[thread % 2]);
        static_cast<void>(launch(queue, make_tree(buffer, of_part)));
      }
      for (cl_device_id part : parts) EXPECT_EQ(api::clReleaseDevice(part), CL_SUCCESS);
    }
    expect_all(queue, buffer, 20 * of_tree);
  });
}

}  // namespace
}  // namespace cleave::api::test
