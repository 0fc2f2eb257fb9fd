// Reduces values of all work-items to one (SYCL 2020, 4.9.2).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

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

// Each item contributes once, however many are left when all work-items of the launch have had the same number.
TEST(Reduction, TakesEachItemOnce) {
  sycl::queue queue;
  auto* const sums = sycl::malloc_shared<unsigned long>(2, queue);
  const size_t units = queue.get_device().get_info<sycl::info::device::max_compute_units>();
  const size_t all = 4 * units * 64;  // work-items of the largest launch
  std::vector<size_t> counts{1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 8191};
  for (const size_t turns : {1, 2, 5, 16, 17}) {
    for (const size_t more : {size_t{0}, size_t{1}, size_t{16}, size_t{17}, all / 2 + 3}) {
      counts.push_back(turns * all + more);
    }
    counts.push_back(turns * all - 1);
  }
  for (const size_t count : counts) {
    queue
        .parallel_for(sycl::range<1>(count),
                      sycl::reduction(&sums[0], sycl::plus<>(), from_identity),
                      sycl::reduction(&sums[1], sycl::plus<>(), from_identity),
                      [=](sycl::id<1> i, auto& number, auto& square) {
                        ++number;
                        square += i[0] * i[0];
                      })
        .wait();
    EXPECT_EQ(sums[0], count);
    EXPECT_EQ(sums[1], (count - 1) * count * (2 * count - 1) / 6) << count;
  }
  sycl::free(sums, queue);
}

/// Sums up each coordinate, and checks how often the kernel was called.
template <int Dimensions>
void expect_each_once(sycl::queue& queue, const sycl::range<Dimensions>& extent) {
  auto* const sums = sycl::malloc_shared<size_t>(Dimensions + 1, queue);
  queue
      .parallel_for(extent,
                    sycl::reduction(sycl::span<size_t, Dimensions + 1>(sums, Dimensions + 1),
                                    sycl::plus<>(), from_identity),
                    [=](sycl::item<Dimensions> here, auto& all) {
                      for (int i = 0; i < Dimensions; ++i) all[i] += here.get_id(i) * (i + 3);
                      all[Dimensions] += here.get_linear_id() + 1;
                    })
      .wait();
  const size_t count = extent.size();
  EXPECT_EQ(sums[Dimensions], count * (count + 1) / 2) << count;
  for (int i = 0; i < Dimensions; ++i) {
    EXPECT_EQ(sums[i], (extent[i] - 1) * count / 2 * (i + 3)) << count << " in " << i;
  }
  sycl::free(sums, queue);
}

// Rows are shared out in pieces of a sub-group's size, and items where rows are shorter than that.
TEST(Reduction, TakesEachItemOfRowsOnce) {
  sycl::queue queue;
  for (const size_t row : {1, 3, 15, 16, 17, 63, 64, 65, 130, 1000}) {
    for (const size_t rows : {1, 2, 7, 100, 513}) {
      expect_each_once(queue, sycl::range<2>(rows, row));
      expect_each_once(queue, sycl::range<3>(rows, 3, row));
    }
  }
  expect_each_once(queue, sycl::range<2>(0, 100));
  expect_each_once(queue, sycl::range<2>(100, 0));
  expect_each_once(queue, sycl::range<3>(5, 0, 70));
}

