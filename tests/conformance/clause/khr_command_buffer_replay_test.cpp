// cl_khr_command_buffer: what replays compute, in which order, and what of the application's
// objects they need.
#include <atomic>
#include <numeric>
#include <thread>

#include "support/replays.h"
#include "tests/support/captured_output.h"

namespace cleave::test {
namespace {

// "It is always valid to call clEnqueueCommandBufferKHR with a command-buffer that has previously
// been enqueued".
TEST_F(Replays, RunWhatWasRecordedEachTime) {
  const Recorder recorder(queue_);
  const Kernel kernel = make("add", numbers_, 1);
  recorder.launch(kernel, count);
  expect_all(0);
  recorder.finalize();
  for (int replay = 1; replay <= 10; ++replay) {
    wait(recorder.enqueue());
    expect_all(replay);
  }
}

TEST_F(Replays, OfManyCommandsFollowEachOtherInAQueue) {
  const Recorder recorder(queue_);
  const Kernel kernel = make("add", numbers_, 1);
  for (int command = 0; command < 30; ++command) recorder.launch(kernel, count);
  recorder.finalize();
  for (int replay = 0; replay < 200; ++replay) recorder.replay();
  expect_all(30 * 200);
}

TEST_F(Replays, OfNothingEndAtOnce) {
  const Recorder recorder(queue_);
  recorder.finalize();
  const Event event = recorder.enqueue();
  wait(event);
  EXPECT_EQ(CL_COMPLETE, status_of(event));
}

// "If the queue is an in-order queue, then an additional dependency is created on the last command
// appended to the command-buffer using the same queue parameter."
TEST_F(Replays, OfAnInOrderQueueKeepItsOrder) {
  const Recorder recorder(queue_);
  std::vector<cl_int> numbers(20);
  std::iota(numbers.begin(), numbers.end(), 1);
  const Memory second = make_buffer(bytes);
  recorder.fill(numbers_, 7, bytes);
  for (const cl_int number : numbers) recorder.launch(make("step", numbers_, number), count);
  recorder.copy(numbers_, second, bytes);
  recorder.fill(numbers_, 1, bytes);
  recorder.finalize();
  for (int replay = 0; replay < 20; ++replay) recorder.replay();
  expect_all(1);
  EXPECT_EQ(std::vector<cl_int>(count, after_steps(7, numbers)), contents(second));
}

// "A command-buffer must be created with CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR to avoid undefined
// behavior if a simultaneous use pattern occurs.": without the flag a replay follows the one before.
TEST_F(Replays, FollowEachOtherUnlessTheyMayOverlap) {
  const Queue first = out_of_order(), second = out_of_order();
  for (const bool may_overlap : {false, true}) {
    const cl_command_buffer_properties_khr list[] = {
        CL_COMMAND_BUFFER_FLAGS_KHR,
        may_overlap ? cl_properties{CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR} : 0, 0};
    const cl_command_queue queue = first;
    cl_int error = 1;
    const CommandBuffer buffer(command_buffers().create(1, &queue, list, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    const Kernel kernel = make("add", numbers_, 1);
    const size_t items = count;
    ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr,
                                                   &items, nullptr, 0, nullptr, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer));
    const Event user = make_user_event();
    const cl_event wanted = user;
    ASSERT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer, 1, &wanted, nullptr));
    for (cl_command_queue other : {cl_command_queue{first}, cl_command_queue{second}}) {
      Event event;
      ASSERT_EQ(CL_SUCCESS, command_buffers().enqueue(1, &other, buffer, 0, nullptr, event.out()));
      ASSERT_EQ(CL_SUCCESS, clFlush(other));
      if (may_overlap) {
        wait(event);
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        EXPECT_GT(status_of(event), CL_RUNNING);
      }
    }
    ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
    ASSERT_EQ(CL_SUCCESS, clFinish(first));
    ASSERT_EQ(CL_SUCCESS, clFinish(second));
    expect_all(may_overlap ? 6 : 3);
  }
}

// A failed replay fails none that follows it in this order alone.
TEST_F(Replays, GoOnBehindOneThatFailed) {
  const Queue queue = out_of_order();
  const Recorder recorder(queue);
  recorder.launch(make("add", numbers_, 1), count);
  recorder.finalize();
  const Event user = make_user_event();
  const Event failing = recorder.enqueue({user});
  const Event after = recorder.enqueue();
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(user, -5));
  wait(after);
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(failing));
  expect_all(1);
}

