// Every object is released as soon as a command has been enqueued or a build begun: what these need
// until their end belongs to them. 5.8.2, 5.5.1, 5.1 and 4.4 delete an object when commands that
// use it have finished.
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <ostream>
#include <random>
#include <thread>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

/// Holds what outlives the objects.
struct Outcome {
  std::vector<cl_int> host = std::vector<cl_int>(64, 0);
  std::vector<cl_int> used = std::vector<cl_int>(64, 1);  // by CL_MEM_USE_HOST_PTR
  std::atomic<int> calls{0};
  std::atomic<bool> is_over{false};  // the context is gone
};

const char* const source = R"(
constant int table[4] = {1, 1, 1, 1};
kernel void add(global int *p, local int *t) {
  t[get_local_id(0)] = table[get_global_id(0) % 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] += t[get_local_id(0)];
}
kernel void tell(global int *p, local int *t) {
  t[0] = p[0];
  if (get_global_id(0) == 0) printf("released %d %s\n", 7, "words");
}
)";

/// Objects of each kind, none of which anybody else has.
class Scene {
 public:
  Scene(cl_device_id root, Outcome& of_test, std::mt19937& random, const char* kernel_name)
      : outcome(of_test), random_(random) {
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint parts = 0;
    // A machine of one unit may have no part.
    if (clCreateSubDevices(root, equally, 0, nullptr, &parts) == CL_SUCCESS) {
      std::vector<cl_device_id> all(parts);
      EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(root, equally, parts, all.data(), nullptr));
      part = all[0];
      for (cl_device_id each : all) let_go_later([each] { return clReleaseDevice(each); });
    } else {
      part = root;
    }
    cl_int error = 1;
    context = clCreateContext(nullptr, 1, &part, nullptr, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    const auto is_over = [](cl_context, void* to) { static_cast<Outcome*>(to)->is_over = true; };
    EXPECT_EQ(CL_SUCCESS, clSetContextDestructorCallback(context, is_over, &outcome));
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES,
        random() % 2 == 0 ? 0U : cl_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}, 0};
    queue = clCreateCommandQueueWithProperties(context, part, properties, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    whole = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64 * sizeof(cl_int), outcome.used.data(),
                           &error);
    EXPECT_EQ(CL_SUCCESS, error);
    const cl_buffer_region region = {128, 128};
    half = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    program =
        clCreateProgramWithSource(context, 1, const_cast<const char**>(&source), nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    gate = clCreateUserEvent(context, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    let_go_later([this] { return clReleaseContext(context); });
    let_go_later([this] { return clReleaseCommandQueue(queue); });
    let_go_later([this] { return clReleaseMemObject(whole); });
    let_go_later([this] { return clReleaseMemObject(half); });
    let_go_later([this] { return clReleaseProgram(program); });
    let_go_later([this] { return clReleaseEvent(gate); });
    if (kernel_name == nullptr) return;
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    kernel = clCreateKernel(program, kernel_name, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof half, &half));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 64 * sizeof(cl_int), nullptr));
    let_go_later([this] { return clReleaseKernel(kernel); });
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  /// In some order.
  ~Scene() {
    std::shuffle(releases_.begin(), releases_.end(), random_);
    for (const auto& release : releases_) EXPECT_EQ(CL_SUCCESS, release());
  }
  void let_go_later(std::function<cl_int()> release) { releases_.push_back(std::move(release)); }

  Outcome& outcome;
  cl_device_id part = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem whole = nullptr;
  cl_mem half = nullptr;
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  cl_event gate = nullptr;

 private:
  std::mt19937& random_;
  std::vector<std::function<cl_int()>> releases_;
};

void CL_CALLBACK count_program(cl_program program, void* to) {
  cl_build_status status = CL_BUILD_NONE;
  cl_device_id device = nullptr;
  EXPECT_EQ(CL_SUCCESS,
            clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof device, &device, nullptr));
  EXPECT_EQ(CL_SUCCESS, clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS,
                                              sizeof status, &status, nullptr));
  EXPECT_EQ(CL_BUILD_SUCCESS, status);
  ++static_cast<Outcome*>(to)->calls;
}

void CL_CALLBACK count_event(cl_event event, cl_int status, void* to) {
  EXPECT_EQ(CL_COMPLETE, status);
  EXPECT_EQ(CL_SUCCESS, clGetEventInfo(event, CL_EVENT_CONTEXT, 0, nullptr, nullptr));
  ++static_cast<Outcome*>(to)->calls;
}

