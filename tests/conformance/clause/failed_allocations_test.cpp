// CL_OUT_OF_HOST_MEMORY and CL_MEM_OBJECT_ALLOCATION_FAILURE: every call is made again and again,
// and the first, the second, the third … of its allocations fails, until it does not reach that
// many. Then it returns the error, and nothing has changed; or it did without that memory.
//
// A device of ours has no memory but the host's: what it lacks is CL_OUT_OF_HOST_MEMORY too.
#include <ostream>
#include <set>
#include <thread>

#include "queries.h"
#include "support/failing_allocator.h"

namespace cleave::test {
namespace {

class FailedAllocations;
using On = FailedAllocations;
using Codes = std::set<cl_int>;

/// Calls of one entry point.
struct Attempt {
  const char* name;
  /// The codes that failures give; none: the call allocates nothing.
  Codes codes;
  /// Makes the call through on.attempt() and undoes what it did.
  void (*make)(On& on);
  /// Whether a failure gives a code, and who keeps what, depends on which thread comes first.
  bool is_race = false;
  friend void PrintTo(const Attempt& row, std::ostream* out) { *out << row.name; }
};

class FailedAllocations : public Queried, public testing::WithParamInterface<Attempt> {
 public:
  using Callers = FailingAllocation::Callers;
  using Following = FailingAllocation::Following;

  /// Calls, on a new thread: what a thread keeps for reuse is empty.
  template <class Call>
  cl_int attempt(const Call& call, Callers callers = Callers::all,
                 Following following = Following::succeed) {
    cl_int code = 1;
    std::thread([&] {
      const FailingAllocation failing(number_, callers, following);
      code = call();
      has_failed_ = FailingAllocation::has_happened();
    }).join();
    code_ = code;
    return code;
  }
  /// Likewise of a call that creates something; releases it.
  template <class Create, class Release>
  void create(const Create& create, const Release& release, Callers callers = Callers::all) {
    using Handle = decltype(create(nullptr));
    Handle handle = nullptr;
    attempt(
        [&] {
          cl_int error = 1;
          handle = create(&error);
          return error;
        },
        callers);
    EXPECT_EQ(code_ != CL_SUCCESS, handle == nullptr);
    if (handle != nullptr) {
      EXPECT_EQ(CL_SUCCESS, release(handle));
    }
  }
  /// Of many such calls: objects share memory that is taken for hundreds of them, and that of
  /// objects which are gone is used before there is an error.
  template <class Create, class Release>
  void create_many(const Create& create, const Release& release) {
    many_ += 4096;  // more than what is free from those before
    std::vector<decltype(create(nullptr))> handles;
    handles.reserve(many_);
    attempt(
        [&] {
          cl_int error = CL_SUCCESS;
          while (handles.size() < many_ && error == CL_SUCCESS) handles.push_back(create(&error));
          return error;
        },
        Callers::all, Following::fail);
    EXPECT_EQ(code_ != CL_SUCCESS, handles.back() == nullptr);
    for (const auto handle : handles) {
      if (handle != nullptr) {
        EXPECT_EQ(CL_SUCCESS, release(handle));
      }
    }
  }
  /// Of a command, which is brought to its end.
  void enqueue(const char* name) {
    for (const Command& command : commands()) {
      if (command.name != std::string(name)) continue;
      cl_event event = nullptr;
      attempt([&] { return command.enqueue(*this, queue_, buffer_, 0, nullptr, &event); });
      EXPECT_EQ(code_ != CL_SUCCESS, event == nullptr);
      if (event != nullptr) {
        EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
      }
      EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
      return;
    }
    ADD_FAILURE() << name;
  }
  /// Of a call that starts commands: one that there is no memory for ends with the error.
  template <class Call>
  void start_commands(const Call& call) {
    std::vector<Event> events;
    for (const Command& command : commands()) {
      if (std::string(command.name).find("Map") != std::string::npos) continue;
      EXPECT_EQ(CL_SUCCESS,
                command.enqueue(*this, queue_, buffer_, 0, nullptr, events.emplace_back().out()));
    }
    attempt(call);
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    size_t failed = 0;
    for (const Event& event : events) {
      const auto status = value_of<cl_int>([&](size_t bytes, void* value, size_t* returned) {
        return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, bytes, value, returned);
      });
      if (status == CL_COMPLETE) continue;
      // The latter of memory that the work-groups of a kernel run in.
      EXPECT_TRUE(status == CL_OUT_OF_HOST_MEMORY || status == CL_OUT_OF_RESOURCES) << status;
      ++failed;
    }
    EXPECT_LE(failed, has_failed_ ? 1U : 0U);
  }
  /// Of every query that an entry point answers.
  void ask(const char* name) {
    for (const auto* table : {&answers_of_devices(), &answers_of_objects()}) {
      for (const Answer& answer : *table) {
        if (answer.query != std::string(name)) continue;
        unsigned char place[8192];
        attempt([&] {
          return query_named(name).ask(*this, answer.token, sizeof place, place, nullptr);
        });
        judge();
      }
    }
  }
  /// After one call: the code is one of those wanted.
  void judge() {
    if (!has_failed_) {
      EXPECT_EQ(CL_SUCCESS, code_);
      return;
    }
    any_failed_ = true;
    if (code_ == CL_SUCCESS) return;
    EXPECT_TRUE(GetParam().codes.count(code_) != 0) << code_ << " at allocation " << number_;
    seen_.insert(code_);
  }