TEST_F(Replays, OfAnOutOfOrderQueueFollowSyncPoints) {
  const Queue queue = out_of_order();
  const Recorder recorder(queue);
  std::vector<cl_int> numbers(20);
  std::iota(numbers.begin(), numbers.end(), 1);
  // Two chains, which nothing orders, and what follows both.
  const Memory second = make_buffer(bytes), third = make_buffer(bytes);
  cl_sync_point_khr first_chain = recorder.fill(numbers_, 5, bytes);
  cl_sync_point_khr second_chain = recorder.fill(second, 6, bytes);
  for (const cl_int number : numbers) {
    first_chain = recorder.launch(make("step", numbers_, number), count, {first_chain});
    second_chain = recorder.launch(make("step", second, number), count, {second_chain});
  }
  const cl_sync_point_khr joined =
      recorder.copy(numbers_, third, bytes, {first_chain, second_chain});
  recorder.fill(second, 1, bytes, {joined});
  recorder.finalize();
  for (int replay = 0; replay < 50; ++replay) {
    wait(recorder.enqueue());
    ASSERT_EQ(std::vector<cl_int>(count, after_steps(5, numbers)), contents(third));
    ASSERT_EQ(std::vector<cl_int>(count, 1), contents(second));
  }
}

// "clCommandBarrierWithWaitListKHR waits for either a list of synchronization-points to complete,
// or if the list is empty it waits for all commands previously recorded in command_buffer to
// complete before it completes. This command blocks command execution, that is, any following
// commands recorded after it do not execute until it completes."
TEST_F(Replays, KeepTheOrderOfBarriers) {
  const Queue queue = out_of_order();
  const Recorder recorder(queue);
  std::vector<cl_int> numbers(20);
  std::iota(numbers.begin(), numbers.end(), 1);
  recorder.fill(numbers_, 5, bytes);
  for (const cl_int number : numbers) {
    recorder.barrier();
    recorder.launch(make("step", numbers_, number), count);
  }
  recorder.finalize();
  for (int replay = 0; replay < 50; ++replay) {
    wait(recorder.enqueue());
    expect_all(after_steps(5, numbers));
  }
}

TEST_F(Replays, KeepTheOrderOfBarriersWithSyncPoints) {
  const Queue queue = out_of_order();
  const Recorder recorder(queue);
  const Memory second = make_buffer(bytes);
  const cl_sync_point_khr filled = recorder.fill(numbers_, 5, bytes);
  const cl_sync_point_khr barrier = recorder.barrier({filled});
  const cl_sync_point_khr stepped = recorder.launch(make("step", numbers_, 1), count);
  EXPECT_NE(filled, barrier);
  recorder.barrier({stepped});
  recorder.copy(numbers_, second, bytes);
  recorder.finalize();
  for (int replay = 0; replay < 50; ++replay) {
    wait(recorder.enqueue());
    ASSERT_EQ(std::vector<cl_int>(count, 16), contents(second));
  }
}

TEST_F(Replays, FollowTheCommandsOfTheirQueue) {
  const Recorder recorder(queue_);
  recorder.launch(make("step", numbers_, 1), count);
  recorder.finalize();
  const Kernel between = make("step", numbers_, 2);
  const size_t items = count;
  for (int replay = 0; replay < 3; ++replay) {
    recorder.replay();
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, between, 1, nullptr, &items, nullptr, 0,
                                                 nullptr, nullptr));
  }
  expect_all(after_steps(0, {1, 2, 1, 2, 1, 2}));
}

// "there is no effect on queue state from recording commands."
TEST_F(Replays, MayBeRecordedWhileTheQueueIsUsed) {
  const Recorder recorder(queue_);
  const Kernel kernel = make("step", numbers_, 1);
  const size_t items = count;
  for (int command = 0; command < 3; ++command) {
    recorder.launch(kernel, count);
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0,
                                                 nullptr, nullptr));
  }
  expect_all(after_steps(0, {1, 1, 1}));
  recorder.finalize();
  recorder.replay();
  expect_all(after_steps(0, {1, 1, 1, 1, 1, 1}));
}

