// Allocates, fills and copies unified shared memory (SYCL 2020, 4.8).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

TEST(Memory, OfEachKindIsSeenByKernels) {
  sycl::queue queue;
  for (const auto kind :
       {sycl::usm::alloc::host, sycl::usm::alloc::device, sycl::usm::alloc::shared}) {
    int* const memory = sycl::malloc<int>(100, queue, kind);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(sycl::get_pointer_type(memory, queue.get_context()), kind);
    EXPECT_EQ(sycl::get_pointer_device(memory, queue.get_context()), queue.get_device());
    queue.parallel_for(100, [=](sycl::id<1> i) { memory[i] = static_cast<int>(i) * 3; }).wait();
    std::vector<int> copy(100);
    queue.copy(memory, copy.data(), copy.size()).wait();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(copy[i], 3 * i);
    sycl::free(memory, queue);
  }
}

TEST(Memory, IsUnknownWhereItIsNoUsm) {
  const sycl::queue queue;
  int own = 0;
  EXPECT_EQ(sycl::get_pointer_type(&own, queue.get_context()), sycl::usm::alloc::unknown);
  EXPECT_THROW(sycl::get_pointer_device(&own, queue.get_context()), sycl::exception);
}

TEST(Memory, HasTheAlignmentThatIsAskedFor) {
  const sycl::queue queue;
  for (const size_t alignment : {1, 16, 64, 128}) {
    void* const memory = sycl::aligned_alloc_shared(alignment, 10, queue);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0);
    sycl::free(memory, queue);
  }
  EXPECT_EQ(sycl::aligned_alloc_shared(3, 10, queue), nullptr);
  EXPECT_EQ(sycl::malloc_device<char>(size_t{1} << 60, queue), nullptr);
  sycl::free(nullptr, queue);
}

struct Odd {
  int a, b, c;
};

TEST(Memory, IsFilledWithPatternsOfAnySize) {
  sycl::queue queue;
  constexpr size_t count = 50001;
  Odd* const odd = sycl::malloc_shared<Odd>(count, queue);
  queue.fill(odd, Odd{1, 2, 3}, count).wait();
  for (size_t i = 0; i < count; ++i) ASSERT_TRUE(odd[i].a == 1 && odd[i].b == 2 && odd[i].c == 3);
  queue.fill(odd, 7.0, 3).wait();
  EXPECT_EQ(*reinterpret_cast<double*>(odd), 7.0);
  EXPECT_EQ(odd[2].a, 1);
  queue.memset(odd, 0xff, sizeof(Odd)).wait();
  EXPECT_EQ(odd[0].c, -1);
  sycl::free(odd, queue);
}

TEST(Memory, IsCopiedPrefetchedAndAdvisedInOrder) {
  sycl::queue queue{sycl::property::queue::in_order()};
  int* const from = sycl::malloc_shared<int>(1000, queue);
  int* const to = sycl::malloc_device<int>(1000, queue);
  std::vector<int> result(1000);
  queue.fill(from, 5, 1000);
  queue.prefetch(from, 1000 * sizeof(int));
  queue.mem_advise(from, 1000 * sizeof(int), 0);
  queue.memcpy(to, from, 1000 * sizeof(int));
  queue.parallel_for(1000, [=](sycl::id<1> i) { to[i] += static_cast<int>(i); });
  queue.memcpy(result.data(), to, 1000 * sizeof(int)).wait();
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(result[i], 5 + i);
  queue.memcpy(to, from, 0).wait();
  EXPECT_THROW(queue.memcpy(nullptr, from, 4), sycl::exception);
  sycl::free(from, queue);
  sycl::free(to, queue);
}

TEST(Memory, IsAllocatedForContainers) {
  sycl::queue queue;
  using Allocator = sycl::usm_allocator<int, sycl::usm::alloc::shared>;
  std::vector<int, Allocator> numbers(100, Allocator(queue));
  int* const data = numbers.data();
  queue.parallel_for(100, [=](sycl::id<1> i) { data[i] = static_cast<int>(i); }).wait();
  EXPECT_EQ(numbers[99], 99);
  EXPECT_EQ(Allocator(queue), Allocator(queue.get_context(), queue.get_device()));
}

}  // namespace