// Commands that run at once have memory of their own, and later ones have that of those which have ended.
TEST(Reduction, KeepsCommandsApart) {
  sycl::queue queue;
  constexpr size_t commands = 40;
  auto* const sums = sycl::malloc_shared<size_t>(commands, queue);
  for (int turn = 0; turn < 3; ++turn) {
    for (size_t number = 0; number < commands; ++number) {
      queue.parallel_for(sycl::range<1>(100 + 50 * number),
                         sycl::reduction(&sums[number], sycl::plus<>(), from_identity),
                         [=](sycl::id<1>, auto& sum) { sum += number + 1; });
    }
    queue.wait();
    for (size_t number = 0; number < commands; ++number) {
      EXPECT_EQ(sums[number], (100 + 50 * number) * (number + 1)) << number;
      sums[number] = 0;
    }
  }
  sycl::free(sums, queue);
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

/// An operation that the library knows no identity of.
struct Farther {
  int operator()(int left, int right) const {
    return (left < 0 ? -left : left) > (right < 0 ? -right : right) ? left : right;
  }
};

/// A structure that only a value of the user makes.
struct Bounds {
  explicit Bounds(int only) : least(only), most(only) {}
  int least;
  int most;
};
struct Widen {
  Bounds operator()(const Bounds& left, const Bounds& right) const {
    Bounds both = left;
    if (right.least < both.least) both.least = right.least;
    if (right.most > both.most) both.most = right.most;
    return both;
  }
};

TEST(Reduction, NeedsNoIdentity) {
  sycl::queue queue;
  int* const farthest = sycl::malloc_shared<int>(1, queue);
  Bounds* const bounds = sycl::malloc_shared<Bounds>(1, queue);
  for (const size_t count : {0, 1, 5, 4000}) {
    *farthest = 2;
    *bounds = Bounds(1);
    queue
        .parallel_for(sycl::range<1>(count), sycl::reduction(farthest, Farther()),
                      sycl::reduction(bounds, Widen()),
                      [=](sycl::id<1> i, auto& own, auto& wide) {
                        const int number = 7 - static_cast<int>(i[0]);
                        if (number % 2 == 0) return;  // these items contribute nothing
                        own.combine(number);
                        wide.combine(Bounds(number));
                      })
        .wait();
    int expected = 2;
    Bounds widest(1);
    for (int i = 0; i < static_cast<int>(count); ++i) {
      if ((7 - i) % 2 == 0) continue;
      expected = Farther()(expected, 7 - i);
      widest = Widen()(widest, Bounds(7 - i));
    }
    EXPECT_EQ(*farthest, expected) << count;
    EXPECT_EQ(bounds->least, widest.least) << count;
    EXPECT_EQ(bounds->most, widest.most) << count;
  }
  sycl::free(farthest, queue);
  sycl::free(bounds, queue);
}

TEST(Reduction, TakesAnIdentityOfTheUser) {
  sycl::queue queue;
  int* const farthest = sycl::malloc_shared<int>(1, queue);
  *farthest = 1000;
  queue
      .parallel_for(sycl::nd_range<1>(300, 50),
                    sycl::reduction(farthest, 0, Farther(), from_identity),
                    [=](sycl::nd_item<1> here, auto& own) {
                      if (own.identity() == 0)
                        own.combine(-static_cast<int>(here.get_global_id(0)));
                    })
      .wait();
  EXPECT_EQ(*farthest, -299);
  sycl::free(farthest, queue);
}

// 4.9.2.2: a span has a reduction for each element.
TEST(Reduction, TakesSpans) {
  sycl::queue queue;
  constexpr size_t bins = 5;
  constexpr size_t count = 3000;
  long* const histogram = sycl::malloc_shared<long>(bins, queue);
  int* const least = sycl::malloc_shared<int>(2, queue);
  for (size_t i = 0; i < bins; ++i) histogram[i] = static_cast<long>(100 * i);
  const auto kernel = [=](auto here, auto& counts, auto& lower) {
    static_assert(std::decay_t<decltype(counts)>::dimensions == 1);
    static_assert(std::decay_t<decltype(counts[0])>::dimensions == 0);
    const auto number = static_cast<int>(here.get_id(0));
    ++counts[number % bins];
    lower[number % 2] += number;
  };
  const auto run = [&](bool is_from_identity) {
    least[0] = least[1] = 17;
    const sycl::property_list properties =
        is_from_identity ? sycl::property_list{from_identity} : sycl::property_list{};
    queue
        .parallel_for(
            sycl::range<1>(count),
            sycl::reduction(sycl::span<long, bins>(histogram, bins), sycl::plus<>(), properties),
            sycl::reduction(sycl::span<int, 2>(least, 2), 0, sycl::plus<int>(), properties),
            [=](sycl::item<1> here, auto& counts, auto& lower) { kernel(here, counts, lower); })
        .wait();
    for (size_t i = 0; i < bins; ++i) {
      EXPECT_EQ(histogram[i], static_cast<long>(count / bins + (is_from_identity ? 0 : 100 * i)));
    }
    const int evens = static_cast<int>(count / 2 * (count / 2 - 1));
    const int before = is_from_identity ? 0 : 17;
    EXPECT_EQ(least[0], before + evens);
    EXPECT_EQ(least[1], before + evens + static_cast<int>(count / 2));
  };
  run(false);
  run(true);
  // Without an identity, with work-groups, and with an element that nothing contributes to.
  int* const farthest = sycl::malloc_shared<int>(3, queue);
  for (int i = 0; i < 3; ++i) farthest[i] = -3 - i;
  queue
      .parallel_for(sycl::nd_range<2>({8, 10}, {4, 5}),
                    sycl::reduction(sycl::span<int, 3>(farthest, 3), Farther()),
                    [=](sycl::nd_item<2> here, auto& own) {
                      const int number = static_cast<int>(here.get_global_linear_id());
                      own[number % 2].combine(number);
                    })
      .wait();
  EXPECT_EQ(farthest[0], 78);
  EXPECT_EQ(farthest[1], 79);
  EXPECT_EQ(farthest[2], -5);
  sycl::free(histogram, queue);
  sycl::free(least, queue);
  sycl::free(farthest, queue);
}

constexpr sycl::specialization_id<int> step(1);

TEST(Reduction, GivesKernelsAHandlerBehindReducers) {
  sycl::queue queue;
  int* const sums = sycl::malloc_shared<int>(2, queue);
  sums[0] = sums[1] = 0;
  queue
      .submit([&](sycl::handler& group) {
        group.set_specialization_constant<step>(3);
        group.parallel_for(sycl::range<1>(100), sycl::reduction(sums, sycl::plus<>()),
                           [=](sycl::item<1>, auto& own, sycl::kernel_handler constants) {
                             own += constants.get_specialization_constant<step>();
                           });
      })
      .wait();
  queue
      .parallel_for(sycl::nd_range<1>(64, 16), sycl::reduction(sums + 1, sycl::plus<>()),
                    [=](sycl::nd_item<1>, auto& own, sycl::kernel_handler constants) {
                      own += constants.get_specialization_constant<step>();
                    })
      .wait();
  EXPECT_EQ(sums[0], 300);
  EXPECT_EQ(sums[1], 64);
  sycl::free(sums, queue);
}

template <class Action>
void expect_invalid(Action action) {
  try {
    action();
    FAIL() << "nothing was thrown";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::invalid);
  }
}

