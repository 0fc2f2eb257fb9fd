// Launches kernels in all forms (SYCL 2020, 4.9.4).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

TEST(Launch, RunsEachWorkItemOfARangeOnce) {
  sycl::queue queue;
  for (const size_t count : {1, 7, 64, 997, 65537}) {
    int* const hits = sycl::malloc_shared<int>(count, queue);
    queue.memset(hits, 0, count * sizeof(int)).wait();
    queue.parallel_for(count, [=](sycl::id<1> i) { hits[i] += 1; }).wait();
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(hits[i], 1) << i << " of " << count;
    sycl::free(hits, queue);
  }
}

TEST(Launch, GivesIdsInSyclsOrderOfDimensions) {
  sycl::queue queue;
  size_t* const seen = sycl::malloc_shared<size_t>(2 * 3 * 5, queue);
  queue
      .parallel_for(sycl::range{2, 3, 5},
                    [=](sycl::item<3> item) {
                      seen[item.get_linear_id()] =
                          item[0] * 100 + item[1] * 10 + item[2] + item.get_range(0) * 1000;
                    })
      .wait();
  for (size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(seen[i], i / 15 * 100 + i / 5 % 3 * 10 + i % 5 + 2000);
  }
  sycl::free(seen, queue);
}

TEST(Launch, TakesItemsIdsAndNumbersAsArguments) {
  sycl::queue queue;
  int* const sum = sycl::malloc_shared<int>(8, queue);
  queue.parallel_for(8, [=](int i) { sum[i] = i; }).wait();
  queue.parallel_for(8, [=](size_t i) { sum[i] += 10; }).wait();
  queue.parallel_for(8, [=](auto i) { sum[i] += 100; }).wait();
  queue.parallel_for(8, [=](sycl::item<1, false> i) { sum[i] += 1000; }).wait();
  queue.parallel_for(sycl::range(8), [=](sycl::id<1> i, sycl::kernel_handler) { sum[i] += 10000; })
      .wait();
  for (int i = 0; i < 8; ++i) EXPECT_EQ(sum[i], 11110 + i);
  sycl::free(sum, queue);
}

TEST(Launch, GivesWorkGroupsTheirPlaces) {
  sycl::queue queue;
  const sycl::range<2> global(8, 12);
  const sycl::range<2> local(2, 4);
  size_t* const seen = sycl::malloc_shared<size_t>(global.size(), queue);
  queue
      .parallel_for(sycl::nd_range(global, local),
                    [=](sycl::nd_item<2> item) {
                      seen[item.get_global_linear_id()] =
                          item.get_group_linear_id() * 1000 + item.get_local_linear_id() +
                          item.get_group_range(1) * 100000 + item.get_local_range(0) * 1000000;
                    })
      .wait();
  for (size_t y = 0; y < 8; ++y) {
    for (size_t x = 0; x < 12; ++x) {
      EXPECT_EQ(seen[y * 12 + x],
                (y / 2 * 3 + x / 4) * 1000 + y % 2 * 4 + x % 4 + 3 * 100000 + 2 * 1000000);
    }
  }
  sycl::free(seen, queue);
}

TEST(Launch, OfNothingRunsNothingAndEnds) {
  sycl::queue queue;
  int* const hit = sycl::malloc_shared<int>(1, queue);
  *hit = 0;
  queue.parallel_for(sycl::range{4, 0}, [=](sycl::id<2>) { *hit = 1; }).wait();
  EXPECT_EQ(*hit, 0);
  sycl::free(hit, queue);
}

class NamedKernel;

TEST(Launch, NamesTheKernelInErrors) {
  sycl::queue queue;
  int* const hit = sycl::malloc_shared<int>(1, queue);
  try {
    queue.parallel_for<NamedKernel>(sycl::nd_range<1>(1000, 64),
                                    [=](sycl::nd_item<1>) { *hit = 1; });
    FAIL() << "1000 is no multiple of 64";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::nd_range);
    const std::string text = error.what();
    EXPECT_NE(text.find("NamedKernel"), std::string::npos) << text;
    EXPECT_NE(text.find("1000"), std::string::npos) << text;
    EXPECT_NE(text.find("64"), std::string::npos) << text;
  }
  sycl::free(hit, queue);
}

TEST(Launch, RefusesWorkGroupsThatAreTooLarge) {
  sycl::queue queue;
  const size_t most = queue.get_device().get_info<sycl::info::device::max_work_group_size>();
  int* const hit = sycl::malloc_shared<int>(1, queue);
  try {
    queue.parallel_for(sycl::nd_range<1>(most * 2, most * 2), [=](sycl::nd_item<1>) { *hit = 1; });
    FAIL() << "work-groups of " << most * 2;
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::nd_range) << error.what();
  }
  sycl::free(hit, queue);
}

