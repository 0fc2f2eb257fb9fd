// Reductions and scans of groups with operations and types of the user (SYCL 2020, 4.17.4): the driver's collective functions
// have none of these.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <numeric>
#include <string>
#include <vector>

namespace {

/// x -> scale * x + shift. Their composition is associative, and depends on the order.
struct Affine {
  unsigned scale;
  unsigned shift;
  char tag[5];

  friend bool operator==(const Affine& left, const Affine& right) {
    return left.scale == right.scale && left.shift == right.shift;
  }
};
Affine affine_of(size_t i) {
  return {static_cast<unsigned>(2 * i + 3), static_cast<unsigned>(i * i + 1), {}};
}
struct Compose {
  Affine operator()(const Affine& first, const Affine& second) const {
    return {first.scale * second.scale, second.scale * first.shift + second.shift, {}};
  }
};

/// All that a group says of its values; one for each work-item.
struct Answers {
  Affine reduced;
  Affine reduced_from;
  Affine inclusive;
  Affine inclusive_from;
  Affine exclusive_from;
};

constexpr Affine start = {5, 9, {}};

template <class Group>
Answers ask(Group g, const Affine& own) {
  return {sycl::reduce_over_group(g, own, Compose()),
          sycl::reduce_over_group(g, own, start, Compose()),
          sycl::inclusive_scan_over_group(g, own, Compose()),
          sycl::inclusive_scan_over_group(g, own, Compose(), start),
          sycl::exclusive_scan_over_group(g, own, start, Compose())};
}

void check(const Answers* answers, size_t first, size_t count, const std::string& where) {
  const Compose compose;
  Affine before = start;
  Affine own = affine_of(first);
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) own = compose(own, affine_of(first + i));
    const Answers& its = answers[first + i];
    ASSERT_EQ(its.inclusive, own) << where << i;
    ASSERT_EQ(its.inclusive_from, compose(start, own)) << where << i;
    ASSERT_EQ(its.exclusive_from, before) << where << i;
    before = compose(start, own);
  }
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(answers[first + i].reduced, own) << where << i;
    ASSERT_EQ(answers[first + i].reduced_from, compose(start, own)) << where << i;
  }
}

TEST(GroupValues, TakesOperationsAndStructuresOfTheUser) {
  sycl::queue queue;
  for (const size_t size : {1, 33, 200}) {
    const size_t count = size * 3;
    auto* const of_group = sycl::malloc_shared<Answers>(count, queue);
    auto* const of_lanes = sycl::malloc_shared<Answers>(count, queue);
    auto* const lane_counts = sycl::malloc_shared<unsigned>(count, queue);
    queue
        .parallel_for(sycl::nd_range<1>(count, size),
                      [=](sycl::nd_item<1> here) {
                        const size_t i = here.get_global_linear_id();
                        const Affine own = affine_of(i);
                        of_group[i] = ask(here.get_group(), own);
                        of_lanes[i] = ask(here.get_sub_group(), own);
                        lane_counts[i] = here.get_sub_group().get_local_linear_range();
                      })
        .wait();
    for (size_t first = 0; first < count; first += size) {
      check(of_group, first, size, "group of " + std::to_string(size) + ": ");
    }
    for (size_t first = 0; first < count; first += lane_counts[first]) {
      check(of_lanes, first, lane_counts[first], "sub-group: ");
    }
    sycl::free(of_group, queue);
    sycl::free(of_lanes, queue);
    sycl::free(lane_counts, queue);
  }
}

TEST(GroupValues, KeepsTheOrderOfLinearIdsInEveryDimension) {
  sycl::queue queue;
  const sycl::range<3> local{3, 5, 7};
  auto* const answers = sycl::malloc_shared<Answers>(local.size(), queue);
  queue
      .parallel_for(sycl::nd_range<3>(local, local),
                    [=](sycl::nd_item<3> here) {
                      const size_t i = here.get_local_linear_id();
                      answers[i] = ask(here.get_group(), affine_of(i));
                    })
      .wait();
  check(answers, 0, local.size(), "3 dimensions: ");
  sycl::free(answers, queue);
}