/// A command, or a build, and what is to be seen when everything is gone.
struct Row {
  const char* name;
  const char* kernel;  // null: the program is not built
  bool waits;          // for the gate
  cl_int (*begin)(Scene& on, cl_uint count, const cl_event* list);
  bool (*holds)(const Outcome& outcome);
  friend void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }
};

constexpr size_t items = 32;
constexpr size_t bytes = 128;
constexpr size_t origin[3] = {0, 0, 0};
constexpr size_t region[3] = {16, 8, 1};
using List = const cl_event*;

bool nothing(const Outcome&) {
  return true;
}
bool was_called(const Outcome& outcome) {
  return outcome.calls == 1;
}
/// Compares the memory of the sub-buffer.
template <cl_int value>
bool memory_is(const Outcome& outcome) {
  return std::all_of(outcome.used.begin() + 32, outcome.used.end(),
                     [](cl_int each) { return each == value; });
}

const Row rows[] = {
    {"Launch", "add", true,
     [](Scene& on, cl_uint count, List list) {
       return clEnqueueNDRangeKernel(on.queue, on.kernel, 1, nullptr, &items, nullptr, count, list,
                                     nullptr);
     },
     memory_is<2>},
    {"PrintingLaunch", "tell", true,
     [](Scene& on, cl_uint count, List list) {
       return clEnqueueNDRangeKernel(on.queue, on.kernel, 1, nullptr, &items, nullptr, count, list,
                                     nullptr);
     },
     nothing},
    {"Read", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       return clEnqueueReadBuffer(on.queue, on.half, CL_FALSE, 0, bytes, on.outcome.host.data(),
                                  count, list, nullptr);
     },
     [](const Outcome& outcome) { return outcome.host[0] == 1 && outcome.host[31] == 1; }},
    {"Write", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       std::ranges::fill(on.outcome.host, 5);
       return clEnqueueWriteBuffer(on.queue, on.half, CL_FALSE, 0, bytes, on.outcome.host.data(),
                                   count, list, nullptr);
     },
     memory_is<5>},
    {"ReadRectangle", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       return clEnqueueReadBufferRect(on.queue, on.half, CL_FALSE, origin, origin, region, 0, 0, 0,
                                      0, on.outcome.host.data(), count, list, nullptr);
     },
     [](const Outcome& outcome) { return outcome.host[31] == 1; }},
    {"WriteRectangle", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       std::ranges::fill(on.outcome.host, 6);
       return clEnqueueWriteBufferRect(on.queue, on.half, CL_FALSE, origin, origin, region, 0, 0, 0,
                                       0, on.outcome.host.data(), count, list, nullptr);
     },
     memory_is<6>},
    {"Copy", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       std::fill_n(on.outcome.used.begin(), 32, 9);
       return clEnqueueCopyBuffer(on.queue, on.whole, on.half, 0, 0, bytes, count, list, nullptr);
     },
     memory_is<9>},
    {"CopyRectangle", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       std::fill_n(on.outcome.used.begin(), 32, 9);
       return clEnqueueCopyBufferRect(on.queue, on.whole, on.half, origin, origin, region, 0, 0, 0,
                                      0, count, list, nullptr);
     },
     memory_is<9>},
    {"Fill", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       const cl_int pattern = 4;
       return clEnqueueFillBuffer(on.queue, on.half, &pattern, sizeof pattern, 0, bytes, count,
                                  list, nullptr);
     },
     memory_is<4>},
    {"MapAndUnmap", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       cl_int error = 1;
       void* mapped = clEnqueueMapBuffer(on.queue, on.half, CL_FALSE, CL_MAP_READ, 0, bytes, count,
                                         list, nullptr, &error);
       EXPECT_EQ(CL_SUCCESS, error);
       return clEnqueueUnmapMemObject(on.queue, on.half, mapped, count, list, nullptr);
     },
     memory_is<1>},
    {"MapAlone", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       cl_int error = 1;
       EXPECT_NE(nullptr, clEnqueueMapBuffer(on.queue, on.half, CL_FALSE, CL_MAP_WRITE, 0, bytes,
                                             count, list, nullptr, &error));
       return error;
     },
     memory_is<1>},
    {"Migrate", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       return clEnqueueMigrateMemObjects(on.queue, 1, &on.half, 0, count, list, nullptr);
     },
     memory_is<1>},
    {"NativeKernel", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       struct Arguments {
         cl_int* memory;
       } arguments = {nullptr};
       const void* place = &arguments.memory;
       return clEnqueueNativeKernel(
           on.queue, [](void* to) { std::fill_n(static_cast<Arguments*>(to)->memory, 32, 3); },
           &arguments, sizeof arguments, 1, &on.half, &place, count, list, nullptr);
     },
     memory_is<3>},
    {"Marker", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       return clEnqueueMarkerWithWaitList(on.queue, count, list, nullptr);
     },
     nothing},
    {"Barrier", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       return clEnqueueBarrierWithWaitList(on.queue, count, list, nullptr);
     },
     nothing},
    {"EventCallback", nullptr, true,
     [](Scene& on, cl_uint count, List list) {
       cl_event event = nullptr;
       EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(on.queue, count, list, &event));
       on.let_go_later([event] { return clReleaseEvent(event); });
       return clSetEventCallback(event, CL_COMPLETE, count_event, &on.outcome);
     },
     was_called},
    {"CommandsOfAChain", "add", true,
     [](Scene& on, cl_uint count, List list) {
       cl_event first = nullptr;
       EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(on.queue, on.kernel, 1, nullptr, &items,
                                                    nullptr, count, list, &first));
       EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(on.queue, on.kernel, 1, nullptr, &items,
                                                    nullptr, 1, &first, nullptr));
       return clReleaseEvent(first);
     },
     memory_is<3>},
    {"Build", nullptr, false,
     [](Scene& on, cl_uint, List) {
       return clBuildProgram(on.program, 0, nullptr, "", count_program, &on.outcome);
     },
     was_called},
    {"Compilation", nullptr, false,
     [](Scene& on, cl_uint, List) {
       return clCompileProgram(on.program, 0, nullptr, "", 0, nullptr, nullptr, count_program,
                               &on.outcome);
     },
     was_called},
    {"Link", nullptr, false,
     [](Scene& on, cl_uint, List) {
       EXPECT_EQ(CL_SUCCESS, clCompileProgram(on.program, 0, nullptr, "", 0, nullptr, nullptr,
                                              nullptr, nullptr));
       cl_int error = 1;
       cl_program linked = clLinkProgram(on.context, 0, nullptr, "", 1, &on.program, count_program,
                                         &on.outcome, &error);
       on.let_go_later([linked] { return clReleaseProgram(linked); });
       return error;
     },
     was_called},
};

