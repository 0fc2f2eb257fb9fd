// Contexts that keep the application's cl_context: commands of one wait for those of another (SYCL 2020, 4.6.3, 4.7.2, C.7).
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "own_context.h"

namespace {

/// An event that ends when the test says so.
class Gate {
 public:
  explicit Gate(const sycl::context& context) {
    const cl_context native = sycl::get_native<sycl::backend::opencl>(context);
    id_ = clCreateUserEvent(native, nullptr);
    clReleaseContext(native);
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  ~Gate() { clReleaseEvent(id_); }
  [[nodiscard]] sycl::event event(const sycl::context& context) const {
    return sycl::make_event<sycl::backend::opencl>({id_}, context);
  }
  void end(cl_int status = CL_COMPLETE) const { clSetUserEventStatus(id_, status); }

 private:
  cl_event id_;
};

constexpr int items = 1000;

sycl::event add_one(sycl::queue& queue, sycl::buffer<int>& buffer,
                    const std::vector<sycl::event>& behind = {}) {
  return queue.submit([&](sycl::handler& group) {
    group.depends_on(behind);
    sycl::accessor numbers(buffer, group);
    group.parallel_for(items, [=](sycl::id<1> i) { ++numbers[i]; });
  });
}

TEST(Contexts, WaitForEventsOfEachOther) {
  const sycl::context first = context_of_its_own();
  const sycl::context second = context_of_its_own();
  for (const bool is_in_order : {false, true}) {
    const sycl::property_list properties =
        is_in_order ? sycl::property_list(sycl::property::queue::in_order())
                    : sycl::property_list();
    sycl::queue here(first, sycl::device(), properties);
    sycl::queue there(second, sycl::device(), properties);
    const Gate gate(first);
    std::atomic<int> step{0};
    std::vector<int> seen(4, -1);
    sycl::event last = gate.event(first);
    for (int i = 0; i < 4; ++i) {
      sycl::queue& queue = i % 2 == 0 ? there : here;
      last = queue.submit([&](sycl::handler& group) {
        group.depends_on(last);
        group.host_task([&, i] { seen[static_cast<size_t>(i)] = step++; });
      });
    }
    EXPECT_EQ(step, 0);
    gate.end();
    last.wait();
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 3}));
  }
}

TEST(Contexts, ShareABufferWithoutWaitingAtItsSubmission) {
  for (const bool is_of_host : {true, false}) {
    std::vector<int> numbers(items, 5);
    {
      const sycl::context first = context_of_its_own();
      const sycl::context second = context_of_its_own();
      sycl::queue here(first, sycl::device());
      sycl::queue there(second, sycl::device());
      sycl::queue third;  // of the platform's own context
      const Gate gate(first);
      auto buffer = is_of_host ? sycl::buffer<int>(numbers.data(), items)
                               : sycl::buffer<int>(numbers.begin(), numbers.end());
      add_one(here, buffer, {gate.event(first)});
      add_one(there, buffer);
      add_one(here, buffer);
      add_one(third, buffer);
      add_one(there, buffer);
      gate.end();
      EXPECT_EQ(sycl::host_accessor(buffer)[items - 1], 10);
      add_one(here, buffer);
      EXPECT_EQ(sycl::host_accessor(buffer)[0], 11);
    }
    EXPECT_EQ(numbers, std::vector<int>(items, is_of_host ? 11 : 5));
  }
}