TEST(GroupValues, TakesSequencesOfAnyLength) {
  sycl::queue queue;
  constexpr size_t size = 48;
  for (const size_t count : {0, 1, 49, 500}) {
    auto* const in = sycl::malloc_shared<Affine>(count + 1, queue);
    auto* const out = sycl::malloc_shared<Affine>(3 * count + 3, queue);
    for (size_t i = 0; i <= count; ++i) in[i] = affine_of(i);
    Affine* const inclusive = out + 1;
    Affine* const exclusive = inclusive + count;
    Affine* const without = exclusive + count;
    auto* const ends = sycl::malloc_shared<long>(3, queue);
    queue
        .parallel_for(
            sycl::nd_range<1>(size, size),
            [=](sycl::nd_item<1> here) {
              const auto g = here.get_group();
              out[0] = sycl::joint_reduce(g, in, in + count, start, Compose());
              ends[0] = sycl::joint_inclusive_scan(g, in, in + count, inclusive, Compose(), start) -
                        inclusive;
              ends[1] = sycl::joint_exclusive_scan(g, in, in + count, exclusive, start, Compose()) -
                        exclusive;
              ends[2] = sycl::joint_inclusive_scan(g, in, in + count, without, Compose()) - without;
            })
        .wait();
    const Compose compose;
    Affine own = start;
    Affine alone{};
    for (size_t i = 0; i < count; ++i) {
      ASSERT_EQ(exclusive[i], own) << count << ": " << i;
      own = compose(own, in[i]);
      alone = i == 0 ? in[0] : compose(alone, in[i]);
      ASSERT_EQ(inclusive[i], own) << count << ": " << i;
      ASSERT_EQ(without[i], alone) << count << ": " << i;
    }
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ends[i], static_cast<long>(count));
    sycl::free(in, queue);
    sycl::free(out, queue);
    sycl::free(ends, queue);
  }
}

// joint_reduce may take values in any order, so that the operation commutes.
TEST(GroupValues, ReducesSequencesByFunctorsOfTheUser) {
  sycl::queue queue;
  constexpr size_t count = 1000;
  auto* const in = sycl::malloc_shared<unsigned>(count, queue);
  auto* const out = sycl::malloc_shared<unsigned>(4, queue);
  for (size_t i = 0; i < count; ++i) in[i] = static_cast<unsigned>(i * 7919 % 10007);
  const auto farther = [](unsigned left, unsigned right) {
    return left % 1000 > right % 1000 ? left : right;
  };
  queue
      .parallel_for(sycl::nd_range<1>(96, 96),
                    [=](sycl::nd_item<1> here) {
                      const auto g = here.get_group();
                      out[0] = sycl::joint_reduce(g, in, in + count, farther);
                      out[1] = sycl::joint_reduce(g, in, in + count, 10999u, farther);
                      out[2] = sycl::joint_reduce(here.get_sub_group(), in, in + count, farther);
                      out[3] = sycl::joint_reduce(g, in, in, 3u, farther);
                    })
      .wait();
  unsigned expected = in[0];
  for (size_t i = 1; i < count; ++i) expected = farther(expected, in[i]);
  EXPECT_EQ(out[0] % 1000, expected % 1000);
  EXPECT_EQ(out[1] % 1000, 999u);
  EXPECT_EQ(out[2] % 1000, expected % 1000);
  EXPECT_EQ(out[3], 3u);
  sycl::free(in, queue);
  sycl::free(out, queue);
}