class ReleasedAtOnce : public testing::TestWithParam<Row> {
 protected:
  void SetUp() override {
    root_ = first_device();
    ASSERT_NE(nullptr, root_);
  }
  /// With a gate that is opened when everything has been released, and without.
  void play(std::mt19937& random, int turns) {
    const Row& row = GetParam();
    for (int turn = 0; turn < turns; ++turn) {
      Outcome outcome;
      cl_event gate = nullptr;
      const bool waits = row.waits && random() % 2 == 0;
      {
        Scene scene(root_, outcome, random, row.kernel);
        gate = scene.gate;
        ASSERT_EQ(CL_SUCCESS, row.begin(scene, waits ? 1 : 0, waits ? &gate : nullptr));
      }
      if (waits) {
        EXPECT_FALSE(outcome.is_over);
        EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
      }
      while (!outcome.is_over) std::this_thread::yield();
      ASSERT_TRUE(row.holds(outcome));
    }
  }
  cl_device_id root_ = nullptr;
};

TEST_P(ReleasedAtOnce, AllEndsWell) {
  testing::internal::CaptureStdout();
  std::mt19937 random(1);
  play(random, 12);
  const std::string text = testing::internal::GetCapturedStdout();
  std::string expected;
  const bool prints = GetParam().kernel != nullptr && std::string(GetParam().kernel) == "tell";
  for (int turn = 0; prints && turn < 12; ++turn) expected += "released 7 words\n";
  EXPECT_EQ(expected, text);
}

TEST_P(ReleasedAtOnce, AllEndsWellInThreads) {
  testing::internal::CaptureStdout();
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 4; ++number) {
    threads.emplace_back([this, number] {
      std::mt19937 random(number);
      play(random, 12);
    });
  }
  for (std::thread& thread : threads) thread.join();
  static_cast<void>(testing::internal::GetCapturedStdout());
}

INSTANTIATE_TEST_SUITE_P(After, ReleasedAtOnce, testing::ValuesIn(rows),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace cleave::test
