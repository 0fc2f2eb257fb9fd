#include <atomic>
#include <cstring>
#include <thread>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

/// Holds the arguments of these tests' function: two buffers and numbers.
struct Arguments {
  cl_int* from;
  cl_int* to;
  cl_int factor;
  size_t count;
};

void CL_CALLBACK multiply(void* raw) {
  Arguments arguments;
  std::memcpy(&arguments, raw, sizeof arguments);
  for (size_t i = 0; i < arguments.count; ++i) {
    arguments.to[i] = arguments.factor * arguments.from[i];
  }
}

void CL_CALLBACK nothing(void*) {}

class Clause_5_10_NativeKernels : public OnDevice {
 protected:
  struct Call {
    void(CL_CALLBACK* function)(void*) = nothing;
    void* arguments = nullptr;
    size_t bytes = 0;
    std::vector<cl_mem> memory;
    std::vector<const void*> locations;
  };
  [[nodiscard]] cl_int enqueue(const Call& call, cl_event* event = nullptr) const {
    std::vector<const void*> locations = call.locations;
    return clEnqueueNativeKernel(queue_, call.function, call.arguments, call.bytes,
                                 static_cast<cl_uint>(call.memory.size()),
                                 call.memory.empty() ? nullptr : call.memory.data(),
                                 locations.empty() ? nullptr : locations.data(), 0, nullptr, event);
  }
};

TEST_F(Clause_5_10_NativeKernels, TheDeviceSaysThatItRunsThem) {
  const auto capabilities =
      value_of<cl_device_exec_capabilities>([&](size_t size, void* value, size_t* returned) {
        return clGetDeviceInfo(device_, CL_DEVICE_EXECUTION_CAPABILITIES, size, value, returned);
      });
  EXPECT_EQ(cl_device_exec_capabilities{CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL}, capabilities);
}

TEST_F(Clause_5_10_NativeKernels, MemoryObjectsBecomePointersAndArgumentsAreCopied) {
  const Memory from = make_buffer({1, 2, 3, 4});
  const Memory to = make_buffer(std::vector<cl_int>(4, -1));
  const Event start = make_user_event();
  const cl_event list[] = {start};
  {
    Arguments arguments{nullptr, nullptr, 7, 4};
    const cl_mem memory[] = {from, to};
    const void* locations[] = {&arguments.from, &arguments.to};
    ASSERT_EQ(CL_SUCCESS, clEnqueueNativeKernel(queue_, multiply, &arguments, sizeof arguments, 2,
                                                memory, locations, 1, list, nullptr));
    // 5.10: the application's copy stays as it is, and may be used again at once.
    EXPECT_EQ(nullptr, arguments.from);
    arguments = {nullptr, nullptr, 0, 0};
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ((std::vector<cl_int>{7, 14, 21, 28}), contents(to));
}

TEST_F(Clause_5_10_NativeKernels, ANullMemoryObjectIsTheNullPointer) {
  struct Seen {
    void* pointer;
    std::atomic<void*>* out;
  };
  std::atomic<void*> out = &out;
  Seen seen{&out, &out};
  const auto look = [](void* raw) {
    const auto* given = static_cast<Seen*>(raw);
    given->out->store(given->pointer);
  };
  ASSERT_EQ(CL_SUCCESS, enqueue({look, &seen, sizeof seen, {nullptr}, {&seen.pointer}}));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(nullptr, out.load());
}

TEST_F(Clause_5_10_NativeKernels, TheFunctionRunsOnAnotherThreadAndItsEventIsANativeKernels) {
  std::atomic<std::thread::id> ran;
  auto* place = &ran;
  const auto remember = [](void* raw) {
    std::atomic<std::thread::id>* out;
    std::memcpy(&out, raw, sizeof out);
    out->store(std::this_thread::get_id());
  };
  Event event;
  ASSERT_EQ(CL_SUCCESS, enqueue({remember, &place, sizeof place, {}, {}}, event.out()));
  const cl_event list[] = {event};
  ASSERT_EQ(CL_SUCCESS, clWaitForEvents(1, list));
  EXPECT_NE(std::thread::id(), ran.load());
  EXPECT_EQ(cl_command_type{CL_COMMAND_NATIVE_KERNEL},
            value_of<cl_command_type>([&](size_t size, void* value, size_t* returned) {
              return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, size, value, returned);
            }));
}

TEST_F(Clause_5_10_NativeKernels, WithoutArgumentsTheFunctionGetsNull) {
  static std::atomic<int> calls;
  calls = 0;
  const auto count = [](void* raw) { calls += raw == nullptr ? 1 : 100; };
  ASSERT_EQ(CL_SUCCESS, enqueue({count, nullptr, 0, {}, {}}));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(1, calls.load());
}

TEST_F(Clause_5_10_NativeKernels, ListsThatContradictEachOtherAreInvalidValue) {
  const Memory buffer = make_buffer(64);
  void* arguments[2] = {};
  const void* inside = arguments;
  const cl_mem memory[] = {buffer};
  const auto call = [&](void(CL_CALLBACK * function)(void*), void* args, size_t bytes,
                        cl_uint count, const cl_mem* list, const void** locations) {
    return clEnqueueNativeKernel(queue_, function, args, bytes, count, list, locations, 0, nullptr,
                                 nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, call(nullptr, arguments, 16, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, nullptr, 16, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, nullptr, 0, 1, memory, &inside));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, arguments, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, arguments, 16, 1, nullptr, &inside));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, arguments, 16, 1, memory, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, arguments, 16, 0, memory, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, arguments, 16, 0, nullptr, &inside));
  const void* outside = arguments + 2;
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, arguments, 16, 1, memory, &outside));
  EXPECT_EQ(CL_SUCCESS, call(nothing, arguments, 16, 1, memory, &inside));
}

TEST_F(Clause_5_10_NativeKernels, WrongObjectsAreNamed) {
  void* arguments[1] = {};
  const void* inside = arguments;
  const cl_mem wrong[] = {reinterpret_cast<cl_mem>(cl_context(context_))};
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clEnqueueNativeKernel(queue_, nothing, arguments, 8, 1, wrong,
                                                         &inside, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueNativeKernel(nullptr, nothing, arguments, 8, 0,
                                                            nullptr, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST,
            clEnqueueNativeKernel(queue_, nothing, arguments, 8, 0, nullptr, nullptr, 1, nullptr,
                                  nullptr));
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  const Event foreign(clCreateUserEvent(other, &error));
  const cl_event list[] = {foreign};
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueNativeKernel(queue_, nothing, arguments, 8, 0, nullptr,
                                                      nullptr, 1, list, nullptr));
}

}  // namespace
}  // namespace cleave::test