// "Any changes to kernel after calling clCommandNDRangeKernelKHR, such as with clSetKernelArg or
// clSetKernelExecInfo, have no effect on the recorded command. If kernel is recorded to a following
// clCommandNDRangeKernelKHR command however, then that command will capture the updated state of
// kernel."
TEST_F(Replays, KeepTheArgumentsThatKernelsHad) {
  const Recorder recorder(queue_);
  const Kernel kernel = make("step", numbers_, 1);
  recorder.launch(kernel, count);
  for (const cl_int number : {2, 3}) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof number, &number));
    recorder.launch(kernel, count);
  }
  recorder.finalize();
  const cl_int other = 1000;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof other, &other));
  recorder.replay();
  expect_all(after_steps(0, {1, 2, 3}));
}

TEST_F(Replays, KeepSizesOffsetsAndLocalMemory) {
  const Recorder recorder(queue_);
  const Kernel ids = make("ids", numbers_);
  const Kernel turn = make("turn", numbers_);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(turn, 1, 8 * sizeof(cl_int), nullptr));
  size_t offset = 16, global = 16, local = 8;
  const auto record = [&](cl_kernel kernel) {
    EXPECT_EQ(CL_SUCCESS,
              command_buffers().launch(recorder.buffer(), nullptr, nullptr, kernel, 1, &offset,
                                       &global, &local, 0, nullptr, nullptr, nullptr));
  };
  record(ids);
  record(turn);
  recorder.finalize();
  offset = global = local = 0;
  recorder.replay();
  std::vector<cl_int> expected(count, 0);
  for (cl_int i = 16; i < 32; ++i) {
    expected[static_cast<size_t>(i)] = (i / 8 * 8 + 7 - i % 8) * 100 + 8;
  }
  EXPECT_EQ(expected, contents(numbers_));
}

// OpenCL 2.1, 5.10: a launch without work-items is valid, and does nothing.
TEST_F(Replays, OfLaunchesWithoutItemsDoNothing) {
  const Recorder recorder(queue_);
  const Kernel kernel = make("add", numbers_, 1);
  recorder.launch(kernel, 0);
  recorder.launch(kernel, count);
  EXPECT_EQ(CL_SUCCESS,
            command_buffers().launch(recorder.buffer(), nullptr, nullptr, kernel, 1, nullptr,
                                     nullptr, nullptr, 0, nullptr, nullptr, nullptr));
  recorder.finalize();
  recorder.replay();
  expect_all(1);
}

TEST_F(Replays, CopyAndFillPartsOfBuffers) {
  const Recorder recorder(queue_);
  std::vector<cl_int> initial(count);
  std::iota(initial.begin(), initial.end(), 0);
  const Memory from = make_buffer(initial);
  const size_t from_origin[3] = {4, 1, 0}, to_origin[3] = {0, 2, 0}, region[3] = {8, 3, 1};
  EXPECT_EQ(CL_SUCCESS, command_buffers().copy_rect(recorder.buffer(), nullptr, nullptr, from,
                                                    numbers_, from_origin, to_origin, region, 64, 0,
                                                    32, 0, 0, nullptr, nullptr, nullptr));
  const cl_short pattern = 0x0101;
  EXPECT_EQ(CL_SUCCESS,
            command_buffers().fill_buffer(recorder.buffer(), nullptr, nullptr, numbers_, &pattern,
                                          sizeof pattern, 512, 64, 0, nullptr, nullptr, nullptr));
  recorder.finalize();
  recorder.replay();
  std::vector<cl_int> expected(count, 0);
  for (size_t row = 0; row < 3; ++row) {
    for (size_t i = 0; i < 2; ++i) {
      expected[(row + 2) * 8 + i] = static_cast<cl_int>((row + 1) * 16 + 1 + i);
    }
  }
  std::fill_n(expected.begin() + 128, 16, 0x01010101);
  EXPECT_EQ(expected, contents(numbers_));
}

