// Objects that others keep alive: their handles stay valid, for every query that names one, in all
// orders of releasing them and while threads retain what queries give. 4.4, clReleaseContext:
// "After the context reference count becomes zero and all the objects attached to context (such as
// memory objects, command-queues) are released, the context is deleted"; likewise the other
// objects.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <thread>

#include "support/kinds.h"
#include "support/mutable_commands.h"

namespace cleave::test {
namespace {

// Before the first call of OpenCL, which reads it.
[[maybe_unused]] const int topology = setenv("CLEAVE_TOPOLOGY", "core:4 pu:1", 1);

class On : public OnDevice {
 public:
  using OnDevice::context_;
  using OnDevice::device_;
  [[nodiscard]] cl_device_id make_part() const {
    const cl_device_partition_property two[] = {CL_DEVICE_PARTITION_BY_COUNTS, 2, 0, 0};
    cl_device_id part = nullptr;
    EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(device_, two, 1, &part, nullptr));
    return part;
  }
  [[nodiscard]] static cl_context make_context(cl_device_id of) {
    cl_int error = 1;
    auto* made = clCreateContext(nullptr, 1, &of, nullptr, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  [[nodiscard]] cl_context make_context() const { return make_context(device_); }
  [[nodiscard]] static cl_command_queue make_queue(cl_context in, cl_device_id on) {
    cl_int error = 1;
    auto* made = clCreateCommandQueueWithProperties(in, on, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  [[nodiscard]] static cl_command_buffer_khr make_command_buffer_of(cl_command_queue queue) {
    return std::exchange(*make_command_buffer(queue).out(), nullptr);
  }
  [[nodiscard]] static cl_mem make_memory(cl_context in) {
    cl_int error = 1;
    auto* made = clCreateBuffer(in, CL_MEM_READ_WRITE, 4096, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  [[nodiscard]] static cl_mem make_part_of(cl_mem memory) {
    const cl_buffer_region half = {0, 2048};
    cl_int error = 1;
    auto* made = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  [[nodiscard]] static cl_program make_program(cl_context in, cl_device_id for_device) {
    const char* source = "kernel void k(global int *p) { p[get_global_id(0)] += 1; }";
    cl_int error = 1;
    auto* made = clCreateProgramWithSource(in, 1, &source, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(made, 1, &for_device, "", nullptr, nullptr));
    return made;
  }
  [[nodiscard]] static cl_kernel make_kernel_of(cl_program program) {
    cl_int error = 1;
    auto* made = clCreateKernel(program, "k", &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  [[nodiscard]] static cl_event make_marker(cl_command_queue in) {
    cl_event made = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(in, 0, nullptr, &made));
    return made;
  }
  [[nodiscard]] static cl_event make_user_event_in(cl_context context) {
    cl_int error = 1;
    auto* made = clCreateUserEvent(context, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
};

/// A query that names an object. `make` gives away the application's references of the object and
/// of all others but the holder.
struct Row {
  const char* token;
  const char* holder;
  Kept (*make)(const On& on);
  friend void PrintTo(const Row& row, std::ostream* out) { *out << row.token << row.holder; }
};

/// A launch in a command-buffer, which alone keeps the queue and the kernel.
struct RecordedLaunch {
  explicit RecordedLaunch(const On& on)
      : queue(On::make_queue(on.context_, on.device_)), buffer(On::make_command_buffer_of(queue)) {
    auto* program = On::make_program(on.context_, on.device_);
    auto* memory = On::make_memory(on.context_);
    kernel = On::make_kernel_of(program);
    const size_t items = 1;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
    EXPECT_EQ(CL_SUCCESS, command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr,
                                                   &items, nullptr, 0, nullptr, nullptr, &command));
    release(memory_kind, memory);
    release(program_kind, program);
    release(queue_kind, queue);
    release(kernel_kind, kernel);
  }
  template <class T>
  [[nodiscard]] Kept kept(const Kind& kind, T handle, cl_uint token) const {
    return {&kind, handle, asking<T>(mutable_commands().info, command, token),
            [holder = buffer] { release(command_buffer_kind, holder); }};
  }
  cl_command_queue queue;
  cl_command_buffer_khr buffer;
  cl_kernel kernel = nullptr;
  cl_mutable_command_khr command = nullptr;
};

const Row rows[] = {
    {"CL_DEVICE_PARENT_DEVICE", "",
     [](const On& on) {
       auto* parent = on.make_part();
       const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
       cl_device_id part = nullptr;
       EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(parent, one, 1, &part, nullptr));
       return kept(device_kind, parent, device_kind, part, clGetDeviceInfo,
                   CL_DEVICE_PARENT_DEVICE);
     }},
    {"CL_DEVICE_PARENT_DEVICE_EXT", "",
     [](const On& on) {
       auto* parent = on.make_part();
       const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
       cl_device_id part = nullptr;
       EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(parent, one, 1, &part, nullptr));
       return kept(device_kind, parent, device_kind, part, clGetDeviceInfo,
                   CL_DEVICE_PARENT_DEVICE_EXT);
     }},
    {"CL_CONTEXT_DEVICES", "",
     [](const On& on) {
       auto* part = on.make_part();
       return kept(device_kind, part, context_kind, On::make_context(part), clGetContextInfo,
                   CL_CONTEXT_DEVICES);
     }},
    {"CL_QUEUE_CONTEXT", "",
     [](const On& on) {
       auto* context = on.make_context();
       return kept(context_kind, context, queue_kind, On::make_queue(context, on.device_),
                   clGetCommandQueueInfo, CL_QUEUE_CONTEXT);
     }},
    {"CL_QUEUE_DEVICE", "",
     [](const On& on) {
       auto* part = on.make_part();
       return kept(device_kind, part, queue_kind, On::make_queue(on.context_, part),
                   clGetCommandQueueInfo, CL_QUEUE_DEVICE);
     }},
    {"CL_COMMAND_BUFFER_QUEUES_KHR", "",
     [](const On& on) {
       auto* queue = On::make_queue(on.context_, on.device_);
       return kept(queue_kind, queue, command_buffer_kind, On::make_command_buffer_of(queue),
                   command_buffers().info, CL_COMMAND_BUFFER_QUEUES_KHR);
     }},
    {"CL_COMMAND_BUFFER_CONTEXT_KHR", "",
     [](const On& on) {
       auto* context = on.make_context();
       auto* queue = On::make_queue(context, on.device_);
       auto* buffer = On::make_command_buffer_of(queue);
       release(queue_kind, queue);
       return kept(context_kind, context, command_buffer_kind, buffer, command_buffers().info,
                   CL_COMMAND_BUFFER_CONTEXT_KHR);
     }},
    {"CL_SEMAPHORE_CONTEXT_KHR", "",
     [](const On& on) {
       auto* context = on.make_context();
       return kept(context_kind, context, make_semaphore(context), CL_SEMAPHORE_CONTEXT_KHR);
     }},
    {"CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR", "",
     [](const On& on) {
       auto* part = on.make_part();
       return kept(device_kind, part, make_semaphore(on.context_, part),
                   CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR);
     }},
    {"CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR", "",
     [](const On& on) {
       const RecordedLaunch launch(on);
       return launch.kept(queue_kind, launch.queue, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR);
     }},
    {"CL_MUTABLE_DISPATCH_KERNEL_KHR", "",
     [](const On& on) {
       const RecordedLaunch launch(on);
       return launch.kept(kernel_kind, launch.kernel, CL_MUTABLE_DISPATCH_KERNEL_KHR);
     }},
    {"CL_MEM_CONTEXT", "OfABuffer",
     [](const On& on) {
       auto* context = on.make_context();
       return kept(context_kind, context, memory_kind, On::make_memory(context), clGetMemObjectInfo,
                   CL_MEM_CONTEXT);
     }},
    {"CL_MEM_CONTEXT", "OfASubBuffer",
     [](const On& on) {
       auto* context = on.make_context();
       auto* memory = On::make_memory(context);
       auto* part = On::make_part_of(memory);
       release(memory_kind, memory);
       return kept(context_kind, context, memory_kind, part, clGetMemObjectInfo, CL_MEM_CONTEXT);
     }},
    {"CL_MEM_ASSOCIATED_MEMOBJECT", "",
     [](const On& on) {
       auto* memory = On::make_memory(on.context_);
       return kept(memory_kind, memory, memory_kind, On::make_part_of(memory), clGetMemObjectInfo,
                   CL_MEM_ASSOCIATED_MEMOBJECT);
     }},
    {"CL_PROGRAM_CONTEXT", "",
     [](const On& on) {
       auto* context = on.make_context();
       return kept(context_kind, context, program_kind, On::make_program(context, on.device_),
                   clGetProgramInfo, CL_PROGRAM_CONTEXT);
     }},
    {"CL_PROGRAM_DEVICES", "",
     [](const On& on) {
       auto* part = on.make_part();
       return kept(device_kind, part, program_kind, On::make_program(on.context_, part),
                   clGetProgramInfo, CL_PROGRAM_DEVICES);
     }},
    {"CL_KERNEL_CONTEXT", "",
     [](const On& on) {
       auto* context = on.make_context();
       auto* program = On::make_program(context, on.device_);
       auto* kernel = On::make_kernel_of(program);
       release(program_kind, program);
       return kept(context_kind, context, kernel_kind, kernel, clGetKernelInfo, CL_KERNEL_CONTEXT);
     }},
    {"CL_KERNEL_PROGRAM", "",
     [](const On& on) {
       auto* program = On::make_program(on.context_, on.device_);
       return kept(program_kind, program, kernel_kind, On::make_kernel_of(program), clGetKernelInfo,
                   CL_KERNEL_PROGRAM);
     }},
    {"CL_EVENT_COMMAND_QUEUE", "",
     [](const On& on) {
       auto* queue = On::make_queue(on.context_, on.device_);
       return kept(queue_kind, queue, event_kind, On::make_marker(queue), clGetEventInfo,
                   CL_EVENT_COMMAND_QUEUE);
     }},
    {"CL_EVENT_CONTEXT", "OfACommand",
     [](const On& on) {
       auto* context = on.make_context();
       auto* queue = On::make_queue(context, on.device_);
       auto* event = On::make_marker(queue);
       release(queue_kind, queue);
       return kept(context_kind, context, event_kind, event, clGetEventInfo, CL_EVENT_CONTEXT);
     }},
    {"CL_EVENT_CONTEXT", "OfTheUser",
     [](const On& on) {
       auto* context = on.make_context();
       return kept(context_kind, context, event_kind, On::make_user_event_in(context),
                   clGetEventInfo, CL_EVENT_CONTEXT);
     }},
};

class KeptObjects : public On, public testing::WithParamInterface<Row> {};

TEST_P(KeptObjects, HaveValidHandles) {
  const Kept object = GetParam().make(*this);
  const Kind& kind = *object.kind;
  ASSERT_EQ(object.handle, object.ask());
  EXPECT_EQ(0U, references(kind, object.handle));
  EXPECT_EQ(kind.invalid, kind.release(object.handle)) << "the application holds nothing of it";
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(CL_SUCCESS, kind.retain(object.handle));
    EXPECT_EQ(CL_SUCCESS, kind.retain(object.handle));
    EXPECT_EQ(2U, references(kind, object.handle));
    EXPECT_EQ(CL_SUCCESS, kind.release(object.handle));
    EXPECT_EQ(CL_SUCCESS, kind.release(object.handle));
    EXPECT_EQ(kind.invalid, kind.release(object.handle));
    EXPECT_EQ(object.handle, object.ask());
  }
  object.let_go();
  EXPECT_EQ(kind.invalid, kind.retain(object.handle));
}

TEST_P(KeptObjects, OutliveTheirHoldersWhenTheyAreRetainedAgain) {
  const Kept object = GetParam().make(*this);
  const Kind& kind = *object.kind;
  ASSERT_EQ(CL_SUCCESS, kind.retain(object.ask()));
  object.let_go();
  EXPECT_EQ(1U, references(kind, object.handle));
  EXPECT_EQ(CL_SUCCESS, kind.release(object.handle));
  EXPECT_EQ(kind.invalid, kind.release(object.handle));
}

// The holder stays meanwhile, or goes: then a thread may come too late.
TEST_P(KeptObjects, AreRetainedByThreads) {
  for (const bool holder_stays : {true, false}) {
    for (int turn = 0; turn < 10; ++turn) {
      const Kept object = GetParam().make(*this);
      const Kind& kind = *object.kind;
      std::vector<std::thread> threads;
      for (int number = 0; number < 3; ++number) {
        threads.emplace_back([&] {
          for (int question = 0; question < 50; ++question) {
            const cl_int code = kind.retain(holder_stays ? object.ask() : object.handle);
            if (code == kind.invalid && !holder_stays) return;
            ASSERT_EQ(CL_SUCCESS, code);
            EXPECT_LE(1U, references(kind, object.handle));
            EXPECT_EQ(CL_SUCCESS, kind.release(object.handle));
          }
        });
      }
      if (!holder_stays) object.let_go();
      for (std::thread& thread : threads) thread.join();
      if (holder_stays) object.let_go();
      EXPECT_EQ(kind.invalid, kind.retain(object.handle));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(NamedBy, KeptObjects, testing::ValuesIn(rows), [](const auto& row) {
  return std::string(row.param.token) + row.param.holder;
});

/// The tokens of the driver's tables whose answers are handles of objects.
std::set<std::string> tokens_that_name_objects() {
  struct Entry {
    const char* token;
    std::string_view type;
  };
  static const Entry entries[] = {
#define CLEAVE_QUERY(token, type, ...) {#token, #type},
#include "support/all_queries.def"
#undef CLEAVE_QUERY
  };
  constexpr std::string_view types[] = {"cl_device_id", "cl_context", "cl_command_queue",
                                        "cl_mem",       "cl_program", "cl_kernel",
                                        "cl_event",     "cl_sampler"};
  std::set<std::string> tokens;
  for (const Entry& entry : entries) {
    for (const std::string_view type : types) {
      if (entry.type == type || entry.type == "list<" + std::string(type) + ">") {
        tokens.insert(entry.token);
      }
    }
  }
  return tokens;
}

TEST(QueriesThatNameObjects, HaveARowEach) {
  std::set<std::string> tokens = tokens_that_name_objects();
  EXPECT_GE(tokens.size(), 10U);
  tokens.erase("CL_QUEUE_DEVICE_DEFAULT");  // always null: no device has queues of its own
  tokens.erase("CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR");  // root devices, which never end
  for (const Row& row : rows) tokens.erase(row.token);
  EXPECT_EQ(std::set<std::string>(), tokens);
}

/// One object of each kind, each referring to others, and who counts their ends.
class Everything {
 public:
  explicit Everything(const On& on, bool is_waiting) {
    auto* part = add(device_kind, on.make_part());
    auto* context = add(context_kind, On::make_context(part));
    EXPECT_EQ(CL_SUCCESS, clSetContextDestructorCallback(
                              context, [](cl_context, void* to) { ++*as_counter(to); }, &ends));
    auto* queue = add(queue_kind, On::make_queue(context, part));
    auto* gate = add(event_kind, On::make_user_event_in(context));
    auto* memory = add(memory_kind, On::make_memory(context));
    auto* half = add(memory_kind, On::make_part_of(memory));
    for (cl_mem each : {memory, half}) {
      EXPECT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(
                                each, [](cl_mem, void* to) { ++*as_counter(to); }, &ends));
    }
    auto* program = add(program_kind, On::make_program(context, part));
    auto* kernel = add(kernel_kind, On::make_kernel_of(program));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof half, &half));
    const size_t items = 64;
    cl_event launch = nullptr;
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, is_waiting ? 1 : 0,
                                     is_waiting ? &gate : nullptr, &launch));
    add(event_kind, launch);
    EXPECT_EQ(CL_SUCCESS, clSetEventCallback(
                              launch, CL_COMPLETE,
                              [](cl_event, cl_int, void* to) { ++*as_counter(to); }, &ends));
    gate_ = gate;
  }
  /// Releases everything in some order, and opens the gate at some time.
  void release_all(std::mt19937& random) {
    std::shuffle(objects_.begin(), objects_.end(), random);
    const size_t opened = random() % (objects_.size() + 1);
    EXPECT_EQ(CL_SUCCESS, clRetainEvent(gate_));
    for (size_t position = 0; position <= objects_.size(); ++position) {
      if (position == opened) {
        EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate_, CL_COMPLETE));
        EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate_));
      }
      if (position == objects_.size()) break;
      EXPECT_EQ(CL_SUCCESS, objects_[position].kind->release(objects_[position].handle));
    }
  }
  void expect_gone() {
    while (ends < 4) std::this_thread::yield();
    for (const Object& object : objects_) {
      // The thread that ended the last command may still be about to let go.
      for (int wait = 0; object.kind->retain(object.handle) == CL_SUCCESS; ++wait) {
        EXPECT_EQ(CL_SUCCESS, object.kind->release(object.handle));
        ASSERT_LT(wait, 1000000);
        std::this_thread::yield();
      }
    }
    EXPECT_EQ(4, ends);
  }

