// Semaphores under many threads: waited for, signalled and released while commands use them.
#include "stress.h"

namespace cleave::api::test {
namespace {

using Handle = cl_semaphore_khr;
using Semaphore = Owned<Handle, api::clReleaseSemaphoreKHR>;

Semaphore make_semaphore(cl_context context) {
  const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                              0};
  return Semaphore(api::clCreateSemaphoreWithPropertiesKHR(context, list, nullptr));
}

void wait(const CommandQueue& queue, Handle semaphore) {
  EXPECT_EQ(
      api::clEnqueueWaitSemaphoresKHR(queue.get(), 1, &semaphore, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
}

void signal(const CommandQueue& queue, Handle semaphore) {
  EXPECT_EQ(
      api::clEnqueueSignalSemaphoresKHR(queue.get(), 1, &semaphore, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
}

// Threads stand in a ring: each lets the next one's kernel go on, round after round.
TEST_F(Stress, SemaphoresOrderKernelsOfARingOfThreads) {
  const Buffer buffer = make_buffer();
  std::vector<Semaphore> ring;
  for (int thread = 0; thread < thread_count; ++thread) ring.push_back(make_semaphore(context));
  constexpr int rounds = 25;
  on_threads([&](unsigned thread) {
    const CommandQueue queue = make_queue();
    const Kernel kernel = make_kernel(buffer);
    for (int round = 0; round < rounds; ++round) {
      // Only here and there does one begin: then its kernel is alone with the buffer.
      if (thread != 0 || round != 0) wait(queue, ring[thread].get());
      static_cast<void>(launch(queue, kernel));
      signal(queue, ring[(thread + 1) % thread_count].get());
    }
    EXPECT_EQ(api::clFinish(queue.get()), CL_SUCCESS);
  });
  const CommandQueue queue = make_queue();
  wait(queue, ring[0].get());
  expect_all(queue, buffer, rounds * thread_count);
}

// All threads wait for one semaphore and signal it: each signal lets one wait go on.
TEST_F(Stress, ASemaphoreHasAsManyWaitsAsSignals) {
  const Semaphore semaphore = make_semaphore(context);
  on_threads([&](unsigned) {
    const CommandQueue waits = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const CommandQueue signals = make_queue();
    for (int time = 0; time < 50; ++time) {
      wait(waits, semaphore.get());
      EXPECT_EQ(api::clFlush(waits.get()), CL_SUCCESS);
      signal(signals, semaphore.get());
    }
    EXPECT_EQ(api::clFinish(waits.get()), CL_SUCCESS);
  });
  cl_semaphore_payload_khr payload = 7;
  EXPECT_EQ(api::clGetSemaphoreInfoKHR(semaphore.get(), CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload,
                                       &payload, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(payload, 0U);
}

TEST_F(Stress, SemaphoresGoWhileCommandsUseThem) {
  on_threads([&](unsigned) {
    const CommandQueue first = make_queue(), second = make_queue();
    const Buffer of_first = make_buffer(), of_second = make_buffer();
    const Kernel on_first = make_kernel(of_first), on_second = make_kernel(of_second);
    for (int time = 0; time < 50; ++time) {
      const Semaphore semaphore = make_semaphore(context);
      wait(second, semaphore.get());
      static_cast<void>(launch(second, on_second));
      static_cast<void>(launch(first, on_first));
      signal(first, semaphore.get());
      EXPECT_EQ(api::clFlush(second.get()), CL_SUCCESS);
    }
    expect_all(second, of_second, 50);
    EXPECT_EQ(api::clFinish(first.get()), CL_SUCCESS);
    EXPECT_EQ(api::clFinish(second.get()), CL_SUCCESS);
  });
}

}  // namespace
}  // namespace cleave::api::test