// "clReleaseCommandBufferKHR … After the command_buffer reference count becomes zero and has
// finished execution, the command-buffer is deleted." And: "A command-buffer object should
// increment the reference count of attached OpenCL objects such as queues, buffers, images, and
// kernels".
TEST_F(Replays, NeedNoObjectOfTheApplication) {
  Event event;
  const Event start = make_user_event();
  const Memory result = make_buffer(bytes);
  {
    Memory own = make_buffer(std::vector<cl_int>(count, 1));
    Queue queue = make_queue(0);
    Recorder recorder(queue);
    Kernel kernel = make("step", own, 4);
    recorder.launch(kernel, count);
    recorder.copy(own, result, bytes);
    kernel = Kernel();
    program_ = Program();
    recorder.finalize();
    recorder.replay();
    event = recorder.enqueue({start});
    recorder.release();
    queue = Queue();
    own = Memory();
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  wait(event);
  EXPECT_EQ(std::vector<cl_int>(count, after_steps(1, {4, 4})), contents(result));
}

// "Profiling": one command, with one event.
TEST_F(Replays, AreOneCommandWithItsTimes) {
  const Recorder recorder(queue_);
  const Kernel kernel = make("add", numbers_, 1);
  for (int command = 0; command < 5; ++command) recorder.launch(kernel, count);
  recorder.finalize();
  const Event event = recorder.enqueue();
  EXPECT_EQ(cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR},
            of_event<cl_command_type>(event, CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(static_cast<cl_command_queue>(queue_),
            of_event<cl_command_queue>(event, CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(static_cast<cl_context>(context_), of_event<cl_context>(event, CL_EVENT_CONTEXT));
  EXPECT_EQ(1U, of_event<cl_uint>(event, CL_EVENT_REFERENCE_COUNT));
  wait(event);
  EXPECT_EQ(CL_COMPLETE, status_of(event));
  cl_ulong last = 1;
  for (const cl_profiling_info which :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
    const auto time = value_of<cl_ulong>([&](size_t size, void* value, size_t* returned) {
      return clGetEventProfilingInfo(event, which, size, value, returned);
    });
    EXPECT_LE(last, time);
    last = time;
  }
}

TEST_F(Replays, WaitForEvents) {
  const Recorder recorder(queue_);
  recorder.launch(make("add", numbers_, 1), count);
  recorder.finalize();
  const Event start = make_user_event();
  const Event event = recorder.enqueue({start});
  ASSERT_EQ(CL_SUCCESS, clFlush(queue_));
  EXPECT_LT(CL_COMPLETE, status_of(event));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  wait(event);
  expect_all(1);
}

TEST_F(Replays, FailWithWhatTheyWaitFor) {
  const Recorder recorder(queue_);
  recorder.launch(make("add", numbers_, 1), count);
  recorder.finalize();
  const Queue queue = out_of_order();
  const Event start = make_user_event();
  const cl_event list = start;
  cl_command_queue on = queue;
  Event event;
  ASSERT_EQ(CL_SUCCESS,
            command_buffers().enqueue(1, &on, recorder.buffer(), 1, &list, event.out()));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -5));
  const cl_event waited = event;
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &waited));
  EXPECT_GT(0, status_of(event));
  // The command-buffer is as good as before.
  recorder.replay();
  expect_all(1);
}

TEST_F(Replays, TellCallbacksThatTheyHaveEnded) {
  const Recorder recorder(queue_);
  recorder.launch(make("add", numbers_, 1), count);
  recorder.finalize();
  const Event event = recorder.enqueue();
  std::atomic<cl_int> seen{4711};
  ASSERT_EQ(CL_SUCCESS, clSetEventCallback(
                            event, CL_COMPLETE,
                            [](cl_event /*event*/, cl_int status, void* to) {
                              static_cast<std::atomic<cl_int>*>(to)->store(status);
                            },
                            &seen));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  while (seen.load() == 4711) std::this_thread::yield();
  EXPECT_EQ(CL_COMPLETE, seen.load());
}

// "A user passed list may contain different command-queues, provided for each element the
// substitute command-queue matches the device and context".
TEST_F(Replays, RunOnQueuesThatStandIn) {
  const Recorder recorder(queue_);
  recorder.launch(make("step", numbers_, 1), count);
  recorder.launch(make("step", numbers_, 2), count);
  recorder.finalize();
  const Queue in_order = make_queue(0);
  const Queue out_of_order_queue = out_of_order();
  for (cl_command_queue on : {static_cast<cl_command_queue>(in_order),
                              static_cast<cl_command_queue>(out_of_order_queue)}) {
    Event event;
    ASSERT_EQ(CL_SUCCESS,
              command_buffers().enqueue(1, &on, recorder.buffer(), 0, nullptr, event.out()));
    EXPECT_EQ(on, of_event<cl_command_queue>(event, CL_EVENT_COMMAND_QUEUE));
    wait(event);
  }
  expect_all(after_steps(0, {1, 2, 1, 2}));
}