 private:
  struct Object {
    const Kind* kind;
    void* handle;
  };
  static std::atomic<int>* as_counter(void* data) { return static_cast<std::atomic<int>*>(data); }
  template <class T>
  T add(const Kind& kind, T handle) {
    objects_.push_back({&kind, handle});
    return handle;
  }

  std::vector<Object> objects_;
  cl_event gate_ = nullptr;
  std::atomic<int> ends{0};
};

class OrdersOfRelease : public On {};

TEST_F(OrdersOfRelease, AreAllTheSame) {
  std::mt19937 random(1);
  for (int turn = 0; turn < 300; ++turn) {
    Everything objects(*this, turn % 2 == 0);
    objects.release_all(random);
    objects.expect_gone();
  }
}

TEST_F(OrdersOfRelease, AreAllTheSameInThreads) {
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 4; ++number) {
    threads.emplace_back([this, number] {
      std::mt19937 random(number);
      for (int turn = 0; turn < 100; ++turn) {
        Everything objects(*this, turn % 2 == 0);
        objects.release_all(random);
        objects.expect_gone();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

class ReleasedObjects : public On {
 protected:
  /// A command that waits for `gate_` and uses `memory`.
  [[nodiscard]] Event write_later(cl_mem memory, const cl_int* from) {
    gate_ = make_user_event();
    const cl_event list[] = {gate_};
    Event done;
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueWriteBuffer(queue_, memory, CL_FALSE, 0, 4, from, 1, list, done.out()));
    return done;
  }
  Event gate_;
};

// 5.5.1, clReleaseMemObject: "After the memobj reference count becomes zero and commands queued for
// execution on a command-queue(s) that use memobj have finished, the memory object is deleted."
TEST_F(ReleasedObjects, AreUsableAsLongAsCommandsUseThem) {
  auto* memory = make_memory(context_);
  const cl_int value = 5;
  const Event done = write_later(memory, &value);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(memory));
  cl_int read = 0;
  Event read_done;
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, memory, CL_FALSE, 0, 4, &read, 0, nullptr,
                                            read_done.out()));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate_, CL_COMPLETE));
  const cl_event handle = read_done;
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &handle));
  EXPECT_EQ(value, read);
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clRetainMemObject(memory));
}

