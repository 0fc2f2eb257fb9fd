// Reduces values of all work-items to one (SYCL 2020, 4.9.2).
#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

namespace {

const auto from_identity = sycl::property::reduction::initialize_to_identity{};

TEST(Reduction, AddsToWhatWasThereOrNot) {
  sycl::queue queue;
  for (const size_t count : {1, 3, 128, 1000, 100003}) {
    double* const sum = sycl::malloc_shared<double>(1, queue);
    *sum = 7;
    queue
        .parallel_for(count, sycl::reduction(sum, sycl::plus<double>()),
                      [=](sycl::id<1> i, auto& own) { own += static_cast<double>(i[0] % 10); })
        .wait();
    double expected = 0;
    for (size_t i = 0; i < count; ++i) expected += static_cast<double>(i % 10);
    EXPECT_EQ(*sum, expected + 7) << count;
    queue
        .parallel_for(count, sycl::reduction(sum, sycl::plus<>(), from_identity),
                      [=](sycl::item<1> i, auto& own) { own += static_cast<double>(i[0] % 10); })
        .wait();
    EXPECT_EQ(*sum, expected) << count;
    sycl::free(sum, queue);
  }
}

TEST(Reduction, TakesSeveralAtOnceOfOtherTypes) {
  sycl::queue queue;
  constexpr size_t count = 5000;
  struct Results {
    long sum;
    short most;
    unsigned bits;
    sycl::half product;
  };
  Results* const results = sycl::malloc_shared<Results>(1, queue);
  *results = {0, -3, 0, sycl::half(1.0f)};
  queue
      .parallel_for(sycl::range{50, 100}, sycl::reduction(&results->sum, sycl::plus<>()),
                    sycl::reduction(&results->most, sycl::maximum<short>()),
                    sycl::reduction(&results->bits, sycl::bit_or<>()),
                    sycl::reduction(&results->product, sycl::multiplies<>()),
                    [=](sycl::item<2> i, auto& sum, auto& most, auto& bits, auto& product) {
                      const size_t place = i.get_linear_id();
                      sum += static_cast<long>(place);
                      most.combine(static_cast<short>(place % 777));
                      bits |= 1u << (place % 20);
                      if (place < 3) product *= sycl::half(2.0f);
                    })
      .wait();
  EXPECT_EQ(results->sum, static_cast<long>(count * (count - 1) / 2));
  EXPECT_EQ(results->most, 776);
  EXPECT_EQ(results->bits, (1u << 20) - 1);
  EXPECT_EQ(static_cast<float>(results->product), 8.0f);
  sycl::free(results, queue);
}

TEST(Reduction, WorksWithWorkGroupsAndBuffers) {
  sycl::queue queue;
  int found = 100;
  {
    sycl::buffer<int> least(&found, sycl::range<1>(1));
    queue.submit([&](sycl::handler& group) {
      group.parallel_for(sycl::nd_range<1>(960, 48),
                         sycl::reduction(least, group, sycl::minimum<>()),
                         [=](sycl::nd_item<1> item, auto& own) {
                           own.combine(static_cast<int>(item.get_global_id(0)) - 5);
                         });
    });
  }
  EXPECT_EQ(found, -5);
}

TEST(Reduction, GivesTheSameAtEachRun) {
  sycl::queue queue;
  constexpr size_t count = 77777;
  float* const sum = sycl::malloc_shared<float>(1, queue);
  float first = 0;
  for (int round = 0; round < 20; ++round) {
    queue
        .parallel_for(count, sycl::reduction(sum, sycl::plus<>(), from_identity),
                      [=](sycl::id<1> i, auto& own) { own += 1.0f / static_cast<float>(i[0] + 1); })
        .wait();
    if (round == 0) first = *sum;
    EXPECT_EQ(*sum, first);
  }
  sycl::free(sum, queue);
}

}  // namespace
