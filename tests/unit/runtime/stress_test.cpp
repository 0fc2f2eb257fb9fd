// Queues, events, user events and callbacks under many threads. What kernels write is plain memory,
// ordered by queues and events only: thread sanitizer reports whatever these do not order.
#include "stress.h"

#include <atomic>
#include <random>

namespace cleave::api::test {
namespace {

TEST_F(Stress, EachThreadHasItsOwnQueue) {
  on_threads([this](unsigned) {
    const CommandQueue queue = make_queue();
    const Buffer buffer = make_buffer();
    const Kernel kernel = make_kernel(buffer);
    for (cl_uint turn = 1; turn <= 40; ++turn) {
      for (int command = 0; command < 10; ++command) static_cast<void>(launch(queue, kernel));
      if (turn % 4 == 0) expect_all(queue, buffer, turn * 10);
      if (turn % 5 == 0) {
        EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
      }
      if (turn % 7 == 0) {
        EXPECT_EQ(api::clFlush(queue.get()), CL_SUCCESS);
      }
    }
    expect_all(queue, buffer, 400);
  });
}

TEST_F(Stress, AllThreadsShareAnInOrderQueue) {
  const CommandQueue queue = make_queue();
  const Buffer buffer = make_buffer();
  on_threads([&](unsigned) {
    const Kernel kernel = make_kernel(buffer);
    for (int command = 0; command < 200; ++command) {
      const Event event = launch(queue, kernel);
      if (command % 16 == 0) {
        const cl_event handle = event.get();
        EXPECT_EQ(api::clWaitForEvents(1, &handle), CL_SUCCESS);
        EXPECT_EQ(status_of(event), CL_COMPLETE);
      }
    }
  });
  expect_all(queue, buffer, 200 * thread_count);
}

TEST_F(Stress, AllThreadsShareAnOutOfOrderQueue) {
  const CommandQueue queue =
      make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  on_threads([&](unsigned seed) {
    std::mt19937 random(seed);
    const Buffer buffer = make_buffer();
    const Kernel kernel = make_kernel(buffer);
    Event last;
    for (cl_uint command = 1; command <= 300; ++command) {
      std::vector<cl_event> after;
      if (last.get() != nullptr) after.push_back(last.get());
      last = launch(queue, kernel, after);
      if (random() % 32 == 0) {
        EXPECT_EQ(api::clEnqueueBarrierWithWaitList(queue.get(), 0, nullptr, nullptr), CL_SUCCESS);
      }
      if (random() % 32 == 0) static_cast<void>(status_of(last));
      if (random() % 64 == 0) {
        const cl_event handle = last.get();
        EXPECT_EQ(api::clWaitForEvents(1, &handle), CL_SUCCESS);
        cl_ulong begin = 0, end = 0;
        EXPECT_EQ(api::clGetEventProfilingInfo(handle, CL_PROFILING_COMMAND_START, sizeof begin,
                                               &begin, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(api::clGetEventProfilingInfo(handle, CL_PROFILING_COMMAND_END, sizeof end, &end,
                                               nullptr),
                  CL_SUCCESS);
        EXPECT_LE(begin, end);
      }
    }
    EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
    expect_all(queue, buffer, 300);
  });
}

TEST_F(Stress, UserEventsAreSetByOtherThreads) {
  constexpr int gates = 200;
  std::vector<Event> gate;
  for (int number = 0; number < gates; ++number) gate.push_back(make_user_event());
  std::atomic<int> completed{0}, failed{0};
  std::thread setter([&] {
    for (int number = 0; number < gates; ++number) {
      const cl_int status = number % 5 == 4 ? -100 : CL_COMPLETE;
      EXPECT_EQ(api::clSetUserEventStatus(gate[static_cast<size_t>(number)].get(), status),
                CL_SUCCESS);
    }
  });
  struct Counters {
    std::atomic<int>&completed, &failed;
  } counters{completed, failed};
  on_threads([&](unsigned) {
    const CommandQueue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (int number = 0; number < gates; ++number) {
      const Buffer buffer = make_buffer();  // nothing orders those commands that get through
      const Kernel kernel = make_kernel(buffer);
      const Event event = launch(queue, kernel, {gate[static_cast<size_t>(number)].get()});
      EXPECT_EQ(api::clSetEventCallback(
                    event.get(), CL_COMPLETE,
                    [](cl_event, cl_int status, void* data) {
                      auto& count = *static_cast<Counters*>(data);
                      ++(status == CL_COMPLETE ? count.completed : count.failed);
                    },
                    &counters),
                CL_SUCCESS);
      const cl_event handle = event.get();
      if (number % 20 == 19) {
        EXPECT_EQ(api::clWaitForEvents(1, &handle), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        EXPECT_LT(status_of(event), 0);
      }
    }
    EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
  });
  setter.join();
  while (completed + failed < gates * thread_count) std::this_thread::yield();
  EXPECT_EQ(failed, gates / 5 * thread_count);
}

TEST_F(Stress, ManyThreadsWaitForOneEvent) {
  const CommandQueue queue = make_queue();
  const Buffer buffer = make_buffer();
  const Kernel kernel = make_kernel(buffer);
  for (int turn = 0; turn < 50; ++turn) {
    const Event gate = make_user_event();
    const Event event = launch(queue, kernel, {gate.get()});
    std::atomic<int> waiting{0};
    std::thread setter([&] {
      while (waiting < 2) std::this_thread::yield();
      EXPECT_EQ(api::clSetUserEventStatus(gate.get(), CL_COMPLETE), CL_SUCCESS);
    });
    on_threads([&](unsigned thread) {
      ++waiting;
      const cl_event handle = event.get();
      if (thread == 0) {
        EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
      } else {
        EXPECT_EQ(api::clWaitForEvents(1, &handle), CL_SUCCESS);
      }
      EXPECT_EQ(status_of(event), CL_COMPLETE);
    });
    setter.join();
  }
  expect_all(queue, buffer, 50);
}

/// A chain that lives in callbacks: each enqueues the next command and releases the last event.
struct Chain {
  cl_command_queue queue;
  cl_kernel kernel;
  std::atomic<int> left;
  std::atomic<int> returned =
      0;  // calls of next(): a command may end before the one that enqueues it returns

  void next() {
    if (left.fetch_sub(1) > 0) enqueue();
    ++returned;
  }
  void enqueue() {
    const size_t local = 4;
    cl_event event = nullptr;
    EXPECT_EQ(
        api::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, &event),
        CL_SUCCESS);
    EXPECT_EQ(api::clSetEventCallback(
                  event, CL_COMPLETE,
                  [](cl_event, cl_int, void* data) { static_cast<Chain*>(data)->next(); }, this),
              CL_SUCCESS);
    EXPECT_EQ(api::clReleaseEvent(event), CL_SUCCESS);
    EXPECT_EQ(api::clFlush(queue), CL_SUCCESS);
  }
};

TEST_F(Stress, CallbacksEnqueueFurtherCommands) {
  on_threads([this](unsigned) {
    const CommandQueue queue = make_queue();
    const Buffer buffer = make_buffer();
    const Kernel kernel = make_kernel(buffer);
    Chain chain{queue.get(), kernel.get(), 150};
    chain.next();
    while (chain.returned != 151) std::this_thread::yield();
    expect_all(queue, buffer, 150);
  });
}

TEST_F(Stress, ObjectsGoWhileTheirCommandsRun) {
  on_threads([this](unsigned thread) {
    for (int turn = 0; turn < 100; ++turn) {
      const CommandQueue queue =
          make_queue(turn % 2 == 0 ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      const Event gate = make_user_event();
      for (int command = 0; command < 5; ++command) {
        const Buffer buffer = make_buffer();
        static_cast<void>(launch(queue, make_kernel(buffer), {gate.get()}));
      }
      EXPECT_EQ(api::clFlush(queue.get()), CL_SUCCESS);
      EXPECT_EQ(api::clSetUserEventStatus(gate.get(), (turn + thread) % 3 == 0 ? -1 : CL_COMPLETE),
                CL_SUCCESS);
    }
  });
}

TEST_F(Stress, PartsComeAndGoWhileTheWholeComputes) {
  cl_uint units = 0;
  ASSERT_EQ(
      api::clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
      CL_SUCCESS);
  if (units < 2) GTEST_SKIP() << "there is one processor only";
  on_threads([this](unsigned thread) {
    if (thread == 0) {
      const CommandQueue queue = make_queue();
      const Buffer buffer = make_buffer();
      const Kernel kernel = make_kernel(buffer);
      for (int command = 0; command < 500; ++command) static_cast<void>(launch(queue, kernel));
      return expect_all(queue, buffer, 500);
    }
    for (int turn = 0; turn < 40; ++turn) {
      const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
      cl_device_id parts[2] = {};
      ASSERT_EQ(api::clCreateSubDevices(device, counts, 2, parts, nullptr), CL_SUCCESS);
      for (cl_device_id part : parts) {
        cl_context own = api::clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr);
        cl_command_queue queue = api::clCreateCommandQueue(own, part, 0, nullptr);
        cl_mem buffer = api::clCreateBuffer(own, CL_MEM_READ_WRITE, 4096, nullptr, nullptr);
        const cl_uint value = 5;
        EXPECT_EQ(api::clEnqueueFillBuffer(queue, buffer, &value, sizeof value, 0, 4096, 0, nullptr,
                                           nullptr),
                  CL_SUCCESS);
        if (turn % 2 == 0) {
          EXPECT_EQ(api::clFinish(queue), CL_SUCCESS);
        }
        EXPECT_EQ(api::clReleaseMemObject(buffer), CL_SUCCESS);
        EXPECT_EQ(api::clReleaseCommandQueue(queue), CL_SUCCESS);
        EXPECT_EQ(api::clReleaseContext(own), CL_SUCCESS);
        EXPECT_EQ(api::clReleaseDevice(part), CL_SUCCESS);
      }
    }
  });
}

}  // namespace
}  // namespace cleave::api::test