TEST_F(ReleasedObjects, CallBackOnceWhenTheyAreReallyGone) {
  auto* memory = make_memory(context_);
  const cl_int value = 5;
  const Event done = write_later(memory, &value);
  std::atomic<int> calls{0};
  const auto count = [](cl_mem gone, void* to) {
    EXPECT_EQ(CL_INVALID_MEM_OBJECT, clRetainMemObject(gone)) << "it is no longer valid (5.5.1)";
    ++*static_cast<std::atomic<int>*>(to);
  };
  EXPECT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(memory, count, &calls));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(memory));
  EXPECT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(memory, count, &calls));
  EXPECT_EQ(CL_SUCCESS, clRetainMemObject(memory));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate_, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(0, calls);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(memory));
  EXPECT_EQ(2, calls);
}

// 5.11, clReleaseEvent: "The event object is deleted once the reference count becomes zero, the
// specific command identified by this event has completed (or terminated) and there are no commands
// in the command-queues of a context that require a wait for this event to complete."
TEST_F(ReleasedObjects, EventsAreValidUntilTheirCommandHasEnded) {
  const Memory memory = make_buffer(64);
  const cl_int value = 5;
  auto* event = [&] {
    Event done = write_later(memory, &value);
    return std::exchange(*done.out(), nullptr);
  }();
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  EXPECT_EQ(CL_INVALID_EVENT, clReleaseEvent(event));
  EXPECT_EQ(0U, references(event_kind, event));
  Event after;
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 1, &event, after.out()));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate_, CL_COMPLETE));
  const cl_event handle = after;
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &handle));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(CL_INVALID_EVENT, clWaitForEvents(1, &event));
}

