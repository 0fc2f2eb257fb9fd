// cl_khr_command_buffer_multi_device: command-buffers of several queues, on several devices.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include "support/reported.h"
#include "support/two_roots.h"

namespace cleave::test {
namespace {

class SeveralQueues : public TwoRoots {
 protected:
  /// A command-buffer whose commands go from one of the queues to the next, each behind the one
  /// before; gives the number that each integer becomes, from `value` on.
  static cl_int record_exchange(Recorder& recorder, const std::vector<cl_command_queue>& queues,
                                const std::function<Kernel(cl_int)>& step, cl_int value,
                                int steps) {
    std::vector<cl_int> numbers(static_cast<size_t>(steps));
    std::iota(numbers.begin(), numbers.end(), 1);
    SyncPoints last;
    for (size_t i = 0; i < numbers.size(); ++i) {
      recorder.on(queues[i % queues.size()]);
      last = {recorder.launch(step(numbers[i]), count, last)};
    }
    return after_steps(value, numbers);
  }
  [[nodiscard]] std::function<Kernel(cl_int)> steps() const {
    return [this](cl_int number) { return make("step", numbers_, number); };
  }
  [[nodiscard]] cl_int creation(const std::vector<cl_command_queue>& queues,
                                cl_command_buffer_flags_khr flags = 0) const {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = 1;
    const CommandBuffer made(
        command_buffers().create(static_cast<cl_uint>(queues.size()), queues.data(), list, &error));
    EXPECT_EQ(made == nullptr, error != CL_SUCCESS);
    return error;
  }
};

TEST_F(SeveralQueues, AreReported) {
  expect_reported(device_, "cl_khr_command_buffer_multi_device", CL_MAKE_VERSION(0, 9, 2));
}

// "all commands in a command-buffer using sync-points, irrespective of the queue", "explicitly
// remapped to different queues", "If CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR is reported,
// CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR must also be reported."
TEST_F(SeveralQueues, AreWhatThePlatformAndItsDevicesSay) {
  const auto platform = value_of<cl_platform_command_buffer_capabilities_khr>(
      [](size_t size, void* value, size_t* returned) {
        return clGetPlatformInfo(find_platform(), CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR, size,
                                 value, returned);
      });
  EXPECT_EQ(cl_bitfield{CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
                        CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                        CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR},
            platform);
  for (cl_device_id device : {roots_[0], roots_[1], parts_[0], parts_[1]}) {
    const auto query = [&](cl_device_info name) {
      return [=](size_t size, void* value, size_t* returned) {
        return clGetDeviceInfo(device, name, size, value, returned);
      };
    };
    EXPECT_NE(0U, value_of<cl_device_command_buffer_capabilities_khr>(
                      query(CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR)) &
                      CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR);
    EXPECT_EQ(2U, value_of<cl_uint>(query(CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR)));
    // "Return the list of root devices", "Sub-devices are not listed".
    std::vector<cl_device_id> together =
        list_of<cl_device_id>(query(CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR));
    std::vector<cl_device_id> expected(roots_, roots_ + 2);
    std::ranges::sort(together);
    std::ranges::sort(expected);
    EXPECT_EQ(expected, together);
  }
}

// Table "Summary of multi-device command-buffer creation configurations".
TEST_F(SeveralQueues, MakeACommandBuffer) {
  const Queue on_part = queue_on(parts_[0]), again = queue_on(roots_[0]);
  for (const cl_command_buffer_flags_khr flags : {0, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR}) {
    EXPECT_EQ(CL_SUCCESS, creation({queue_, second_}, flags));
    EXPECT_EQ(CL_SUCCESS, creation({queue_, again}, flags));
    EXPECT_EQ(CL_SUCCESS, creation({queue_, on_part, second_}, flags));
    EXPECT_EQ(CL_SUCCESS, creation({queue_, queue_}, flags));
  }
}

// "CL_INVALID_VALUE if … num_queues is zero", "CL_INVALID_COMMAND_QUEUE if any command-queue in
// queues is not a valid command-queue", "CL_INVALID_CONTEXT if all the command-queues in queues do
// not have the same OpenCL context."
TEST_F(SeveralQueues, MakeNoCommandBuffer) {
  EXPECT_EQ(CL_INVALID_VALUE, creation({}));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, creation({queue_, nullptr}));
  cl_int error = 1;
  const Context elsewhere(clCreateContext(nullptr, 1, roots_, nullptr, nullptr, &error));
  const Queue foreign(clCreateCommandQueue(elsewhere, roots_[0], 0, &error));
  EXPECT_EQ(CL_INVALID_CONTEXT, creation({queue_, foreign}));
}

TEST_F(SeveralQueues, AreTheQueuesOfTheirBuffer) {
  const CommandBuffer buffer = make_command_buffer(both());
  EXPECT_EQ(both(), list_of<cl_command_queue>([&](size_t size, void* value, size_t* returned) {
              return command_buffers().info(buffer, CL_COMMAND_BUFFER_QUEUES_KHR, size, value,
                                            returned);
            }));
}

TEST_F(SeveralQueues, FollowSyncPointsOfOneAnother) {
  const Queue on_part = queue_on(parts_[0]), on_other = queue_on(parts_[1]);
  for (const std::vector<cl_command_queue>& queues :
       {both(), {on_part, on_other}, {queue_, on_part, second_, on_other}}) {
    Recorder recorder(queues);
    const cl_int expected = record_exchange(recorder, queues, steps(), 5, 100);
    recorder.finalize();
    for (int replay = 0; replay < 20; ++replay) {
      const std::vector<cl_int> first(count, 5);
      ASSERT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(queue_, numbers_, CL_TRUE, 0, bytes, first.data(),
                                                 0, nullptr, nullptr));
      wait(recorder.enqueue());
      ASSERT_EQ(std::vector<cl_int>(count, expected), contents(numbers_));
    }
  }
}

