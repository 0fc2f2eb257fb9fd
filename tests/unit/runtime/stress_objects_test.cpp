// Objects of all kinds under many threads: made, shared, asked about and released while commands of
// several queues use them.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>

#include "stress.h"

namespace cleave::api::test {
namespace {

TEST_F(Stress, EventsOrderCommandsOfSeveralQueues) {
  const Buffer buffer = make_buffer();
  std::mutex mutex;
  Event last;  // of all queues together
  on_threads([&](unsigned) {
    const CommandQueue queue = make_queue();
    const Kernel kernel = make_kernel(buffer);
    for (int command = 0; command < 100; ++command) {
      std::lock_guard lock(mutex);
      std::vector<cl_event> after;
      if (last.get() != nullptr) after.push_back(last.get());
      last = launch(queue, kernel, after);
    }
    EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
  });
  expect_all(make_queue(), buffer, 100 * thread_count);
}

TEST_F(Stress, EventsOrderCommandsOfPartsAndTheWhole) {
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
  cl_device_id devices[3] = {device};
  if (api::clCreateSubDevices(device, counts, 2, devices + 1, nullptr) != CL_SUCCESS) {
    GTEST_SKIP() << "there is one processor only";
  }
  cl_context all = api::clCreateContext(nullptr, 3, devices, nullptr, nullptr, nullptr);
  ASSERT_NE(all, nullptr);
  {
    std::vector<CommandQueue> queues;
    for (cl_device_id one : devices) {
      queues.emplace_back(api::clCreateCommandQueue(all, one, 0, nullptr));
    }
    on_threads([&](unsigned) {
      const cl_uint zero = 0;
      const Buffer buffer(api::clCreateBuffer(all, CL_MEM_READ_WRITE, 256, nullptr, nullptr));
      const Buffer copy(api::clCreateBuffer(all, CL_MEM_READ_WRITE, 256, nullptr, nullptr));
      for (cl_uint turn = 0; turn < 50; ++turn) {
        // Written on the whole, copied on a part, read on the other one.
        cl_event written = nullptr, copied = nullptr;
        EXPECT_EQ(
            api::clEnqueueFillBuffer(queues[0].get(), buffer.get(), turn % 2 == 0 ? &turn : &zero,
                                     sizeof turn, 0, 256, 0, nullptr, &written),
            CL_SUCCESS);
        EXPECT_EQ(api::clEnqueueCopyBuffer(queues[1].get(), buffer.get(), copy.get(), 0, 0, 256, 1,
                                           &written, &copied),
                  CL_SUCCESS);
        std::vector<cl_uint> values(64);
        EXPECT_EQ(api::clEnqueueReadBuffer(queues[2].get(), copy.get(), CL_TRUE, 0, 256,
                                           values.data(), 1, &copied, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(values, std::vector<cl_uint>(64, turn % 2 == 0 ? turn : 0));
        EXPECT_EQ(api::clReleaseEvent(written), CL_SUCCESS);
        EXPECT_EQ(api::clReleaseEvent(copied), CL_SUCCESS);
      }
    });
  }
  EXPECT_EQ(api::clReleaseContext(all), CL_SUCCESS);
  EXPECT_EQ(api::clReleaseDevice(devices[1]), CL_SUCCESS);
  EXPECT_EQ(api::clReleaseDevice(devices[2]), CL_SUCCESS);
}

TEST_F(Stress, ProgramsAreBuiltByAllThreads) {
  const Buffer shared_buffer = make_buffer();
  const Kernel shared = make_kernel(shared_buffer);
  on_threads([&](unsigned) {
    const CommandQueue queue = make_queue();
    for (int turn = 0; turn < 20; ++turn) {
      const char* source = "increment";
      cl_program own = api::clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
      EXPECT_EQ(api::clBuildProgram(own, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
      const Buffer buffer = make_buffer();
      const cl_mem memory = buffer.get();
      {
        const Kernel kernel(api::clCreateKernel(own, "increment", nullptr));
        const Kernel clone(api::clCloneKernel(shared.get(), nullptr));
        EXPECT_EQ(api::clReleaseProgram(own), CL_SUCCESS);
        for (const Kernel* one : {&kernel, &clone}) {
          EXPECT_EQ(api::clSetKernelArg(one->get(), 0, sizeof memory, &memory), CL_SUCCESS);
          static_cast<void>(launch(queue, *one));
        }
      }
      if (turn % 5 == 0) expect_all(queue, buffer, 2);
    }
    EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
  });
}

TEST_F(Stress, NativeKernelsSeeWhatCameBeforeThem) {
  const CommandQueue queue = make_queue();
  const Buffer buffer = make_buffer();
  on_threads([&](unsigned) {
    const Kernel kernel = make_kernel(buffer);
    for (int turn = 0; turn < 50; ++turn) {
      static_cast<void>(launch(queue, kernel));
      cl_uint* arguments[1] = {};
      cl_mem memory = buffer.get();
      const void* place = arguments;
      EXPECT_EQ(api::clEnqueueNativeKernel(
                    queue.get(),
                    [](void* given) {
                      cl_uint* values = *static_cast<cl_uint**>(given);
                      for (size_t item = 0; item < items; ++item) ++values[item];
                    },
                    arguments, sizeof arguments, 1, &memory, &place, 0, nullptr, nullptr),
                CL_SUCCESS);
    }
  });
  expect_all(queue, buffer, 100 * thread_count);
}

TEST_F(Stress, RegionsAreMappedByAllThreads) {
  const CommandQueue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Buffer buffer = make_buffer();
  on_threads([&](unsigned thread) {
    const size_t bytes = items / thread_count * sizeof(cl_uint);
    for (int turn = 0; turn < 100; ++turn) {
      auto* values = static_cast<cl_uint*>(
          api::clEnqueueMapBuffer(queue.get(), buffer.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                  thread * bytes, bytes, 0, nullptr, nullptr, nullptr));
      ASSERT_NE(values, nullptr);
      for (size_t item = 0; item < items / thread_count; ++item) ++values[item];
      cl_event unmapped = nullptr;
      EXPECT_EQ(
          api::clEnqueueUnmapMemObject(queue.get(), buffer.get(), values, 0, nullptr, &unmapped),
          CL_SUCCESS);
      const Event event(unmapped);
      EXPECT_EQ(api::clWaitForEvents(1, &unmapped), CL_SUCCESS);
    }
  });
  expect_all(queue, buffer, 100);
}

TEST_F(Stress, DestructorsAreCalledOnceForEachObject) {
  std::atomic<int> gone{0};
  constexpr int each = 100;
  on_threads([&](unsigned) {
    const CommandQueue queue = make_queue();
    for (int turn = 0; turn < each; ++turn) {
      const Buffer buffer = make_buffer();
      EXPECT_EQ(
          api::clSetMemObjectDestructorCallback(
              buffer.get(),
              [](cl_mem, void* counter) { ++*static_cast<std::atomic<int>*>(counter); }, &gone),
          CL_SUCCESS);
      const Kernel kernel = make_kernel(buffer);
      static_cast<void>(launch(queue, kernel));
    }
    EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
  });
  while (gone < each * thread_count) std::this_thread::yield();
  EXPECT_EQ(gone, each * thread_count);
}

// The launch alone keeps what it needs: a part, a context, queues, a program, a kernel, buffers
// and what it waits for are released as soon as it is enqueued, in every order.
TEST_F(Stress, EverythingIsReleasedRightAfterItsEnqueue) {
  on_threads([&](unsigned seed) {
    std::mt19937 random(seed);
    for (int turn = 0; turn < 30; ++turn) {
      std::vector<cl_uint> values(items, 1);
      std::atomic<bool> is_over{false};
      const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
      cl_device_id part = nullptr;
      ASSERT_EQ(api::clCreateSubDevices(device, one, 1, &part, nullptr), CL_SUCCESS);
      cl_context own = api::clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr);
      const auto note = [](cl_context, void* to) { *static_cast<std::atomic<bool>*>(to) = true; };
      ASSERT_EQ(api::clSetContextDestructorCallback(own, note, &is_over), CL_SUCCESS);
      cl_command_queue queue = api::clCreateCommandQueue(
          own, part, turn % 2 == 0 ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, nullptr);
      cl_mem whole = api::clCreateBuffer(own, CL_MEM_USE_HOST_PTR, items * sizeof(cl_uint),
                                         values.data(), nullptr);
      const cl_buffer_region all = {0, items * sizeof(cl_uint)};
      cl_mem memory = api::clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &all, nullptr);
      const char* source = "increment";
      cl_program built = api::clCreateProgramWithSource(own, 1, &source, nullptr, nullptr);
      ASSERT_EQ(api::clBuildProgram(built, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
      const bool is_tree = turn % 3 == 0;
      cl_kernel kernel = api::clCreateKernel(built, is_tree ? "sow" : "increment", nullptr);
      ASSERT_EQ(api::clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
      CommandQueue device_queue =
          make_device_queue(turn % 2 == 0 ? CL_QUEUE_ON_DEVICE_DEFAULT : 0, part, own);
      if (is_tree) set_tree(kernel, device_queue);
      cl_event gate = api::clCreateUserEvent(own, nullptr);
      cl_event launched = nullptr;
      const size_t local = 4;
      ASSERT_EQ(api::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 1, &gate,
                                            &launched),
                CL_SUCCESS);
      std::vector<std::function<cl_int()>> releases = {
          [&] { return api::clReleaseDevice(part); },
          [&] { return api::clReleaseContext(own); },
          [&] { return api::clReleaseCommandQueue(queue); },
          [&] {
            device_queue = CommandQueue();
            return CL_SUCCESS;
          },
          [&] { return api::clReleaseMemObject(whole); },
          [&] { return api::clReleaseMemObject(memory); },
          [&] { return api::clReleaseProgram(built); },
          [&] { return api::clReleaseKernel(kernel); },
          [&] { return api::clReleaseEvent(gate); },
          [&] { return api::clReleaseEvent(launched); },
      };
      std::shuffle(releases.begin(), releases.end(), random);
      for (const auto& release : releases) ASSERT_EQ(release(), CL_SUCCESS);
      ASSERT_EQ(api::clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
      while (!is_over) std::this_thread::yield();
      ASSERT_EQ(values, std::vector<cl_uint>(items, 1 + (is_tree ? of_tree : 1)));
    }
  });
}

TEST_F(Stress, SharedObjectsAreRetainedAskedAndReleased) {
  const CommandQueue queue = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Buffer buffer = make_buffer();
  const Kernel kernel = make_kernel(buffer);
  for (cl_uint turn = 1; turn <= 20; ++turn) {
    const Event gate = make_user_event();
    const Event event = launch(queue, kernel, {gate.get()});
    on_threads([&](unsigned thread) {
      for (int question = 0; question < 20; ++question) {
        EXPECT_EQ(api::clRetainEvent(event.get()), CL_SUCCESS);
        EXPECT_EQ(api::clRetainMemObject(buffer.get()), CL_SUCCESS);
        const cl_int status = status_of(event);
        cl_ulong end = 0;
        const cl_int profiled = api::clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_END,
                                                             sizeof end, &end, nullptr);
        EXPECT_TRUE(profiled == CL_SUCCESS || profiled == CL_PROFILING_INFO_NOT_AVAILABLE);
        EXPECT_TRUE(status != CL_COMPLETE || profiled == CL_SUCCESS);
        cl_uint references = 0;
        EXPECT_EQ(api::clGetMemObjectInfo(buffer.get(), CL_MEM_REFERENCE_COUNT, sizeof references,
                                          &references, nullptr),
                  CL_SUCCESS);
        EXPECT_GE(references, 2u);
        if (thread == 0 && question == 10) {
          EXPECT_EQ(api::clSetUserEventStatus(gate.get(), CL_COMPLETE), CL_SUCCESS);
        }
        EXPECT_EQ(api::clReleaseMemObject(buffer.get()), CL_SUCCESS);
        EXPECT_EQ(api::clReleaseEvent(event.get()), CL_SUCCESS);
      }
    });
    expect_all(queue, buffer, turn);
  }
}

// Queues in the context of the whole hold parts that the application has let go of, while other
// threads ask for the same handles, retain what they find and build for it.
TEST_F(Stress, PartsAreFoundWhileTheLastThatHoldsThemGoes) {
  cl_uint units = 0;
  ASSERT_EQ(
      api::clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
      CL_SUCCESS);
  if (units < 2) GTEST_SKIP() << "there is one processor only";
  std::atomic<cl_device_id> shown{nullptr};
  on_threads([&](unsigned thread) {
    for (int turn = 0; turn < 100; ++turn) {
      if (thread % 2 == 0) {
        const cl_device_partition_property_ext properties[] = {
            CL_DEVICE_PARTITION_BY_NAMES_EXT, 1, CL_PARTITION_BY_NAMES_LIST_END_EXT, 0};
        cl_device_id part = nullptr;
        ASSERT_EQ(api::clCreateSubDevicesEXT(device, properties, 1, &part, nullptr), CL_SUCCESS);
        const CommandQueue queue(api::clCreateCommandQueue(context, part, 0, nullptr));
        shown = part;
        EXPECT_EQ(api::clReleaseDeviceEXT(part), CL_SUCCESS);
        const Buffer buffer = make_buffer();
        const Kernel kernel = make_kernel(buffer);
        static_cast<void>(launch(queue, kernel));
        cl_device_id found = nullptr;
        EXPECT_EQ(
            api::clGetCommandQueueInfo(queue.get(), CL_QUEUE_DEVICE, sizeof found, &found, nullptr),
            CL_SUCCESS);
        EXPECT_EQ(found, part);
        expect_all(queue, buffer, 1);
      } else if (cl_device_id part = shown; part != nullptr) {
        // It may be gone, or another part by now; what was retained is there.
        if (api::clRetainDeviceEXT(part) != CL_SUCCESS) continue;
        cl_uint count = 0;
        EXPECT_EQ(
            api::clGetDeviceInfo(part, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof count, &count, nullptr),
            CL_SUCCESS);
        EXPECT_EQ(count, 1U);
        const char* source = "increment";
        cl_program own = api::clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        EXPECT_EQ(api::clBuildProgram(own, 1, &part, nullptr, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(api::clReleaseDeviceEXT(part), CL_SUCCESS);
        EXPECT_EQ(api::clReleaseProgram(own), CL_SUCCESS);
      }
    }
  });
}

}  // namespace
}  // namespace cleave::api::test