// Function objects of SYCL for types and operations that the driver has no function for.
TEST(GroupValues, TakesFunctionObjectsForEveryType) {
  sycl::queue queue;
  constexpr size_t size = 40;
  auto* const sums = sycl::malloc_shared<std::complex<float>>(size, queue);
  auto* const vectors = sycl::malloc_shared<sycl::vec<int, 3>>(size, queue);
  auto* const truths = sycl::malloc_shared<int>(2 * size, queue);
  auto* const arrays = sycl::malloc_shared<sycl::marray<short, 5>>(size, queue);
  queue
      .parallel_for(sycl::nd_range<1>(size, size),
                    [=](sycl::nd_item<1> here) {
                      const auto g = here.get_group();
                      const size_t i = here.get_local_linear_id();
                      const int number = static_cast<int>(i);
                      sums[i] = sycl::reduce_over_group(
                          g, std::complex<float>(static_cast<float>(number), 1), sycl::plus<>());
                      vectors[i] = sycl::inclusive_scan_over_group(
                          g, sycl::vec<int, 3>(number, 1, -number), sycl::plus<>());
                      truths[i] = sycl::reduce_over_group(g, number, sycl::logical_and<>());
                      truths[size + i] = sycl::reduce_over_group(g, number, sycl::logical_or<>());
                      arrays[i] = sycl::exclusive_scan_over_group(
                          g, sycl::marray<short, 5>(static_cast<short>(number)),
                          sycl::marray<short, 5>(static_cast<short>(1)), sycl::plus<>());
                    })
      .wait();
  for (size_t i = 0; i < size; ++i) {
    const int upto = static_cast<int>(i * (i + 1) / 2);
    EXPECT_EQ(sums[i], std::complex<float>(780, 40));
    EXPECT_EQ(vectors[i].x(), upto);
    EXPECT_EQ(vectors[i].y(), static_cast<int>(i) + 1);
    EXPECT_EQ(vectors[i].z(), -upto);
    EXPECT_EQ(truths[i], 0);
    EXPECT_EQ(truths[size + i], 1);
    for (int k = 0; k < 5; ++k) {
      EXPECT_EQ(arrays[i][k], 1 + static_cast<int>(i) * (static_cast<int>(i) - 1) / 2);
    }
  }
  sycl::free(sums, queue);
  sycl::free(vectors, queue);
  sycl::free(truths, queue);
  sycl::free(arrays, queue);
}

// The type of a result is that of init, and of what a scan without it writes.
TEST(GroupValues, ComputesInTheTypeOfTheResult) {
  sycl::queue queue;
  constexpr size_t count = 300;
  auto* const in = sycl::malloc_shared<unsigned char>(count, queue);
  auto* const out = sycl::malloc_shared<int>(2 * count, queue);
  for (size_t i = 0; i < count; ++i) in[i] = 200;
  queue
      .parallel_for(sycl::nd_range<1>(32, 32),
                    [=](sycl::nd_item<1> here) {
                      const auto g = here.get_group();
                      sycl::joint_inclusive_scan(g, in, in + count, out, sycl::plus<>());
                      sycl::joint_exclusive_scan(g, in, in + count, out + count, sycl::plus<int>());
                    })
      .wait();
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(out[i], 200 * static_cast<int>(i + 1));
    ASSERT_EQ(out[count + i], 200 * static_cast<int>(i));
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

struct Padded {
  int number{};
  bool is_set{};
};

// Structures end before their last byte: their values are integers of odd sizes to the compiler.
TEST(GroupValues, SendsStructuresWithPadding) {
  sycl::queue queue;
  auto* const got = sycl::malloc_shared<Padded>(2, queue);
  auto* const sent = sycl::malloc_shared<int>(2, queue);
  queue
      .parallel_for(sycl::nd_range<1>(64, 64),
                    [=](sycl::nd_item<1> here) {
                      const sycl::sub_group lanes = here.get_sub_group();
                      const int number = static_cast<int>(here.get_global_linear_id() * 100) + 1;
                      const Padded own{number, number != 0};
                      if (lanes.get_group_id()[0] == 0) {
                        const sycl::id<1> middle = lanes.get_local_range() / 2;
                        const sycl::id<1> last = lanes.get_local_range() - 1;
                        if (lanes.leader()) sent[0] = number;
                        auto value = sycl::group_broadcast(lanes, own);
                        if (lanes.get_local_id() == last) got[0] = value;
                        if (lanes.get_local_id() == last) sent[1] = number;
                        value =
                            sycl::group_broadcast(lanes, own, lanes.get_local_linear_range() - 1);
                        if (lanes.get_local_id() == middle) got[1] = value;
                      }
                    })
      .wait();
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(got[i].number, sent[i]);
    EXPECT_TRUE(got[i].is_set);
  }
  sycl::free(got, queue);
  sycl::free(sent, queue);
}

}  // namespace
