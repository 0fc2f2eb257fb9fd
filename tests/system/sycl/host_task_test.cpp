// Runs host tasks among kernels (SYCL 2020, 4.10).
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

TEST(HostTask, RunsBetweenKernelsOnTheBuffersContents) {
  for (const bool is_in_order : {false, true}) {
    sycl::queue queue(is_in_order ? sycl::property_list{sycl::property::queue::in_order()}
                                  : sycl::property_list{});
    std::vector<int> numbers(100, 13);
    {
      sycl::buffer<int> buffer(numbers);
      const auto multiply = [&](sycl::handler& group) {
        sycl::accessor values(buffer, group);
        group.parallel_for(100, [=](sycl::id<1> i) { values[i] *= 3; });
      };
      const auto add = [&](sycl::handler& group) {
        sycl::accessor values(buffer, group, sycl::read_write_host_task);
        group.host_task([=] {
          for (int& value : values) value += 4;
        });
      };
      queue.submit(multiply);
      queue.submit(add);
      queue.submit(multiply);
      queue.submit(add);
    }
    EXPECT_EQ(numbers, std::vector<int>(100, (13 * 3 + 4) * 3 + 4));
  }
}

TEST(HostTask, IsWaitedForByItsQueueAndEvents) {
  sycl::queue queue;
  std::atomic<int> step{0};
  const sycl::event first = queue.submit([&](sycl::handler& group) {
    group.host_task([&] {
      while (step != 1) std::this_thread::yield();
      step = 2;
    });
  });
  int* const seen = sycl::malloc_shared<int>(1, queue);
  *seen = 0;
  const sycl::event kernel = queue.single_task(first, [=] { *seen = 1; });
  queue.submit([&](sycl::handler& group) {
    group.depends_on(kernel);
    group.host_task([&, seen] { step = 10 + *seen; });
  });
  EXPECT_NE(kernel.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  step = 1;
  queue.wait();
  EXPECT_EQ(step, 11);
  sycl::free(seen, queue);
}

TEST(HostTask, GivesWhatItThrowsToTheHandler) {
  std::vector<std::string> texts;
  sycl::queue queue(sycl::default_selector_v, [&](sycl::exception_list errors) {
    for (const std::exception_ptr& error : errors) {
      try {
        std::rethrow_exception(error);
      } catch (const std::out_of_range& thrown) {
        texts.emplace_back(thrown.what());
      }
    }
  });
  const sycl::event thrown = queue.submit(
      [&](sycl::handler& group) { group.host_task([] { throw std::out_of_range("far away"); }); });
  // The task behind it runs all the same.
  std::atomic<bool> has_run{false};
  queue.submit([&](sycl::handler& group) {
    group.depends_on(thrown);
    group.host_task([&] { has_run = true; });
  });
  queue.wait();
  EXPECT_TRUE(texts.empty());
  EXPECT_TRUE(has_run);
  queue.throw_asynchronous();
  EXPECT_EQ(texts, std::vector<std::string>{"far away"});
}

TEST(HostTask, MaySubmitAndWait) {
  sycl::queue queue;
  sycl::buffer<int> buffer{sycl::range<1>(1)};
  std::atomic<int> sum{0};
  // Each of them blocks a thread until a kernel and an inner task have ended.
  for (int i = 0; i < 8; ++i) {
    queue.submit([&, i](sycl::handler& group) {
      group.host_task([&, i] {
        sycl::queue inner;
        int* const value = sycl::malloc_shared<int>(1, inner);
        inner.single_task([=] { *value = i; }).wait();
        inner.submit([&](sycl::handler& own) { own.host_task([&] { sum += *value; }); }).wait();
        sycl::free(value, inner);
      });
    });
  }
  queue.wait();
  EXPECT_EQ(sum, 28);
}

TEST(HostTask, DestroysWhatItHoldsWhenItHasEnded) {
  sycl::queue queue;
  std::vector<int> numbers(4, 0);
  {
    auto buffer = std::make_shared<sycl::buffer<int>>(numbers.data(), sycl::range<1>(4));
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(*buffer, group, sycl::write_only_host_task);
      // The destructor of the buffer, which waits for the task, runs on the task's thread.
      group.host_task([values, held = std::move(buffer)] {
        for (int& value : values) value = 5;
      });
    });
  }
  queue.wait();
  // The destructor of an event of a buffer's use has nobody to wait for; the contents come by and by.
  for (volatile int* const last = numbers.data() + 3; *last != 5;) std::this_thread::yield();
}

TEST(HostTask, GivesObjectsOfOpenCl) {
  sycl::queue queue;
  sycl::buffer<int> buffer{sycl::range<1>(16)};
  sycl::buffer<int> other{sycl::range<1>(16)};
  std::atomic<int> error{1};
  std::atomic<bool> was_refused{false};
  queue.submit([&](sycl::handler& group) {
    sycl::accessor values(buffer, group, sycl::write_only);
    sycl::accessor foreign(other, sycl::write_only);
    group.host_task([=, &error, &was_refused](sycl::interop_handle handle) {
      constexpr auto opencl = sycl::backend::opencl;
      const cl_mem memory = handle.get_native_mem<opencl>(values).front();
      const cl_command_queue native = handle.get_native_queue<opencl>();
      cl_context context = nullptr;
      clGetCommandQueueInfo(native, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
      cl_device_id device = nullptr;
      clGetCommandQueueInfo(native, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
      const int pattern = 42;
      cl_event filled = nullptr;
      error = clEnqueueFillBuffer(native, memory, &pattern, sizeof pattern, 0, 16 * sizeof(int), 0,
                                  nullptr, &filled);
      clWaitForEvents(1, &filled);
      clReleaseEvent(filled);
      if (context != handle.get_native_context<opencl>()) error = -1000;
      if (device != handle.get_native_device<opencl>()) error = -1001;
      try {
        static_cast<void>(handle.get_native_mem<opencl>(foreign));
      } catch (const sycl::exception& refused) {
        was_refused = refused.code() == sycl::errc::invalid;
      }
    });
  });
  for (const int value : sycl::host_accessor(buffer, sycl::read_only)) EXPECT_EQ(value, 42);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_TRUE(was_refused);
}

}  // namespace