TEST_F(Replays, OnAnOutOfOrderQueueAreOrderedByItsBarriers) {
  const Queue queue = out_of_order();
  const Recorder recorder(queue);
  recorder.launch(make("step", numbers_, 1), count);
  recorder.finalize();
  for (int replay = 0; replay < 20; ++replay) {
    recorder.replay();
    ASSERT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr));
  }
  ASSERT_EQ(CL_SUCCESS, clFinish(queue));
  expect_all(after_steps(0, std::vector<cl_int>(20, 1)));
}

// Simultaneous use is undefined; here every replay does all of its work.
TEST_F(Replays, MayRunAtTheSameTime) {
  const Queue queue = out_of_order();
  const Recorder recorder(queue);
  const Kernel kernel = make("add", numbers_, 1);
  for (int command = 0; command < 4; ++command) recorder.launch(kernel, count);
  recorder.finalize();
  for (int replay = 0; replay < 100; ++replay) recorder.replay();
  ASSERT_EQ(CL_SUCCESS, clFinish(queue));
  expect_all(400);
}

TEST_F(Replays, AreRecordedByThreads) {
  const Recorder recorder(queue_);
  constexpr int threads = 8, commands = 50;
  std::vector<std::thread> running;
  running.reserve(threads);
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([&] {
      const Kernel kernel = make("add", numbers_, 1);
      cl_sync_point_khr last = recorder.launch(kernel, count);
      for (int command = 1; command < commands; ++command) {
        last = recorder.launch(kernel, count, {last});
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  recorder.finalize();
  recorder.replay();
  expect_all(threads * commands);
}

TEST_F(Replays, AreEnqueuedByThreads) {
  const Recorder recorder(queue_);
  recorder.launch(make("add", numbers_, 1), count);
  recorder.finalize();
  std::vector<std::thread> running;
  for (int thread = 0; thread < 8; ++thread) {
    running.emplace_back([&] {
      for (int replay = 0; replay < 50; ++replay) recorder.replay();
    });
  }
  for (std::thread& thread : running) thread.join();
  expect_all(400);
}

// CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR.
TEST_F(Replays, PrintEachTime) {
  const Recorder recorder(queue_);
  const Kernel kernel =
      make_kernel("kernel void k(int n) { printf(\"replay of %d\\n\", n); }", "k");
  for (const cl_int number : {1, 2}) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof number, &number));
    recorder.launch(kernel, 1);
  }
  recorder.finalize();
  std::string text;
  {
    const CapturedOutput file;
    for (int replay = 0; replay < 3; ++replay) recorder.replay();
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    text = file.text();
  }
  EXPECT_EQ("replay of 1\nreplay of 2\nreplay of 1\nreplay of 2\nreplay of 1\nreplay of 2\n", text);
}

// CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR.
TEST_F(Replays, EnqueueKernels) {
  const Queue on_device = make_queue(CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                     CL_QUEUE_ON_DEVICE_DEFAULT);
  const Recorder recorder(queue_);
  const Kernel kernel = make_kernel(R"(
    kernel void k(global int* p) {
      p[0] += 1;
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(16),
                     ^{ p[1 + get_global_id(0)] += p[0]; });
    })",
                                    "k", "-cl-std=CL3.0");
  const cl_mem memory = numbers_;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  recorder.launch(kernel, 1);
  recorder.launch(kernel, 1);  // when all that the first one enqueued has ended
  recorder.finalize();
  for (int replay = 0; replay < 3; ++replay) recorder.replay();
  std::vector<cl_int> expected(count, 0);
  expected[0] = 6;
  std::fill_n(expected.begin() + 1, 16, 1 + 2 + 3 + 4 + 5 + 6);
  EXPECT_EQ(expected, contents(numbers_));
}

}  // namespace
}  // namespace cleave::test
