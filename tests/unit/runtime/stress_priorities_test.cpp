// Queues of three priorities under many threads: all that is enqueued is done.
#include <CL/cl_ext.h>

#include "stress.h"

namespace cleave::api::test {
namespace {

constexpr cl_queue_properties priorities[] = {CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PRIORITY_MED_KHR,
                                              CL_QUEUE_PRIORITY_HIGH_KHR};

CommandQueue make_queue_of(cl_context context, cl_device_id device, cl_queue_properties priority) {
  const cl_queue_properties properties[] = {CL_QUEUE_PRIORITY_KHR, priority, 0};
  return CommandQueue(
      api::clCreateCommandQueueWithProperties(context, device, properties, nullptr));
}

TEST_F(Stress, QueuesOfAllPrioritiesShareTheWorkers) {
  on_threads([&](unsigned thread) {
    for (int turn = 0; turn < 10; ++turn) {
      const CommandQueue queue = make_queue_of(context, device, priorities[(thread + turn) % 3]);
      const Buffer buffer = make_buffer();
      const Kernel kernel = make_kernel(buffer);
      for (int command = 0; command < 20; ++command) {
        const Event event = launch(queue, kernel);
        if (command % 5 == 0) EXPECT_EQ(api::clFlush(queue.get()), CL_SUCCESS);
      }
      expect_all(queue, buffer, 20);
    }
  });
}

// A chain goes from queue to queue, of one priority after another.
TEST_F(Stress, ChainsGoThroughQueuesOfAllPriorities) {
  on_threads([&](unsigned thread) {
    std::vector<CommandQueue> queues;
    for (const cl_queue_properties priority : priorities) {
      queues.push_back(make_queue_of(context, device, priority));
    }
    const Buffer buffer = make_buffer();
    const Kernel kernel = make_kernel(buffer);
    Event last = launch(queues[thread % 3], kernel);
    for (unsigned command = 1; command < 60; ++command) {
      last = launch(queues[(thread + command) % 3], kernel, {last.get()});
    }
    const cl_event event = last.get();
    EXPECT_EQ(api::clWaitForEvents(1, &event), CL_SUCCESS);
    expect_all(queues[0], buffer, 60);
  });
}

}  // namespace
}  // namespace cleave::api::test