TEST_F(ReleasedObjects, UserEventsAreValidWhileCommandsWaitForThem) {
  auto* gate = make_user_event_in(context_);
  Event waiting;
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 1, &gate, waiting.out()));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  EXPECT_EQ(0U, references(event_kind, gate));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  const cl_event handle = waiting;
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &handle));
  EXPECT_EQ(CL_INVALID_EVENT, clSetUserEventStatus(gate, CL_COMPLETE));
}

// "All callbacks registered for an event object must be called before the event object is
// destroyed" (5.11).
TEST_F(ReleasedObjects, UserEventsAreValidWhileCallbacksWaitForThem) {
  auto* gate = make_user_event_in(context_);
  int calls = 0;
  const auto count = [](cl_event, cl_int, void* to) { ++*static_cast<int*>(to); };
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(gate, CL_COMPLETE, count, &calls));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  EXPECT_EQ(0, calls);
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(1, calls);
  EXPECT_EQ(CL_INVALID_EVENT, clRetainEvent(gate));
}

// A thread that waits keeps the event, whoever releases it meanwhile.
TEST_F(ReleasedObjects, UserEventsAreValidWhileAThreadWaitsForThem) {
  auto* gate = make_user_event_in(context_);
  std::atomic<bool> is_waiting{false};
  std::thread waiter([&] {
    is_waiting = true;
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &gate));
  });
  while (!is_waiting) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  waiter.join();
  EXPECT_EQ(CL_INVALID_EVENT, clRetainEvent(gate));
}

// 5.9.2: "Users may not rely on a kernel object to retain objects specified as argument values."
TEST_F(ReleasedObjects, AreArgumentsAsLongAsSomethingElseKeepsThem) {
  const Kernel kernel = make_kernel("kernel void k(global int *p) { p[0] += 1; }", "k");
  auto* memory = make_memory(context_);
  const Memory half(make_part_of(memory));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(memory));
  EXPECT_EQ(CL_SUCCESS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

}  // namespace
}  // namespace cleave::test