  /// What calls that fail leave as it was.
  [[nodiscard]] std::vector<cl_uint> counts() {
    std::vector<cl_uint> all;
    const auto add = [&](const char* query, cl_uint token) {
      cl_uint count = 0;
      EXPECT_EQ(CL_SUCCESS, query_named(query).ask(*this, token, sizeof count, &count, nullptr));
      all.push_back(count);
    };
    add("GetContextInfo", CL_CONTEXT_REFERENCE_COUNT);
    add("GetCommandQueueInfo", CL_QUEUE_REFERENCE_COUNT);
    add("GetMemObjectInfo", CL_MEM_REFERENCE_COUNT);
    add("GetMemObjectInfo", CL_MEM_MAP_COUNT);
    add("GetProgramInfo", CL_PROGRAM_REFERENCE_COUNT);
    add("GetKernelInfo", CL_KERNEL_REFERENCE_COUNT);
    add("GetEventInfo", CL_EVENT_REFERENCE_COUNT);
    add("GetEventInfo", CL_EVENT_COMMAND_EXECUTION_STATUS);
    return all;
  }

  size_t number_ = 0;
  size_t many_ = 0;
  cl_int code_ = 1;
  bool has_failed_ = false;
  bool any_failed_ = false;
  Codes seen_;
};

const Codes none = {};
const Codes host = {CL_OUT_OF_HOST_MEMORY};
const Codes host_or_storage = {CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE};

#define QUERY(name, codes) {#name, codes, [](On& on) { on.ask(#name); }}
#define COMMAND(name, codes) {#name, codes, [](On& on) { on.enqueue(#name); }}
#define CREATE(name, codes, release, ...)                                             \
  {#name, codes, [](On& on) {                                                         \
     on.create([&](cl_int* error) { return cl##name(__VA_ARGS__, error); }, release); \
   }}
#define CREATE_MANY(name, codes, release, ...)                                             \
  {#name, codes, [](On& on) {                                                              \
     on.create_many([&](cl_int* error) { return cl##name(__VA_ARGS__, error); }, release); \
   }}
#define CALL(name, codes, ...) \
  {#name, codes, [](On& on) { on.attempt([&] { return cl##name(__VA_ARGS__); }); }}
/// Unified shared memory, which is freed at once.
#define CREATE_UNIFIED(name, ...)                                                                  \
  {#name, host, [](On& on) {                                                                       \
     on.create(                                                                                    \
         [&](cl_int* error) { return extension_functions().cl##name(__VA_ARGS__, error); },        \
         [&](void* memory) { return extension_functions().clMemFreeINTEL(on.context_, memory); }); \
   }}
/// What could not be freed for want of memory is freed then.
#define FREE_UNIFIED(name)                                                                       \
  {#name, host, [](On& on) {                                                                     \
     void* memory =                                                                              \
         extension_functions().clHostMemAllocINTEL(on.context_, nullptr, 64, 0, nullptr);        \
     const auto give_back = [&] { return extension_functions().cl##name(on.context_, memory); }; \
     if (on.attempt(give_back) != CL_SUCCESS) {                                                  \
       EXPECT_EQ(CL_SUCCESS, give_back());                                                       \
     }                                                                                           \
   }}
/// A reference more, or that one less.
#define RETAIN(kind, handle)                                                      \
  {"Retain" #kind, none,                                                          \
   [](On& on) {                                                                   \
     if (on.attempt([&] { return clRetain##kind(handle); }) == CL_SUCCESS) {      \
       EXPECT_EQ(CL_SUCCESS, clRelease##kind(handle));                            \
     }                                                                            \
   }},                                                                            \
  {                                                                               \
    "Release" #kind, none, [](On& on) {                                           \
      EXPECT_EQ(CL_SUCCESS, clRetain##kind(handle));                              \
      EXPECT_EQ(CL_SUCCESS, on.attempt([&] { return clRelease##kind(handle); })); \
    }                                                                             \
  }

const char* text = "kernel void k(global int* p) { *p = 1; } kernel void l() {}";

Program from_source(On& on) {
  cl_int error = 1;
  Program program(clCreateProgramWithSource(on.context_, 1, &text, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return program;
}

void CL_CALLBACK on_memory(cl_mem /*memory*/, void* /*data*/) {}
void CL_CALLBACK on_event(cl_event /*event*/, cl_int /*status*/, void* /*data*/) {}
const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
const cl_device_partition_property_ext equally_ext[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0};
const cl_buffer_region half = {0, 128};

const Attempt attempts[] = {
    // 4.1 to 4.4.
    QUERY(GetPlatformInfo, host),
    CALL(GetDeviceIDs, host, on.platform_, CL_DEVICE_TYPE_ALL, 1, &on.device_, &on.count_),
    QUERY(GetDeviceInfo, host),
    CALL(GetDeviceAndHostTimer, none, on.device_, &on.time_, &on.time_),
    CALL(GetHostTimer, none, on.device_, &on.time_),
    {"CreateSubDevices", host,
     [](On& on) {
       cl_device_id parts[16] = {};
       cl_uint count = 0;
       on.attempt([&] { return clCreateSubDevices(on.device_, equally, 16, parts, &count); });
       for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(CL_SUCCESS, clReleaseDevice(parts[i]));
     }},
    {"CreateSubDevicesEXT", host,
     [](On& on) {
       cl_device_id parts[16] = {};
       cl_uint count = 0;
       on.attempt(
           [&] { return clCreateSubDevicesEXT(on.device_, equally_ext, 16, parts, &count); });
       for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(CL_SUCCESS, clReleaseDeviceEXT(parts[i]));
     }},
    RETAIN(Device, on.device_),
    CREATE(CreateContext, host, clReleaseContext, nullptr, 1, &on.device_, nullptr, nullptr),
    CREATE(CreateContextFromType, host, clReleaseContext, nullptr, CL_DEVICE_TYPE_CPU, nullptr,
           nullptr),
    RETAIN(Context, on.context_),
    QUERY(GetContextInfo, host),
    // 5.1 and 5.15.
    CREATE_MANY(CreateCommandQueueWithProperties, host, clReleaseCommandQueue, on.context_,
                on.device_, nullptr),
    RETAIN(CommandQueue, on.queue_),
    QUERY(GetCommandQueueInfo, none),
    {"Flush", none, [](On& on) { on.start_commands([&] { return clFlush(on.queue_); }); }},
    {"Finish", host, [](On& on) { on.start_commands([&] { return clFinish(on.queue_); }); }, true},
    // 5.2 and 5.5.
    CREATE(CreateBuffer, host_or_storage, clReleaseMemObject, on.context_, 0, 64, nullptr),
    CREATE(CreatePipe, host_or_storage, clReleaseMemObject, on.context_, 0, 4, 64, nullptr),
    CREATE_MANY(CreateSubBuffer, host, clReleaseMemObject, on.buffer_, 0,
                CL_BUFFER_CREATE_TYPE_REGION, &half),
    COMMAND(EnqueueReadBuffer, host),
    COMMAND(EnqueueWriteBuffer, host),
    COMMAND(EnqueueReadBufferRect, host),
    COMMAND(EnqueueWriteBufferRect, host),
    COMMAND(EnqueueCopyBuffer, host),
    COMMAND(EnqueueCopyBufferRect, host),
    COMMAND(EnqueueFillBuffer, host),
    {"EnqueueMapBuffer", host,
     [](On& on) {
       void* mapped = nullptr;
       on.attempt([&] {
         cl_int error = 1;
         mapped = clEnqueueMapBuffer(on.queue_, on.buffer_, CL_TRUE, CL_MAP_READ, 0, On::size, 0,
                                     nullptr, nullptr, &error);
         return error;
       });
       EXPECT_EQ(on.code_ != CL_SUCCESS, mapped == nullptr);
       if (mapped == nullptr) return;
       EXPECT_EQ(CL_SUCCESS,
                 clEnqueueUnmapMemObject(on.queue_, on.buffer_, mapped, 0, nullptr, nullptr));
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
     }},
    {"EnqueueUnmapMemObject", host,
     [](On& on) {
       cl_int error = 1;
       void* mapped = clEnqueueMapBuffer(on.queue_, on.buffer_, CL_TRUE, CL_MAP_READ, 0, On::size,
                                         0, nullptr, nullptr, &error);
       EXPECT_EQ(CL_SUCCESS, error);
       const auto unmap = [&] {
         return clEnqueueUnmapMemObject(on.queue_, on.buffer_, mapped, 0, nullptr, nullptr);
       };
       if (on.attempt(unmap) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, unmap()) << "still mapped";
       }
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
     }},
    COMMAND(EnqueueMigrateMemObjects, host),
    RETAIN(MemObject, on.buffer_),
    {"SetMemObjectDestructorCallback", host,
     [](On& on) {
       const Memory buffer = on.make_buffer(4);
       on.attempt([&] { return clSetMemObjectDestructorCallback(buffer, on_memory, nullptr); });
     }},
    QUERY(GetMemObjectInfo, none),
    QUERY(GetPipeInfo, none),
    // 5.6: an allocation has no code but null.
    {"SVMAlloc", host,
     [](On& on) {
       void* memory = nullptr;
       on.attempt([&] {
         memory = clSVMAlloc(on.context_, CL_MEM_READ_WRITE, 64, 0);
         return memory == nullptr ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
       });
       clSVMFree(on.context_, memory);
     }},
    COMMAND(EnqueueSVMFree, host),
    COMMAND(EnqueueSVMMemcpy, host),
    COMMAND(EnqueueSVMMemFill, host),
    COMMAND(EnqueueSVMMap, host),
    COMMAND(EnqueueSVMUnmap, host),
    COMMAND(EnqueueSVMMigrateMem, host),
    // cl_intel_unified_shared_memory.
    CREATE_UNIFIED(HostMemAllocINTEL, on.context_, nullptr, 64, 0),
    CREATE_UNIFIED(DeviceMemAllocINTEL, on.context_, on.device_, nullptr, 64, 0),
    CREATE_UNIFIED(SharedMemAllocINTEL, on.context_, on.device_, nullptr, 64, 0),
    FREE_UNIFIED(MemFreeINTEL),
    FREE_UNIFIED(MemBlockingFreeINTEL),
    COMMAND(EnqueueMemFillINTEL, host),
    COMMAND(EnqueueMemcpyINTEL, host),
    COMMAND(EnqueueMigrateMemINTEL, host),
    COMMAND(EnqueueMemAdviseINTEL, host),
    // 5.8.
    CREATE(CreateProgramWithSource, host, clReleaseProgram, on.context_, 1, &text, nullptr),
    {"CreateProgramWithBinary", host,
     [](On& on) {
       size_t size = 0;
       EXPECT_EQ(CL_SUCCESS, clGetProgramInfo(on.program_, CL_PROGRAM_BINARY_SIZES, sizeof size,
                                              &size, nullptr));
       std::vector<unsigned char> binary(size);
       unsigned char* place = binary.data();
       EXPECT_EQ(CL_SUCCESS,
                 clGetProgramInfo(on.program_, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
       const unsigned char* bytes = place;
       on.create(
           [&](cl_int* error) {
             return clCreateProgramWithBinary(on.context_, 1, &on.device_, &size, &bytes, nullptr,
                                              error);
           },
           clReleaseProgram);
     }},
    RETAIN(Program, on.program_),
    {"BuildProgram", host,
     [](On& on) {
       const Program program = from_source(on);
       const auto build = [&] { return clBuildProgram(program, 0, nullptr, "", nullptr, nullptr); };
       if (on.attempt(build, On::Callers::driver) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, build()) << "a build that failed for want of memory";
       }
     }},
    {"CompileProgram", host,
     [](On& on) {
       const Program program = from_source(on);
       const auto compile = [&] {
         return clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr);
       };
       if (on.attempt(compile, On::Callers::driver) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, compile()) << "a compilation that failed for want of memory";
       }
     }},
    {"LinkProgram", host,
     [](On& on) {
       const Program program = from_source(on);
       EXPECT_EQ(CL_SUCCESS,
                 clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
       const cl_program input = program;
       cl_program linked = nullptr;
       on.attempt(
           [&] {
             cl_int error = 1;
             linked =
                 clLinkProgram(on.context_, 0, nullptr, "", 1, &input, nullptr, nullptr, &error);
             return error;
           },
           On::Callers::driver);
       if (linked != nullptr) {
         EXPECT_EQ(CL_SUCCESS, clReleaseProgram(linked));
       }
     }},
    QUERY(GetProgramInfo, host),
    QUERY(GetProgramBuildInfo, host),
    // 5.9.
    CREATE(CreateKernel, host, clReleaseKernel, on.program_, "k"),
    {"CreateKernelsInProgram", host,
     [](On& on) {
       cl_kernel kernel = nullptr;
       on.attempt([&] { return clCreateKernelsInProgram(on.program_, 1, &kernel, nullptr); });
       EXPECT_EQ(on.code_ != CL_SUCCESS, kernel == nullptr);
       if (kernel != nullptr) {
         EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
       }
     }},
    RETAIN(Kernel, on.kernel_),
    {"SetKernelArg", host,
     [](On& on) {
       const Program program = on.build("kernel void k(float16 value) {}");
       const Kernel kernel(clCreateKernel(program, "k", nullptr));
       const cl_float16 value = {};
       on.attempt([&] { return clSetKernelArg(kernel, 0, sizeof value, &value); });
     }},
    {"SetKernelArgSVMPointer", none,
     [](On& on) {
       const Program program = on.build("kernel void k(global int* p) {}");
       const Kernel kernel(clCreateKernel(program, "k", nullptr));
       on.attempt([&] { return clSetKernelArgSVMPointer(kernel, 0, on.svm_); });
     }},
    {"SetKernelExecInfo", host,
     [](On& on) {
       const Program program = on.build("kernel void k(global int* p) {}");
       const Kernel kernel(clCreateKernel(program, "k", nullptr));
       const void* pointer = on.svm_;
       on.attempt([&] {
         return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointer, &pointer);
       });
     }},
    {"CloneKernel", host,
     [](On& on) {
       on.create([&](cl_int* error) { return clCloneKernel(on.kernel_, error); }, clReleaseKernel);
     }},
    QUERY(GetKernelInfo, none),
    QUERY(GetKernelArgInfo, host),
    QUERY(GetKernelWorkGroupInfo, host),
    QUERY(GetKernelSubGroupInfo, none),
    // 5.10 to 5.14.
    COMMAND(EnqueueNDRangeKernel, host),
    COMMAND(EnqueueTask, host),
    COMMAND(EnqueueNativeKernel, host),
    COMMAND(EnqueueMarkerWithWaitList, host),
    COMMAND(EnqueueBarrierWithWaitList, host),
    {"CommandsAfterManyEvents", host,
     [](On& on) {
       const std::vector<cl_event> many(16, on.done_);
       cl_event event = nullptr;
       on.attempt([&] {
         return clEnqueueFillBuffer(on.queue_, on.buffer_, on.host_.data(), 4, 0, On::size, 16,
                                    many.data(), &event);
       });
       if (event != nullptr) {
         EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
       }
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
     }},
    {"CommandsInAnyOrder", host,
     [](On& on) {
       const Queue queue = on.make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
       const Event start = on.make_user_event();
       const cl_event list[] = {start};
       for (int i = 0; i < 8; ++i) {
         EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 1, list, nullptr));
       }
       on.attempt([&] { return clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr); });
       EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr));
       EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
       EXPECT_EQ(CL_SUCCESS, clFinish(queue));
     }},
    {"CreateUserEvent", host,
     [](On& on) {
       on.create_many([&](cl_int* error) { return clCreateUserEvent(on.context_, error); },
                      clReleaseEvent);
     }},
    {"SetUserEventStatus", none,
     [](On& on) {
       const Event event = on.make_user_event();
       on.attempt([&] { return clSetUserEventStatus(event, CL_COMPLETE); });
     }},
    {"WaitForEvents", host,
     [](On& on) {
       const cl_event done = on.done_;
       on.attempt([&] { return clWaitForEvents(1, &done); });
     }},
    {"SetEventCallback", host,
     [](On& on) {
       const Event event = on.make_user_event();
       on.attempt([&] { return clSetEventCallback(event, CL_COMPLETE, on_event, nullptr); });
       EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(event, CL_COMPLETE));
     }},
    QUERY(GetEventInfo, none),
    QUERY(GetEventProfilingInfo, none),
    RETAIN(Event, on.event_),
};

TEST_P(FailedAllocations, AreReported) {
  const Attempt& calls = GetParam();
  number_ = ~size_t{0};
  calls.make(*this);  // what is made once is there
  judge();
  const std::vector<cl_uint> before = counts();
  constexpr size_t most = 5000;
  for (number_ = 0; number_ < most; ++number_) {
    any_failed_ = false;
    const size_t live = live_blocks() - seen_.size();
    calls.make(*this);
    if (code_ != CL_SUCCESS && many_ == 0 &&
        !calls.is_race) {  // what many objects need is kept for others
      EXPECT_LE(live_blocks() - seen_.size(), live)
          << "lost when allocation " << number_ << " failed";
    }
    judge();
    if (!any_failed_) break;
    EXPECT_EQ(before, counts()) << "after allocation " << number_ << " failed";
  }
  EXPECT_LT(number_, most);
  if (!calls.is_race) {
    EXPECT_EQ(calls.codes, seen_);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FailedAllocations, testing::ValuesIn(attempts), name_of_parameter);

}  // namespace
}  // namespace cleave::test
