// 5.1: queues on the device, and the default one of each device.
#include <algorithm>
#include <thread>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr cl_command_queue_properties on_device =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
constexpr cl_command_queue_properties by_default = on_device | CL_QUEUE_ON_DEVICE_DEFAULT;

class Clause_5_1_DeviceQueues : public OnDevice {
 protected:
  [[nodiscard]] static Queue create_in(cl_context context, cl_device_id device,
                                       const std::vector<cl_queue_properties>& properties) {
    cl_int error = 1;
    Queue queue(clCreateCommandQueueWithProperties(context, device, properties.data(), &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return queue;
  }
  [[nodiscard]] Queue create(const std::vector<cl_queue_properties>& properties) const {
    return create_in(context_, device_, properties);
  }
  [[nodiscard]] cl_int refusal(const std::vector<cl_queue_properties>& properties) const {
    return error_of([&](cl_int* error) {
      return Queue(clCreateCommandQueueWithProperties(context_, device_, properties.data(), error));
    });
  }
  template <class T>
  [[nodiscard]] static T value(cl_command_queue queue, cl_command_queue_info name) {
    return value_of<T>([&](size_t size, void* to, size_t* returned) {
      return clGetCommandQueueInfo(queue, name, size, to, returned);
    });
  }
  template <class T>
  [[nodiscard]] T of_device(cl_device_info name) const {
    return value_of<T>([&](size_t size, void* to, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, to, returned);
    });
  }
  /// The default of the first device, as its queue of the host names it.
  [[nodiscard]] cl_command_queue current_default() const {
    return value<cl_command_queue>(queue_, CL_QUEUE_DEVICE_DEFAULT);
  }
};

// "If CL_QUEUE_ON_DEVICE is set, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE must also be set."
TEST_F(Clause_5_1_DeviceQueues, AreOutOfOrder) {
  EXPECT_EQ(CL_INVALID_VALUE, refusal({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}));
  EXPECT_EQ(CL_SUCCESS, refusal({CL_QUEUE_PROPERTIES, on_device, 0}));
  EXPECT_EQ(CL_SUCCESS, refusal({CL_QUEUE_PROPERTIES, on_device | CL_QUEUE_PROFILING_ENABLE, 0}));
}

// "CL_QUEUE_ON_DEVICE_DEFAULT: … This can only be used with CL_QUEUE_ON_DEVICE."
TEST_F(Clause_5_1_DeviceQueues, AreAloneDefaults) {
  EXPECT_EQ(CL_INVALID_VALUE, refusal({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            refusal({CL_QUEUE_PROPERTIES,
                     CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}));
}

// "CL_QUEUE_SIZE: … This can only be specified if CL_QUEUE_ON_DEVICE is set in CL_QUEUE_PROPERTIES.
// This must be a value <= CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE." "If CL_QUEUE_SIZE is not specified,
// the device queue is created with CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE as the size of the
// queue."
TEST_F(Clause_5_1_DeviceQueues, HaveASize) {
  const auto largest = of_device<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  EXPECT_EQ(of_device<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE),
            value<cl_uint>(create({CL_QUEUE_PROPERTIES, on_device, 0}), CL_QUEUE_SIZE));
  for (const cl_uint size : {cl_uint{124}, largest}) {
    const Queue queue = create({CL_QUEUE_SIZE, size, CL_QUEUE_PROPERTIES, on_device, 0});
    EXPECT_EQ(size, value<cl_uint>(queue, CL_QUEUE_SIZE));
  }
  for (const cl_queue_properties size : {cl_queue_properties{largest} + 1, ~0UL, 1UL << 32}) {
    EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES,
              refusal({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, size, 0}));
  }
  EXPECT_EQ(CL_INVALID_VALUE, refusal({CL_QUEUE_SIZE, 1024, 0}));
}

TEST_F(Clause_5_1_DeviceQueues, ReportTheirPropertiesAsGiven) {
  const std::vector<cl_queue_properties> properties = {
      CL_QUEUE_PROPERTIES, on_device | CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_SIZE, 124, 0};
  const Queue queue = create(properties);
  EXPECT_EQ(properties[1], value<cl_command_queue_properties>(queue, CL_QUEUE_PROPERTIES));
  EXPECT_EQ(properties, list_of<cl_queue_properties>([&](size_t size, void* to, size_t* returned) {
              return clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, size, to, returned);
            }));
  EXPECT_EQ(cl_context(context_), value<cl_context>(queue, CL_QUEUE_CONTEXT));
  EXPECT_EQ(device_, value<cl_device_id>(queue, CL_QUEUE_DEVICE));
  EXPECT_EQ(nullptr, value<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT));
}

// "CL_DEVICE_MAX_ON_DEVICE_QUEUES: The maximum number of device queues that can be created for this
// device in a single context."
TEST_F(Clause_5_1_DeviceQueues, AreManyBesideTheDefault) {
  const Queue first = create({CL_QUEUE_PROPERTIES, by_default, 0});
  std::vector<Queue> others;
  for (cl_uint i = 0; i < of_device<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES); ++i) {
    others.push_back(create({CL_QUEUE_PROPERTIES, on_device, 0}));
  }
  EXPECT_EQ(cl_command_queue(first), current_default());
}

