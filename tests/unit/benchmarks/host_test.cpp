// Cases find right results and compare them.
#include "harness/host.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

TEST(InParallel, CoversEveryIndexOnce) {
  for (const size_t count : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> visits(count);
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) ++visits[i];
    });
    for (const std::atomic<int>& each : visits) EXPECT_EQ(each, 1);
  }
}

TEST(Difference, NamesTheFirstElementThatDiffers) {
  EXPECT_EQ(difference<int>({1, 2}, {1, 2}), "");
  EXPECT_EQ(difference<int>({1, 2}, {1, 3}), "element 1 is 2, not 3");
  EXPECT_NE(difference<int>({1}, {1, 3}), "");
}

TEST(Difference, BeyondABoundIncludesNaN) {
  const std::vector<float> found = {1, 2.5F};
  const std::vector<double> right = {1, 2};
  EXPECT_EQ(difference_beyond(found, right, [](size_t) { return 0.5; }), "");
  EXPECT_NE(difference_beyond(found, right, [](size_t) { return 0.4; }), "");
  const std::vector<float> nan = {std::numeric_limits<float>::quiet_NaN(), 2};
  EXPECT_NE(difference_beyond(nan, right, [](size_t) { return 1e9; }), "");
}

TEST(NativeThreads, CoverEveryIndexOnceInRangesThatBeginAtMultiples) {
  NativeThreads threads;
  for (const size_t count : {1, 64, 1000, 4096}) {
    std::vector<std::atomic<int>> visits(count);
    threads.run(count, 64, [&](size_t begin, size_t end) {
      EXPECT_EQ(begin % 64, 0u);
      for (size_t i = begin; i < end; ++i) ++visits[i];
    });
    for (const std::atomic<int>& each : visits) EXPECT_EQ(each, 1);
  }
}

TEST(NativeLoops, EveryChainOfAMultiplyAddIsAddedUp) {
  std::vector<float> results(1088);
  native_loops().multiply_add(results.data(), 1, 2, 10, 0, results.size());
  for (size_t i = 0; i < results.size(); ++i)
    EXPECT_EQ(results[i], static_cast<float>(8 * (i % 1024 + 20) + 28));
}

struct CountedProblem {
  explicit CountedProblem(size_t size) : value(size) { ++made; }
  static inline int made = 0;
  size_t value;
};

TEST(SharedProblem, IsMadeOnceWhileItIsHeldAndAgainAfterwards) {
  {
    auto first = shared_problem<CountedProblem>(3);
    auto second = shared_problem<CountedProblem>(3);
    EXPECT_EQ(first, second);
    EXPECT_EQ(shared_problem<CountedProblem>(4)->value, 4u);
    EXPECT_EQ(CountedProblem::made, 2);
  }
  (void)shared_problem<CountedProblem>(3);
  EXPECT_EQ(CountedProblem::made, 3);
}

}  // namespace
}  // namespace cleave::benchmark