// "Commands recorded to different command-queues in the same command-buffer may be executed
// concurrently to each other unless synchronized explicitly": each in-order queue keeps its order.
TEST_F(SeveralQueues, KeepTheirOwnOrder) {
  const Memory other = make_buffer(std::vector<cl_int>(count, 0));
  Recorder recorder(both());
  std::vector<cl_int> numbers(50);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (const cl_int number : numbers) {
    recorder.on(queue_).launch(make("step", numbers_, number), count);
    recorder.on(second_).launch(make("step", other, number + 1), count);
  }
  recorder.finalize();
  wait(recorder.enqueue());
  expect_all(after_steps(0, numbers));
  for (cl_int& number : numbers) ++number;
  EXPECT_EQ(std::vector<cl_int>(count, after_steps(0, numbers)), contents(other));
}

// "all commands previously recorded to command_queue have completed" is of one queue.
TEST_F(SeveralQueues, KeepTheOrderOfBarriersOfOutOfOrderQueues) {
  const Queue first = queue_on(roots_[0], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Queue second = queue_on(roots_[1], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Memory other = make_buffer(std::vector<cl_int>(count, 0));
  Recorder recorder({first, second});
  const std::vector<cl_int> numbers = {3, 1, 4, 1, 5, 9, 2, 6};
  for (const cl_int number : numbers) {
    recorder.on(first).launch(make("step", numbers_, number), count);
    recorder.barrier();
    recorder.on(second).launch(make("step", other, number), count);
    recorder.barrier();
  }
  recorder.finalize();
  wait(recorder.enqueue());
  expect_all(after_steps(0, numbers));
  EXPECT_EQ(contents(numbers_), contents(other));
}

// "for events returned by a command-buffer enqueue operation to multiple command-queues, NULL is
// returned."
TEST_F(SeveralQueues, GiveAnEventOfNone) {
  Recorder recorder(both());
  recorder.on(second_).launch(make("step", numbers_, 1), count);
  recorder.finalize();
  const Event event = recorder.enqueue();
  EXPECT_EQ(nullptr, of_event<cl_command_queue>(event, CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(static_cast<cl_context>(context_), of_event<cl_context>(event, CL_EVENT_CONTEXT));
  EXPECT_EQ(cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR},
            of_event<cl_command_type>(event, CL_EVENT_COMMAND_TYPE));
  wait(event);
  EXPECT_EQ(CL_COMPLETE, status_of(event));
}

// "CL_PROFILING_INFO_NOT_AVAILABLE is returned if all the queues passed do not have
// CL_QUEUE_PROFILING_ENABLE set."
TEST_F(SeveralQueues, GiveTimesWhereOneIsProfiled) {
  const Queue plain = queue_on(roots_[0]);
  const std::pair<std::vector<cl_command_queue>, cl_int> rows[] = {
      {{queue_, second_}, CL_SUCCESS},
      {{second_, queue_}, CL_SUCCESS},
      {{plain, second_}, CL_PROFILING_INFO_NOT_AVAILABLE}};
  for (const auto& [queues, code] : rows) {
    Recorder recorder(queues);
    recorder.on(queues[1]).launch(make("step", numbers_, 1), count);
    recorder.finalize();
    const Event event = recorder.enqueue();
    wait(event);
    cl_ulong times[5] = {};
    const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                       CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                       CL_PROFILING_COMMAND_COMPLETE};
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(code, clGetEventProfilingInfo(event, names[i], sizeof *times, times + i, nullptr));
      if (code == CL_SUCCESS && i != 0) EXPECT_LE(times[i - 1], times[i]);
    }
    if (code == CL_SUCCESS) EXPECT_NE(0U, times[0]);
  }
}

TEST_F(SeveralQueues, ReplayBehindWhatIsInEachOfThem) {
  Recorder recorder(both());
  recorder.on(queue_).launch(make("step", numbers_, 1), count);
  recorder.finalize();
  for (const cl_command_queue blocked : both()) {
    const Event user = make_user_event();
    const cl_event wanted = user;
    ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(blocked, 1, &wanted, nullptr));
    const Event event = recorder.enqueue();
    ASSERT_EQ(CL_SUCCESS, clFlush(queue_));
    ASSERT_EQ(CL_SUCCESS, clFlush(second_));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_GT(status_of(event), CL_RUNNING);
    ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
    wait(event);
  }
  expect_all(after_steps(0, {1, 1}));
}