// "There can only be one default device queue for each device within a context.
// clCreateCommandQueueWithProperties … will return the default device queue that has already been
// created and increment its retain count by 1."
TEST_F(Clause_5_1_DeviceQueues, AreOneDefaultOfEachDevice) {
  EXPECT_EQ(nullptr, current_default());
  cl_command_queue old = nullptr;
  {
    const Queue first = create({CL_QUEUE_PROPERTIES, by_default, 0});
    const Queue again = create({CL_QUEUE_PROPERTIES, by_default, CL_QUEUE_SIZE, 1024, 0});
    old = first;
    EXPECT_EQ(old, cl_command_queue(again));
    EXPECT_EQ(2U, value<cl_uint>(first, CL_QUEUE_REFERENCE_COUNT));
    EXPECT_EQ(old, current_default());
    EXPECT_EQ(old, value<cl_command_queue>(first, CL_QUEUE_DEVICE_DEFAULT));
    // A wrong property is refused although there is a default queue.
    EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES,
              refusal({CL_QUEUE_PROPERTIES, by_default, CL_QUEUE_SIZE, 1UL << 40, 0}));
  }
  EXPECT_EQ(nullptr, current_default());
  const Queue fresh =
      create({CL_QUEUE_PROPERTIES, by_default | CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_SIZE, 1024, 0});
  EXPECT_NE(old, cl_command_queue(fresh));
  EXPECT_EQ(1024U, value<cl_uint>(fresh, CL_QUEUE_SIZE));
}

TEST_F(Clause_5_1_DeviceQueues, AreOneDefaultForAllThreads) {
  const Queue kept = create({CL_QUEUE_PROPERTIES, by_default, 0});
  const cl_command_queue expected = kept;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(expected, cl_command_queue(create({CL_QUEUE_PROPERTIES, by_default, 0})));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(1U, value<cl_uint>(kept, CL_QUEUE_REFERENCE_COUNT));
}

// One of two threads that find no default queue makes it.
TEST_F(Clause_5_1_DeviceQueues, AreOneDefaultWhoeverMakesIt) {
  for (int round = 0; round < 50; ++round) {
    std::vector<Queue> queues(4);
    std::vector<std::thread> threads;
    for (Queue& queue : queues) {
      threads.emplace_back([&] { queue = create({CL_QUEUE_PROPERTIES, by_default, 0}); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Queue& queue : queues) {
      EXPECT_EQ(cl_command_queue(queues[0]), cl_command_queue(queue));
    }
    EXPECT_EQ(4U, value<cl_uint>(queues[0], CL_QUEUE_REFERENCE_COUNT));
  }
}

TEST_F(Clause_5_1_DeviceQueues, AreDefaultsOfOneContext) {
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr));
  const Queue here = create({CL_QUEUE_PROPERTIES, by_default, 0});
  const Queue there = create_in(other, device_, {CL_QUEUE_PROPERTIES, by_default, 0});
  EXPECT_NE(cl_command_queue(here), cl_command_queue(there));
}

// "clSetDefaultDeviceCommandQueue … replaces the default command queue on the device."
TEST_F(Clause_5_1_DeviceQueues, MayReplaceTheDefault) {
  const Queue first = create({CL_QUEUE_PROPERTIES, by_default, 0});
  {
    const Queue second = create({CL_QUEUE_PROPERTIES, on_device, 0});
    EXPECT_EQ(CL_SUCCESS, clSetDefaultDeviceCommandQueue(context_, device_, second));
    EXPECT_EQ(cl_command_queue(second), current_default());
    EXPECT_EQ(1U, value<cl_uint>(second, CL_QUEUE_REFERENCE_COUNT));
    const Queue again = create({CL_QUEUE_PROPERTIES, by_default, 0});
    EXPECT_EQ(cl_command_queue(second), cl_command_queue(again));
  }
  EXPECT_EQ(nullptr, current_default());
  EXPECT_EQ(CL_SUCCESS, clSetDefaultDeviceCommandQueue(context_, device_, first));
  EXPECT_EQ(cl_command_queue(first), current_default());
}

// "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for device."
TEST_F(Clause_5_1_DeviceQueues, AloneReplaceTheDefault) {
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr));
  const Queue there = create_in(other, device_, {CL_QUEUE_PROPERTIES, on_device, 0});
  const Queue first = create({CL_QUEUE_PROPERTIES, by_default, 0});
  const auto replace_by = [&](cl_command_queue queue) {
    return clSetDefaultDeviceCommandQueue(context_, device_, queue);
  };
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, replace_by(nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, replace_by(queue_));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, replace_by(there));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            replace_by(reinterpret_cast<cl_command_queue>(cl_context(context_))));
  EXPECT_EQ(cl_command_queue(first), current_default());
}

TEST_F(Clause_5_1_DeviceQueues, TakeNoCommands) {
  const Queue queue = create({CL_QUEUE_PROPERTIES, on_device, 0});
  const Memory buffer = make_buffer(64);
  const Kernel kernel = make_kernel("kernel void k() {}", "k");
  const size_t one = 1;
  int value = 0;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clFlush(queue));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clFinish(queue));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, error_of([&](cl_int* error) {
              return clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr,
                                        nullptr, error);
            }));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueMarker(queue, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(queue));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueWaitForEvents(queue, 0, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            clEnqueueSVMFree(queue, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
}

// The family of a queue says which properties it may have, and none is on the device.
TEST_F(Clause_5_1_DeviceQueues, AreOfNoFamily) {
  EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES,
            refusal({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_FAMILY_INTEL, 0, CL_QUEUE_INDEX_INTEL,
                     0, 0}));
}

}  // namespace
}  // namespace cleave::test