TEST(Contexts, HandDownTheErrorOfTheOtherSide) {
  std::atomic<int> errors{0};
  const auto count = [&](const sycl::exception_list& list) {
    errors += static_cast<int>(list.size());
  };
  const sycl::context first = context_of_its_own(count);
  const sycl::context second = context_of_its_own(count);
  sycl::queue here(first, sycl::device());
  sycl::queue there(second, sycl::device());
  sycl::buffer<int> buffer(items);
  add_one(here, buffer).wait();
  const Gate gate(first);
  const sycl::event failing = add_one(here, buffer, {gate.event(first)});
  std::atomic<bool> has_run{false};
  sycl::event by_event = there.submit([&](sycl::handler& group) {
    group.depends_on(failing);
    group.host_task([&] { has_run = true; });
  });
  sycl::event by_buffer = add_one(there, buffer);
  gate.end(-1000);
  by_event.wait();
  by_buffer.wait();
  EXPECT_FALSE(has_run);
  EXPECT_EQ(by_buffer.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  here.wait_and_throw();
  EXPECT_EQ(errors, 1);
  there.wait_and_throw();
  EXPECT_EQ(errors, 3);
  // Afterwards both go on.
  sycl::buffer<int> other(items);
  add_one(there, other).wait_and_throw();
  add_one(here, other).wait_and_throw();
  EXPECT_EQ(errors, 3);
}

TEST(Contexts, GoBeforeTheirCommandsHaveEnded) {
  std::vector<int> numbers(items, 0);
  std::atomic<int> runs{0};
  sycl::queue last;
  {
    sycl::buffer<int> buffer(numbers.data(), items);
    sycl::event kept;
    {
      const sycl::context first = context_of_its_own();
      const sycl::context second = context_of_its_own();
      sycl::queue here(first, sycl::device());
      sycl::queue there(second, sycl::device());
      const Gate gate(first);
      add_one(here, buffer, {gate.event(first)});
      kept = add_one(there, buffer);
      std::thread([&, id = sycl::get_native<sycl::backend::opencl>(gate.event(first))] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        for (const cl_event each : id) {
          clSetUserEventStatus(each, CL_COMPLETE);
          clReleaseEvent(each);
        }
      }).detach();
    }
    last.submit([&](sycl::handler& group) {
      group.depends_on(kept);
      group.host_task([&] { ++runs; });
    });
    kept = sycl::event();
    add_one(last, buffer);
  }
  last.wait();
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(numbers, std::vector<int>(items, 3));
}

TEST(Contexts, ShareABufferOfAHostTaskThatSubmits) {
  const sycl::context first = context_of_its_own();
  sycl::queue here(first, sycl::device());
  sycl::queue there(context_of_its_own(), sycl::device());
  sycl::buffer<int> buffer(items);
  here.submit([&](sycl::handler& group) {
    sycl::accessor numbers(buffer, group);
    group.fill(numbers, 0);
  });
  std::atomic<bool> is_running{false};
  std::atomic<bool> has_submitted{false};
  here.submit([&](sycl::handler& group) {
    sycl::accessor numbers(buffer, group, sycl::read_write_host_task);
    group.host_task([&, numbers] {
      is_running = true;
      while (!has_submitted) std::this_thread::yield();
      numbers[0] = 7;
      add_one(here, buffer);  // which runs when this task has ended
    });
  });
  while (!is_running) std::this_thread::yield();
  add_one(there, buffer);
  has_submitted = true;
  here.wait();
  there.wait();
  EXPECT_EQ(sycl::host_accessor(buffer)[0], 9);
}

TEST(Contexts, ShareBuffersOfSeveralThreads) {
  constexpr int thread_count = 4;
  constexpr int rounds = 20;
  std::vector<int> one(items, 0);
  std::vector<int> other(items, 0);
  {
    sycl::buffer<int> first(one.data(), items);
    sycl::buffer<int> second(other.data(), items);
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) {
      threads.emplace_back([&, i] {
        sycl::queue queue(context_of_its_own(), sycl::device());
        for (int round = 0; round < rounds; ++round) {
          queue.submit([&](sycl::handler& group) {
            sycl::accessor left(i % 2 == 0 ? first : second, group);
            sycl::accessor right(i % 2 == 0 ? second : first, group);
            group.parallel_for(items, [=](sycl::id<1> at) {
              ++left[at];
              ++right[at];
            });
          });
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(one, std::vector<int>(items, thread_count * rounds));
  EXPECT_EQ(other, std::vector<int>(items, thread_count * rounds));
}

}  // namespace