TEST(Launch, WaitsForTheEventsThatItDependsOn) {
  sycl::queue queue;
  sycl::queue other;
  int* const value = sycl::malloc_shared<int>(1, queue);
  for (int round = 0; round < 50; ++round) {
    *value = 0;
    const sycl::event first = queue.single_task([=] { *value = 1; });
    const sycl::event second = other.single_task(first, [=] { *value = *value * 10 + 2; });
    queue
        .submit([&](sycl::handler& group) {
          group.depends_on(second);
          group.single_task([=] { *value = *value * 10 + 3; });
        })
        .wait();
    ASSERT_EQ(*value, 123);
  }
  sycl::free(value, queue);
}

TEST(Launch, KeepsTheOrderOfAnInOrderQueue) {
  sycl::queue queue{sycl::property::queue::in_order()};
  EXPECT_TRUE(queue.is_in_order());
  long* const value = sycl::malloc_shared<long>(1, queue);
  *value = 1;
  for (int i = 0; i < 1000; ++i) {
    queue.single_task([=] { *value = (*value * 31 + i) % 1000003; });
  }
  queue.wait();
  long expected = 1;
  for (int i = 0; i < 1000; ++i) expected = (expected * 31 + i) % 1000003;
  EXPECT_EQ(*value, expected);
  sycl::free(value, queue);
}

std::atomic<int> alive{0};
/// Counts its copies on the host.
struct Counted {
  int value;
  explicit Counted(int its_value) : value(its_value) { ++alive; }
  Counted(const Counted& other) : value(other.value) {
#ifndef __SYCL_DEVICE_ONLY__
    ++alive;
#endif
  }
  ~Counted() {
#ifndef __SYCL_DEVICE_ONLY__
    --alive;
#endif
  }
};

}  // namespace

template <>
struct sycl::is_device_copyable<Counted> : std::true_type {};

namespace {

TEST(Launch, DestroysTheCopyOfAKernelAfterItsEnd) {
  {
    sycl::queue queue;
    int* const result = sycl::malloc_shared<int>(1, queue);
    const Counted counted(42);
    queue.single_task([=] { *result = counted.value; }).wait();
    EXPECT_EQ(*result, 42);
    sycl::free(result, queue);
  }
  while (alive != 0) std::this_thread::yield();  // the library's thread destroys the copy
}

TEST(Launch, GivesEachCommandGroupItsOwnLocalMemory) {
  sycl::queue queue;
  int* const result = sycl::malloc_shared<int>(2, queue);
  const auto submit = [&](size_t count, int place) {
    return queue.submit([&](sycl::handler& group) {
      sycl::local_accessor<char> odd(sycl::range<1>(count), group);
      sycl::local_accessor<int, 2> table(sycl::range<2>(count, 4), group);
      group.parallel_for(sycl::nd_range<1>(count, count), [=](sycl::nd_item<1> item) {
        const size_t i = item.get_local_id(0);
        odd[i] = static_cast<char>(i % 2);
        for (size_t k = 0; k < 4; ++k) table[i][k] = static_cast<int>(i * 4 + k);
        sycl::group_barrier(item.get_group());
        if (i != 0) return;
        int sum = 0;
        for (size_t k = 0; k < count; ++k) sum += odd[k] * 1000 + table[sycl::id<2>(k, 3)];
        result[place] = sum;
      });
    });
  };
  submit(16, 0).wait();
  submit(5, 1).wait();
  EXPECT_EQ(result[0], 8 * 1000 + 4 * 120 + 16 * 3);
  EXPECT_EQ(result[1], 2 * 1000 + 4 * 10 + 5 * 3);
  sycl::free(result, queue);
}

TEST(Launch, RunsOnEightThreadsAndQueuesAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      sycl::queue queue{sycl::property::queue::in_order()};
      int* const value = sycl::malloc_shared<int>(1, queue);
      *value = 0;
      for (int i = 0; i < 500; ++i) queue.single_task([=] { *value += t; });
      queue.wait();
      if (*value != 500 * t) ++wrong;
      sycl::free(value, queue);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Launch, RefusesASecondCommandInAGroup) {
  sycl::queue queue;
  EXPECT_THROW(queue.submit([](sycl::handler& group) {
    group.single_task([] {});
    group.single_task([] {});
  }),
               sycl::exception);
}

}  // namespace