TEST_F(SeveralQueues, RunLaterCommandsBehindTheReplay) {
  const Event user = make_user_event();
  const cl_event wanted = user;
  Recorder recorder(both());
  recorder.on(queue_).launch(make("step", numbers_, 1), count);
  recorder.finalize();
  ASSERT_EQ(CL_SUCCESS,
            command_buffers().enqueue(0, nullptr, recorder.buffer(), 1, &wanted, nullptr));
  std::vector<cl_event> later(2);
  for (size_t i = 0; i < 2; ++i) {
    ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(both()[i], 0, nullptr, &later[i]));
    ASSERT_EQ(CL_SUCCESS, clFlush(both()[i]));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  for (cl_event event : later) EXPECT_GT(status_of(event), CL_RUNNING);
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(2, later.data()));
  for (cl_event event : later) EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  expect_all(1);
}

TEST_F(SeveralQueues, FinishTheReplayEach) {
  Recorder recorder(both());
  const cl_int once = record_exchange(recorder, both(), steps(), 0, 10);
  static_cast<void>(once);
  recorder.finalize();
  for (const bool is_out_of_order : {false, true}) {
    const cl_command_queue_properties properties =
        is_out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    const Queue first = queue_on(roots_[0], properties), second = queue_on(roots_[1], properties);
    for (const cl_command_queue finished : {cl_command_queue{first}, cl_command_queue{second}}) {
      Event event;
      ASSERT_EQ(CL_SUCCESS, enqueue_on({first, second}, recorder.buffer(), event.out()));
      ASSERT_EQ(CL_SUCCESS, clFinish(finished));
      EXPECT_EQ(CL_COMPLETE, status_of(event));
    }
  }
}

// An order that a queue gives hands on no failure; a wait list does.
TEST_F(SeveralQueues, DoNotReplayBehindAFailedEvent) {
  const Event user = make_user_event();
  const cl_event wanted = user;
  Recorder recorder(both());
  recorder.on(second_).launch(make("step", numbers_, 1), count);
  recorder.finalize();
  Event event;
  ASSERT_EQ(CL_SUCCESS,
            command_buffers().enqueue(0, nullptr, recorder.buffer(), 1, &wanted, event.out()));
  const Event after = recorder.enqueue();
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(user, -5));
  wait(after);
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(event));
  expect_all(1);
}

