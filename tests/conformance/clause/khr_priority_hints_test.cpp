// cl_khr_priority_hints: queues of three priorities. tests/unit/backend/priority_test.cpp has the
// order in which they are served.
#include <array>

#include "support/command_buffers.h"
#include "support/reported.h"

namespace cleave::test {
namespace {

constexpr std::array<cl_queue_properties, 3> priorities = {
    CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_HIGH_KHR};

class PriorityHints : public OnDevice {
 protected:
  [[nodiscard]] Queue make(const std::vector<cl_queue_properties>& properties) const {
    cl_int error = 1;
    Queue queue(clCreateCommandQueueWithProperties(context_, device_, properties.data(), &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return queue;
  }
  [[nodiscard]] cl_int creation(const std::vector<cl_queue_properties>& properties) const {
    return error_of([&](cl_int* error) {
      return Queue(clCreateCommandQueueWithProperties(context_, device_, properties.data(), error));
    });
  }
};

TEST_F(PriorityHints, AreReported) {
  expect_reported(device_, "cl_khr_priority_hints", CL_MAKE_VERSION(1, 0, 0));
}

// "CL_QUEUE_PRIORITY_KHR: Specifies a priority hint for command queues belonging to the same OpenCL
// context." CL_QUEUE_PROPERTIES_ARRAY tells it as it was given.
TEST_F(PriorityHints, AreReportedAsGiven) {
  for (const cl_queue_properties priority : priorities) {
    const std::vector<cl_queue_properties> properties = {
        CL_QUEUE_PRIORITY_KHR, priority, CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const Queue queue = make(properties);
    EXPECT_EQ(
        properties, list_of<cl_queue_properties>([&](size_t size, void* value, size_t* returned) {
          return clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, size, value, returned);
        }));
  }
}

// 5.1: "CL_INVALID_VALUE if values specified in properties are not valid".
TEST_F(PriorityHints, HaveOneOfThreeValues) {
  for (const cl_queue_properties bad : {cl_queue_properties{0}, cl_queue_properties{1 << 3},
                                        ~cl_queue_properties{0}, priorities[0] | priorities[2]}) {
    EXPECT_EQ(CL_INVALID_VALUE, creation({CL_QUEUE_PRIORITY_KHR, bad, 0}));
  }
  EXPECT_EQ(CL_INVALID_VALUE, creation({CL_QUEUE_PRIORITY_KHR, priorities[0], CL_QUEUE_PRIORITY_KHR,
                                        priorities[0], 0}));
}

// "CL_INVALID_QUEUE_PROPERTIES … if the cl_khr_priority_hints extension is supported, the
// CL_QUEUE_PRIORITY_KHR property is specified, and the queue is a CL_QUEUE_ON_DEVICE".
TEST_F(PriorityHints, AreOfQueuesOfTheHost) {
  const cl_queue_properties on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  for (const cl_queue_properties priority : priorities) {
    EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES,
              creation({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_PRIORITY_KHR, priority, 0}));
  }
}

// Work of each priority is done: launches, transfers, replays, and what waits for other queues.
TEST_F(PriorityHints, DoNotChangeWhatIsComputed) {
  constexpr size_t count = 1 << 16;
  const Memory numbers = make_buffer(std::vector<cl_int>(count, 0));
  const Kernel kernel =
      make_kernel("kernel void add(global int* p) { p[get_global_id(0)] += 1; }", "add");
  const cl_mem argument = numbers;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
  std::vector<Queue> queues;
  for (const cl_queue_properties priority : priorities) {
    queues.push_back(make({CL_QUEUE_PRIORITY_KHR, priority, 0}));
  }
  constexpr int rounds = 50;
  Event before;
  for (int round = 0; round < rounds; ++round) {
    for (const Queue& queue : queues) {
      Event event;
      const cl_event wait[] = {before};
      ASSERT_EQ(CL_SUCCESS,
                clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr,
                                       cl_event(before) != nullptr ? 1 : 0,
                                       cl_event(before) != nullptr ? wait : nullptr, event.out()));
      before = std::move(event);
    }
  }
  for (const Queue& queue : queues) ASSERT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(std::vector<cl_int>(count, 3 * rounds), contents(numbers));
  for (const Queue& queue : queues) {
    const Recorder recorder(queue);
    for (int command = 0; command < 20; ++command) recorder.launch(kernel, count);
    recorder.finalize();
    recorder.replay();
    ASSERT_EQ(CL_SUCCESS, clFinish(queue));
    std::vector<cl_int> read(count);
    ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, numbers, CL_TRUE, 0, count * sizeof(cl_int),
                                              read.data(), 0, nullptr, nullptr));
  }
  EXPECT_EQ(std::vector<cl_int>(count, 3 * rounds + 60), contents(numbers));
}

}  // namespace
}  // namespace cleave::test
