// Command-buffers under many threads: recorded, replayed and released while their commands run.
#include <atomic>
#include <future>
#include <mutex>

#include "stress.h"

namespace cleave::api::test {
namespace {

constexpr size_t bytes = items * sizeof(cl_uint);
using Handle = cl_command_buffer_khr;
using SyncPoints = std::vector<cl_sync_point_khr>;
using CommandBuffer = Owned<Handle, api::clReleaseCommandBufferKHR>;

CommandBuffer make_command_buffer(const CommandQueue& queue,
                                  cl_command_buffer_flags_khr flags = 0) {
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
  cl_command_queue handle = queue.get();
  return CommandBuffer(api::clCreateCommandBufferKHR(1, &handle, properties, nullptr));
}

cl_mutable_command_khr record_mutable(const CommandBuffer& buffer, const Kernel& kernel) {
  cl_mutable_command_khr command = nullptr;
  EXPECT_EQ(api::clCommandNDRangeKernelKHR(buffer.get(), nullptr, nullptr, kernel.get(), 1, nullptr,
                                           &items, nullptr, 0, nullptr, nullptr, &command),
            CL_SUCCESS);
  return command;
}

cl_int update(const CommandBuffer& buffer, const support::MutableDispatchConfig& config) {
  const support::command_buffer_update_type type = support::mutable_dispatch_config_type;
  const void* configs[] = {&config};
  return api::clUpdateMutableCommandsKHR(buffer.get(), 1, &type, configs);
}

/// Sets the first argument of a launch.
cl_int update(const CommandBuffer& buffer, cl_mutable_command_khr command, const Buffer& to) {
  cl_mem memory = to.get();
  const support::MutableDispatchArgument argument = {0, sizeof memory, &memory};
  support::MutableDispatchConfig config = {};
  config.command = command;
  config.num_args = 1;
  config.arg_list = &argument;
  return update(buffer, config);
}

cl_uint count(const SyncPoints& points) {
  return static_cast<cl_uint>(points.size());
}

const cl_sync_point_khr* list(const SyncPoints& points) {
  return points.empty() ? nullptr : points.data();
}

cl_sync_point_khr record(const CommandBuffer& buffer, const Kernel& kernel,
                         const SyncPoints& after = {}) {
  const size_t local = 4;
  cl_sync_point_khr point = 0;
  EXPECT_EQ(
      api::clCommandNDRangeKernelKHR(buffer.get(), nullptr, nullptr, kernel.get(), 1, nullptr,
                                     &items, &local, count(after), list(after), &point, nullptr),
      CL_SUCCESS);
  return point;
}

cl_sync_point_khr record_copy(const CommandBuffer& buffer, const Buffer& from, const Buffer& to,
                              const SyncPoints& after = {}) {
  cl_sync_point_khr point = 0;
  EXPECT_EQ(api::clCommandCopyBufferKHR(buffer.get(), nullptr, nullptr, from.get(), to.get(), 0, 0,
                                        bytes, count(after), list(after), &point, nullptr),
            CL_SUCCESS);
  return point;
}

void finalize(const CommandBuffer& buffer) {
  EXPECT_EQ(api::clFinalizeCommandBufferKHR(buffer.get()), CL_SUCCESS);
}

Event replay(const CommandBuffer& buffer, const std::vector<cl_event>& after = {},
             const CommandQueue* queue = nullptr) {
  cl_command_queue on = queue != nullptr ? queue->get() : nullptr;
  cl_event event = nullptr;
  EXPECT_EQ(api::clEnqueueCommandBufferKHR(
                queue != nullptr ? 1 : 0, queue != nullptr ? &on : nullptr, buffer.get(),
                static_cast<cl_uint>(after.size()), after.empty() ? nullptr : after.data(), &event),
            CL_SUCCESS);
  return Event(event);
}

/// Waits for the event, whose command succeeds.
void expect_end(const Event& event) {
  const cl_event handle = event.get();
  EXPECT_EQ(api::clWaitForEvents(1, &handle), CL_SUCCESS);
  EXPECT_EQ(status_of(event), CL_COMPLETE);
}

TEST_F(Stress, AllThreadsRecordIntoACommandBufferAndReplayIt) {
  const CommandQueue queue = make_queue();
  const Buffer buffer = make_buffer();
  const CommandBuffer recorded = make_command_buffer(queue);
  on_threads([&](unsigned) {
    const Kernel kernel = make_kernel(buffer);
    for (int command = 0; command < 20; ++command) record(recorded, kernel);
  });
  finalize(recorded);
  on_threads([&](unsigned) {
    for (int turn = 0; turn < 25; ++turn) replay(recorded);
  });
  expect_all(queue, buffer, 20 * thread_count * 25 * thread_count);
}

// A thread finalizes what others record into: each call is before that, or refused.
TEST_F(Stress, ACommandBufferIsFinalizedWhileThreadsRecord) {
  const CommandQueue queue = make_queue();
  for (int turn = 0; turn < 20; ++turn) {
    const Buffer buffer = make_buffer();
    const CommandBuffer recorded = make_command_buffer(queue);
    std::atomic<cl_uint> commands{0};
    on_threads([&](unsigned thread) {
      const Kernel kernel = make_kernel(buffer);
      for (int command = 0; command < 10; ++command) {
        if (thread == 0 && command == 5) {
          finalize(recorded);
          return;
        }
        const cl_int code =
            api::clCommandNDRangeKernelKHR(recorded.get(), nullptr, nullptr, kernel.get(), 1,
                                           nullptr, &items, nullptr, 0, nullptr, nullptr, nullptr);
        EXPECT_TRUE(code == CL_SUCCESS || code == CL_INVALID_OPERATION) << code;
        if (code == CL_SUCCESS) ++commands;
      }
    });
    replay(recorded);
    expect_all(queue, buffer, commands);
  }
}

TEST_F(Stress, SyncPointsAndEventsOrderReplays) {
  on_threads([&](unsigned) {
    const CommandQueue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const Buffer first = make_buffer(), second = make_buffer(), third = make_buffer();
    const Kernel on_first = make_kernel(first), on_second = make_kernel(second);
    const Kernel on_third = make_kernel(third);
    const CommandBuffer recorded = make_command_buffer(queue);
    // Two commands at a time, which copy the same, and one that follows both.
    const cl_sync_point_khr begun = record(recorded, on_first);
    const cl_sync_point_khr left = record_copy(recorded, first, second, {begun});
    const cl_sync_point_khr right = record_copy(recorded, first, third, {begun});
    const cl_sync_point_khr left_end = record(recorded, on_second, {left});
    const cl_sync_point_khr right_end = record(recorded, on_third, {right});
    record(recorded, on_first, {left_end, right_end});
    finalize(recorded);
    Event last = replay(recorded);
    for (int turn = 1; turn < 50; ++turn) last = replay(recorded, {last.get()});
    EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
    expect_all(queue, first, 100);
    expect_all(queue, second, 100);
    expect_all(queue, third, 100);
  });
}

TEST_F(Stress, BarriersOrderRecordedCommands) {
  on_threads([&](unsigned) {
    const CommandQueue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const Buffer buffer = make_buffer(), copy = make_buffer();
    const Kernel kernel = make_kernel(buffer);
    const CommandBuffer recorded = make_command_buffer(queue);
    for (int command = 0; command < 10; ++command) {
      record(recorded, kernel);
      EXPECT_EQ(api::clCommandBarrierWithWaitListKHR(recorded.get(), nullptr, nullptr, 0, nullptr,
                                                     nullptr, nullptr),
                CL_SUCCESS);
      record_copy(recorded, buffer, copy);
      EXPECT_EQ(api::clCommandBarrierWithWaitListKHR(recorded.get(), nullptr, nullptr, 0, nullptr,
                                                     nullptr, nullptr),
                CL_SUCCESS);
    }
    finalize(recorded);
    for (cl_uint turn = 1; turn <= 20; ++turn) {
      const Event event = replay(recorded);
      expect_end(event);
      expect_all(queue, copy, 10 * turn);
    }
  });
}

TEST_F(Stress, CommandBuffersAreReleasedWhileTheyRun) {
  on_threads([&](unsigned) {
    const CommandQueue queue = make_queue();
    const Buffer result = make_buffer();
    for (int turn = 0; turn < 50; ++turn) {
      const Event gate = make_user_event();
      {
        const Buffer buffer = make_buffer();
        const Kernel kernel = make_kernel(buffer);
        const CommandBuffer recorded = make_command_buffer(queue);
        for (int command = 0; command < 5; ++command) record(recorded, kernel);
        record_copy(recorded, buffer, result);
        finalize(recorded);
        replay(recorded, {gate.get()});
        replay(recorded);
      }
      EXPECT_EQ(api::clSetUserEventStatus(gate.get(), CL_COMPLETE), CL_SUCCESS);
      expect_all(queue, result, 10);
    }
  });
}

TEST_F(Stress, ReplaysAndCommandsShareAQueue) {
  const CommandQueue queue = make_queue();
  const Buffer buffer = make_buffer();
  const CommandBuffer recorded = make_command_buffer(queue);
  {
    const Kernel kernel = make_kernel(buffer);
    for (int command = 0; command < 3; ++command) record(recorded, kernel);
  }
  finalize(recorded);
  on_threads([&](unsigned thread) {
    const Kernel kernel = make_kernel(buffer);
    for (int turn = 0; turn < 50; ++turn) {
      const Event event = (turn + thread) % 2 == 0 ? replay(recorded) : launch(queue, kernel);
      if (turn % 8 == 0) expect_end(event);
    }
  });
  expect_all(queue, buffer, thread_count * 25 * (3 + 1));
}

TEST_F(Stress, ReplaysOnQueuesThatStandInAreOrderedByEvents) {
  const CommandQueue queue = make_queue();
  const Buffer buffer = make_buffer();
  const CommandBuffer recorded = make_command_buffer(queue);
  {
    const Kernel kernel = make_kernel(buffer);
    record(recorded, kernel);
    record(recorded, kernel);
  }
  finalize(recorded);
  std::mutex mutex;
  Event last = replay(recorded);
  on_threads([&](unsigned) {
    const CommandQueue own = make_queue();
    for (int turn = 0; turn < 50; ++turn) {
      const std::lock_guard lock(mutex);
      last = replay(recorded, {last.get()}, &own);
    }
    EXPECT_EQ(api::clFinish(own.get()), CL_SUCCESS);
  });
  expect_all(queue, buffer, 2 + 2 * 50 * thread_count);
}

// Each thread lets its launch of one command-buffer change between two buffers, while replays of all
// threads run: each replay is of one of the two.
TEST_F(Stress, LaunchesChangeWhileTheyAreReplayed) {
  const CommandQueue queue = make_queue();
  const CommandBuffer recorded = make_command_buffer(
      queue, CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  std::vector<Buffer> buffers;
  cl_mutable_command_khr commands[thread_count] = {};
  for (cl_mutable_command_khr& command : commands) {
    for (int i = 0; i < 2; ++i) buffers.push_back(make_buffer());
    command = record_mutable(recorded, make_kernel(buffers.back()));
  }
  finalize(recorded);
  constexpr cl_uint turns = 50;
  on_threads([&](unsigned thread) {
    for (cl_uint turn = 0; turn < turns; ++turn) {
      EXPECT_EQ(update(recorded, commands[thread], buffers[2 * thread + turn % 2]), CL_SUCCESS);
      replay(recorded);
    }
  });
  EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
  for (size_t thread = 0; thread < thread_count; ++thread) {
    cl_uint sum = 0;
    for (size_t i = 0; i < 2; ++i) {
      cl_uint value = 0;
      EXPECT_EQ(api::clEnqueueReadBuffer(queue.get(), buffers[2 * thread + i].get(), CL_TRUE, 0,
                                         sizeof value, &value, 0, nullptr, nullptr),
                CL_SUCCESS);
      expect_all(queue, buffers[2 * thread + i], value);
      sum += value;
    }
    EXPECT_EQ(turns * thread_count, sum);
  }
}

size_t size_of(cl_mutable_command_khr command, cl_mutable_command_info_khr name) {
  size_t size = 0;
  EXPECT_EQ(api::clGetMutableCommandInfoKHR(command, name, sizeof size, &size, nullptr),
            CL_SUCCESS);
  return size;
}

// One thread changes the offset of a launch, another one its size: neither loses what it has set.
TEST_F(Stress, ThreadsChangeOneLaunch) {
  const CommandQueue queue = make_queue();
  const CommandBuffer recorded = make_command_buffer(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  const Buffer buffer = make_buffer();
  cl_mutable_command_khr command = record_mutable(recorded, make_kernel(buffer));
  finalize(recorded);
  on_threads([&](unsigned thread) {
    if (thread > 1) return;
    for (size_t turn = 1; turn <= 5000; ++turn) {
      support::MutableDispatchConfig config = {};
      config.command = command;
      (thread == 0 ? config.global_work_offset : config.global_work_size) = &turn;
      EXPECT_EQ(update(recorded, config), CL_SUCCESS);
      EXPECT_EQ(turn, size_of(command, thread == 0 ? CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR
                                                   : CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR));
    }
  });
}

/// An update of a launch by another thread.
class UpdateByAnother {
 public:
  UpdateByAnother(const CommandBuffer& buffer, cl_mutable_command_khr command, const Buffer& to)
      : make_([&, command] { return update(buffer, command, to); }) {}
  void begin() {
    code_ = std::async(std::launch::async, make_);
    is_made_ = code_.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
  }
  /// Expects that it was made before begin() returned.
  void expect_made() {
    ASSERT_TRUE(code_.valid());
    EXPECT_TRUE(is_made_);
    EXPECT_EQ(code_.get(), CL_SUCCESS);
  }

 private:
  const std::function<cl_int()> make_;
  std::future<cl_int> code_;
  bool is_made_ = false;
};

// 4.4, clCreateContext: "This callback function may be called asynchronously by the OpenCL
// implementation." While it hears that there is no code for a launch, other threads use the buffer.
TEST_F(Stress, LaunchesChangeWhileTheApplicationHearsOfOne) {
  UpdateByAnother* other = nullptr;
  const auto hear = [](const char*, const void*, size_t, void* of_test) {
    (*static_cast<UpdateByAnother**>(of_test))->begin();
  };
  const Context notified(api::clCreateContext(nullptr, 1, &device, hear, &other, nullptr));
  const char* source = "without_code";
  const Program built(api::clCreateProgramWithSource(notified.get(), 1, &source, nullptr, nullptr));
  EXPECT_EQ(api::clBuildProgram(built.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  const CommandQueue queue(api::clCreateCommandQueue(notified.get(), device, 0, nullptr));
  const Buffer buffer(api::clCreateBuffer(notified.get(), 0, bytes, nullptr, nullptr));
  const CommandBuffer recorded = make_command_buffer(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  const auto record_bare = [&](const char* name) {
    return record_mutable(recorded, Kernel(api::clCreateKernel(built.get(), name, nullptr)));
  };
  cl_mutable_command_khr without_code = record_bare("without_code");
  UpdateByAnother of_increment(recorded, record_bare("increment"), buffer);
  other = &of_increment;
  finalize(recorded);
  EXPECT_EQ(update(recorded, without_code, buffer), CL_OUT_OF_RESOURCES);
  of_increment.expect_made();
}

// 5.5.5, clSetMemObjectDestructorCallback: an update lets a buffer go, whose callback runs.
TEST_F(Stress, LaunchesChangeWhileABufferEnds) {
  const CommandQueue queue = make_queue();
  const Buffer first = make_buffer(), second = make_buffer();
  Buffer own = make_buffer();
  const CommandBuffer recorded = make_command_buffer(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr of_own = record_mutable(recorded, make_kernel(own));
  UpdateByAnother other(recorded, record_mutable(recorded, make_kernel(first)), second);
  finalize(recorded);
  const auto begin = [](cl_mem, void* of_test) { static_cast<UpdateByAnother*>(of_test)->begin(); };
  EXPECT_EQ(api::clSetMemObjectDestructorCallback(own.get(), begin, &other), CL_SUCCESS);
  own = {};
  EXPECT_EQ(update(recorded, of_own, first), CL_SUCCESS);
  other.expect_made();
}

}  // namespace
}  // namespace cleave::api::test