// "Each command-queue in the enqueue list": devices and contexts are compared index by index.
TEST_F(SeveralQueues, AreReplacedByOthersOfTheirDevices) {
  Recorder recorder(both());
  const cl_int expected = record_exchange(recorder, both(), steps(), 0, 10);
  recorder.finalize();
  const Queue first = queue_on(roots_[0], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Queue second = queue_on(roots_[1]);
  EXPECT_EQ(CL_INVALID_DEVICE, enqueue_on({second, first}, recorder.buffer()));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue_on({first}, recorder.buffer()));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, enqueue_on({first, nullptr}, recorder.buffer()));
  Event event;
  ASSERT_EQ(CL_SUCCESS, enqueue_on({first, second}, recorder.buffer(), event.out()));
  wait(event);
  expect_all(expected);
}

TEST_F(SeveralQueues, MayBeOneSeveralTimes) {
  Recorder recorder({queue_, second_, queue_});
  const cl_int expected = record_exchange(recorder, {queue_, second_}, steps(), 0, 10);
  recorder.finalize();
  wait(recorder.enqueue());
  expect_all(expected);
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

TEST_F(SeveralQueues, MayBeReleasedWhileTheReplayRuns) {
  const Event user = make_user_event();
  const cl_event wanted = user;
  Event event;
  cl_int expected = 0;
  {
    const Queue first = queue_on(parts_[0]), second = queue_on(parts_[1]);
    Recorder recorder({first, second});
    expected = record_exchange(recorder, {first, second}, steps(), 0, 10);
    recorder.finalize();
    ASSERT_EQ(CL_SUCCESS,
              command_buffers().enqueue(0, nullptr, recorder.buffer(), 1, &wanted, event.out()));
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
  wait(event);
  expect_all(expected);
}

TEST_F(SeveralQueues, OfNothingEndAtOnce) {
  Recorder recorder(both());
  recorder.finalize();
  wait(recorder.enqueue());
  EXPECT_EQ(CL_SUCCESS, clFinish(second_));
}

// Replays of two threads that name the same queues the other way round never wait in a circle.
TEST_F(SeveralQueues, TakeReplaysOfThreadsInOneOrder) {
  const std::vector<cl_command_queue> there = both(), back = {second_, queue_};
  std::vector<std::thread> threads;
  for (const std::vector<cl_command_queue>& queues : {there, back, there, back}) {
    threads.emplace_back([this, queues] {
      const Memory own = make_buffer(std::vector<cl_int>(count, 0));
      Recorder recorder(queues);
      const cl_int expected = record_exchange(
          recorder, queues, [&](cl_int number) { return make("step", own, number); }, 0, 4);
      recorder.finalize();
      for (int replay = 0; replay < 300; ++replay) {
        ASSERT_EQ(CL_SUCCESS,
                  command_buffers().enqueue(0, nullptr, recorder.buffer(), 0, nullptr, nullptr));
        if (replay == 0) {
          ASSERT_EQ(CL_SUCCESS, clFinish(queues[0]));
          EXPECT_EQ(std::vector<cl_int>(count, expected), contents(own));
        }
      }
      EXPECT_EQ(CL_SUCCESS, clFinish(queues[1]));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// cl_khr_command_buffer_mutable_dispatch: handles are of any of the queues.
TEST_F(SeveralQueues, HaveCommandsThatChange) {
  const auto queues = both();
  const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                   CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
  cl_int error = 1;
  const CommandBuffer buffer(command_buffers().create(2, queues.data(), list, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Kernel kernel = make("step", numbers_, 1);
  cl_mutable_command_khr handles[2] = {};
  cl_sync_point_khr last = 0;
  const size_t items = count;
  for (size_t i = 0; i < 2; ++i) {
    ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer, queues[i], nullptr, kernel, 1, nullptr,
                                                   &items, nullptr, i == 0 ? 0 : 1,
                                                   i == 0 ? nullptr : &last, &last, handles + i));
    EXPECT_EQ(queues[i],
              value_of<cl_command_queue>([&](size_t size, void* value, size_t* returned) {
                return mutable_commands().info(handles[i], CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR,
                                               size, value, returned);
              }));
  }
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer));
  const cl_int seven = 7;
  const Argument argument = {1, sizeof seven, &seven};
  Config config = config_of(handles[1]);
  config.num_args = 1;
  config.arg_list = &argument;
  ASSERT_EQ(CL_SUCCESS, update(buffer, {config}));
  ASSERT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, clFinish(second_));
  expect_all(after_steps(0, {1, 7}));
}

}  // namespace
}  // namespace cleave::test