// 4.9.2.2: a buffer has one element, of any dimensions; a value begins with an identity only where there is one.
TEST(Reduction, RefusesWhatHasNoMeaning) {
  sycl::queue queue;
  int value = 4;
  int* const sum = sycl::malloc_shared<int>(1, queue);
  sycl::buffer<int, 1> two{sycl::range<1>(2)};
  expect_invalid([&] {
    queue.submit([&](sycl::handler& group) {
      static_cast<void>(sycl::reduction(two, group, sycl::plus<>()));
    });
  });
  expect_invalid([&] {
    queue.submit([&](sycl::handler& group) {
      static_cast<void>(sycl::reduction(two, group, 0, Farther()));
    });
  });
  expect_invalid([&] { static_cast<void>(sycl::reduction(sum, Farther(), {from_identity})); });
  {
    sycl::buffer<int, 3> one(&value, sycl::range<3>(1, 1, 1));
    queue.submit([&](sycl::handler& group) {
      group.parallel_for(sycl::range<1>(10), sycl::reduction(one, group, sycl::plus<>()),
                         [=](sycl::id<1>, sycl::reducer<int, sycl::plus<>>& own) { own += 2; });
    });
  }
  EXPECT_EQ(value, 24);
  sycl::free(sum, queue);
}

}  // namespace
