// Properties of buffers, and where sub-buffers may begin (SYCL 2020, 4.7.2.1, 4.7.2.2 and 4.7.5).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "own_context.h"

namespace {

using namespace std::chrono_literals;
namespace properties = sycl::property::buffer;

constexpr int items = 256;

template <class Function>
std::string refusal_of(const Function& function) {
  try {
    function();
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::invalid);
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return {};
}

sycl::event add_one(sycl::queue& queue, sycl::buffer<int>& buffer) {
  return queue.submit([&](sycl::handler& group) {
    sycl::accessor numbers(buffer, group);
    group.parallel_for(buffer.get_range(), [=](sycl::id<1> i) { ++numbers[i]; });
  });
}

TEST(BufferProperties, BoundToAContextRefuseOthers) {
  const sycl::device device;
  const sycl::context bound(device);
  sycl::queue its_queue(bound, device);
  sycl::queue of_the_same_memory(sycl::context(device), device);
  sycl::queue other(context_of_its_own(), device);
  std::vector<int> numbers(items, 1);
  {
    sycl::buffer<int> buffer(numbers.data(), items, {properties::context_bound(bound)});
    add_one(its_queue, buffer);
    const std::string text = refusal_of([&] { add_one(other, buffer); });
    EXPECT_NE(text.find("context_bound"), text.npos) << text;
    sycl::accessor placeholder(buffer);
    refusal_of([&] { other.submit([&](sycl::handler& group) { group.require(placeholder); }); });
    // The refused ones have changed nothing.
    add_one(of_the_same_memory, buffer);
    EXPECT_EQ(sycl::host_accessor(buffer)[7], 3);
    sycl::buffer<int> part(buffer, 32, 64);
    refusal_of([&] { add_one(other, part); });
    add_one(its_queue, part);
  }
  EXPECT_EQ(numbers[0], 3);
  EXPECT_EQ(numbers[32], 4);
}

TEST(BufferProperties, UseTheHostsMemoryWhereItLies) {
  sycl::queue queue;
  std::vector<int> numbers(items, 1);
  sycl::buffer<int> buffer(numbers.data(), items, {properties::use_host_ptr()});
  EXPECT_EQ(&sycl::host_accessor(buffer)[3], &numbers[3]);
  add_one(queue, buffer);
  EXPECT_EQ(&sycl::host_accessor(buffer)[3], &numbers[3]);
  EXPECT_EQ(numbers[3], 2);
}

TEST(SubBuffers, BeginWhereTheDeviceAddressesThem) {
  sycl::queue queue;
  const size_t bytes = queue.get_device().get_info<sycl::info::device::mem_base_addr_align>() / 8;
  const size_t step = bytes / sizeof(int);
  ASSERT_GT(step, 1);
  sycl::buffer<int> buffer(4 * step);
  queue.submit([&](sycl::handler& group) {
    sycl::accessor numbers(buffer, group);
    group.fill(numbers, 0);
  });
  sycl::buffer<int> good(buffer, step, 8);
  sycl::buffer<int> bad(buffer, step + 1, 8);
  add_one(queue, good);
  const std::string text = refusal_of([&] { add_one(queue, bad); });
  EXPECT_NE(text.find("byte " + std::to_string(bytes + 4)), text.npos) << text;
  EXPECT_NE(text.find("multiples of " + std::to_string(bytes)), text.npos) << text;
  sycl::accessor placeholder(bad);
  refusal_of([&] { queue.submit([&](sycl::handler& group) { group.require(placeholder); }); });
  auto floats = bad.reinterpret<float>();
  refusal_of([&] {
    queue.submit([&](sycl::handler& group) { const sycl::accessor numbers(floats, group); });
  });
  // The host may, and so may an accessor of the whole with an offset.
  EXPECT_EQ(sycl::host_accessor(bad)[0], 1);
  queue.submit([&](sycl::handler& group) {
    sycl::accessor numbers(bad, group, sycl::read_write_host_task);
    group.host_task([=] { numbers[1] = 5; });
  });
  queue.submit([&](sycl::handler& group) {
    sycl::accessor numbers(buffer, group, sycl::range<1>(8), sycl::id<1>(step + 1));
    group.single_task([=] { numbers[0] += 10; });
  });
  EXPECT_EQ(sycl::host_accessor(buffer)[step + 1], 11);
  EXPECT_EQ(sycl::host_accessor(buffer)[step + 2], 5);
}

TEST(BufferMutex, KeepsCommandsFromMemoryThatTheHostUses) {
  for (const bool is_in_order : {false, true}) {
    sycl::queue queue(is_in_order ? sycl::property_list(sycl::property::queue::in_order())
                                  : sycl::property_list());
    std::mutex mutex;
    std::shared_ptr<int[]> numbers(new int[items]);
    sycl::buffer<int> buffer(numbers, items, {properties::use_mutex(mutex)});
    sycl::event last;
    {
      const std::lock_guard lock(mutex);
      for (int i = 0; i < items; ++i) numbers[i] = i;
      last = add_one(queue, buffer);
      std::this_thread::sleep_for(30ms);
      EXPECT_EQ(numbers[5], 5);
      EXPECT_NE(last.get_info<sycl::info::event::command_execution_status>(),
                sycl::info::event_command_status::complete);
      numbers[5] = 100;
    }
    last.wait();
    {
      // The contents are there as soon as the library has unlocked it, and what the host changes counts.
      const std::lock_guard lock(mutex);
      EXPECT_EQ(numbers[5], 101);
      EXPECT_EQ(numbers[6], 7);
      numbers[6] = 50;
    }
    add_one(queue, buffer);
    EXPECT_EQ(sycl::host_accessor(buffer)[6], 51);
    EXPECT_TRUE(mutex.try_lock());
    mutex.unlock();
  }
}

TEST(BufferMutex, IsLockedWhileACommandRuns) {
  sycl::queue queue;
  std::mutex mutex;
  std::vector<int> numbers(items, 0);
  std::atomic<bool> is_running{false};
  std::atomic<bool> may_end{false};
  {
    sycl::buffer<int> buffer(numbers.data(), items, {properties::use_mutex(mutex)});
    const sycl::event task = queue.submit([&](sycl::handler& group) {
      sycl::accessor values(buffer, group, sycl::write_only_host_task);
      group.host_task([&, values] {
        is_running = true;
        while (!may_end) std::this_thread::yield();
        values[0] = 3;
      });
    });
    while (!is_running) std::this_thread::yield();
    EXPECT_FALSE(mutex.try_lock());
    may_end = true;
    const std::lock_guard lock(mutex);
    EXPECT_EQ(numbers[0], 3);
  }
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TEST(BufferMutex, IsOfSeveralBuffersThreadsAndContexts) {
  std::mutex first, second;
  std::vector<int> one(items, 0), other(items, 0);
  constexpr int thread_count = 4;
  constexpr int rounds = 25;
  long by_host = 0;
  {
    sycl::buffer<int> left(one.data(), items, {properties::use_mutex(first)});
    sycl::buffer<int> right(other.data(), items, {properties::use_mutex(second)});
    sycl::buffer<int> again(items, {properties::use_mutex(first)});  // one mutex of two buffers
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) {
      threads.emplace_back([&, i] {
        sycl::queue queue;
        for (int round = 0; round < rounds; ++round) {
          queue.submit([&](sycl::handler& group) {
            sycl::accessor numbers(i % 2 == 0 ? left : right, group);
            sycl::accessor more(i % 2 == 0 ? right : left, group);
            sycl::accessor rest(again, group, sycl::write_only);
            group.parallel_for(items, [=](sycl::id<1> at) {
              ++numbers[at];
              ++more[at];
              rest[at] = 1;
            });
          });
          const std::scoped_lock locks(first, second);
          ++one[0];
          ++other[0];
          ++by_host;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(one[1], thread_count * rounds);
  EXPECT_EQ(one[0], thread_count * rounds + by_host);
  EXPECT_EQ(other[0], thread_count * rounds + by_host);
}

TEST(BufferMutex, IsLockedForTheContentsThatGoElsewhere) {
  sycl::queue queue;
  std::mutex mutex;
  std::vector<int> result(items, 0);
  std::atomic<bool> is_done{false};
  std::unique_lock lock(mutex, std::defer_lock);
  std::thread destroyer;
  {
    auto* const buffer = new sycl::buffer<int>(items, {properties::use_mutex(mutex)});
    buffer->set_final_data(result.data());
    queue
        .submit([&](sycl::handler& group) {
          sycl::accessor numbers(*buffer, group, sycl::write_only, sycl::no_init);
          group.parallel_for(items, [=](sycl::id<1> i) { numbers[i] = 9; });
        })
        .wait();
    lock.lock();
    destroyer = std::thread([&, buffer] {
      delete buffer;
      is_done = true;
    });
  }
  std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(is_done);
  EXPECT_EQ(result[0], 0);
  lock.unlock();
  destroyer.join();
  EXPECT_EQ(result, std::vector<int>(items, 9));
}

TEST(BufferMutex, IsLeftAloneByCommandsThatAreRefused) {
  sycl::queue queue;
  std::mutex mutex;
  std::vector<int> numbers(items, 0);
  sycl::buffer<int> buffer(numbers.data(), items, {properties::use_mutex(mutex)});
  const size_t too_many =
      queue.get_device().get_info<sycl::info::device::max_work_group_size>() * 2;
  EXPECT_THROW(queue.submit([&](sycl::handler& group) {
    sycl::accessor values(buffer, group);
    group.parallel_for(sycl::nd_range<1>(too_many, too_many),
                       [=](sycl::nd_item<1> item) { values[item.get_global_id(0) % items] = 1; });
  }),
               sycl::exception);
  add_one(queue, buffer).wait();
  const std::lock_guard lock(mutex);
  EXPECT_EQ(numbers[0], 1);
}

}  // namespace
