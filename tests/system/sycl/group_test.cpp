// Computes together in work-groups and sub-groups (SYCL 2020, 4.17.3 and 4.17.4), against loops of the host.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

constexpr size_t width = 48;
constexpr size_t count = 2 * width;

/// Small values, so that products stay in range.
template <class Type>
Type value_of(size_t i) {
  return static_cast<Type>(static_cast<int>(i * 7 % 3) + 1);
}

template <class Type, class Operation>
void check_work_group(Operation operation) {
  sycl::queue queue;
  Type* const reduced = sycl::malloc_shared<Type>(count, queue);
  Type* const inclusive = sycl::malloc_shared<Type>(count, queue);
  Type* const exclusive = sycl::malloc_shared<Type>(count, queue);
  queue
      .parallel_for(sycl::nd_range<1>(count, width),
                    [=](sycl::nd_item<1> item) {
                      const size_t i = item.get_global_id(0);
                      const Type own = value_of<Type>(i % 8);
                      const auto group = item.get_group();
                      reduced[i] = sycl::reduce_over_group(group, own, operation);
                      inclusive[i] = sycl::inclusive_scan_over_group(group, own, operation);
                      exclusive[i] = sycl::exclusive_scan_over_group(group, own, operation);
                    })
      .wait();
  for (size_t begin = 0; begin < count; begin += width) {
    Type sum = sycl::known_identity_v<Operation, Type>;
    for (size_t i = begin; i < begin + width; ++i) {
      EXPECT_EQ(exclusive[i], sum) << i;
      sum = operation(sum, value_of<Type>(i % 8));
      EXPECT_EQ(inclusive[i], sum) << i;
    }
    for (size_t i = begin; i < begin + width; ++i) EXPECT_EQ(reduced[i], sum) << i;
  }
  sycl::free(reduced, queue);
  sycl::free(inclusive, queue);
  sycl::free(exclusive, queue);
}

template <class Type, class Operation>
void check_sub_group(Operation operation) {
  sycl::queue queue;
  struct Seen {
    Type reduced, inclusive, exclusive;
    unsigned group, lane, lanes;
  };
  Seen* const seen = sycl::malloc_shared<Seen>(count, queue);
  queue
      .parallel_for(sycl::nd_range<1>(count, width),
                    [=](sycl::nd_item<1> item) {
                      const size_t i = item.get_global_id(0);
                      const Type own = value_of<Type>(i % 8);
                      const auto group = item.get_sub_group();
                      seen[i] = {sycl::reduce_over_group(group, own, operation),
                                 sycl::inclusive_scan_over_group(group, own, operation),
                                 sycl::exclusive_scan_over_group(group, own, operation),
                                 group.get_group_linear_id(),
                                 group.get_local_linear_id(),
                                 group.get_local_linear_range()};
                    })
      .wait();
  for (size_t i = 0; i < count; ++i) {
    const size_t begin = i - seen[i].lane;
    Type before = sycl::known_identity_v<Operation, Type>;
    for (size_t k = begin; k < i; ++k) before = operation(before, value_of<Type>(k % 8));
    EXPECT_EQ(seen[i].exclusive, before) << i;
    const Type here = operation(before, value_of<Type>(i % 8));
    EXPECT_EQ(seen[i].inclusive, here) << i;
    Type all = here;
    for (size_t k = i + 1; k < begin + seen[i].lanes; ++k) {
      all = operation(all, value_of<Type>(k % 8));
    }
    EXPECT_EQ(seen[i].reduced, all) << i;
  }
  sycl::free(seen, queue);
}

template <class Type>
void check_arithmetic() {
  check_work_group<Type>(sycl::plus<Type>());
  check_work_group<Type>(sycl::minimum<>());
  check_work_group<Type>(sycl::maximum<Type>());
  check_sub_group<Type>(sycl::plus<>());
  check_sub_group<Type>(sycl::minimum<Type>());
  check_sub_group<Type>(sycl::maximum<>());
}

TEST(Group, CombinesNumbersOfEveryType) {
  check_arithmetic<int>();
  check_arithmetic<unsigned>();
  check_arithmetic<long>();
  check_arithmetic<unsigned long long>();
  check_arithmetic<short>();
  check_arithmetic<unsigned char>();
  check_arithmetic<float>();
  check_arithmetic<double>();
  check_arithmetic<sycl::half>();
}

TEST(Group, CombinesWithEveryOperation) {
  check_work_group<long>(sycl::multiplies<>());
  check_work_group<int>(sycl::bit_and<>());
  check_work_group<int>(sycl::bit_or<int>());
  check_work_group<unsigned long>(sycl::bit_xor<>());
  check_work_group<bool>(sycl::logical_and<>());
  check_work_group<bool>(sycl::logical_or<bool>());
  check_sub_group<unsigned>(sycl::multiplies<>());
  check_sub_group<int>(sycl::bit_and<>());
  check_sub_group<long>(sycl::bit_or<>());
  check_sub_group<unsigned>(sycl::bit_xor<unsigned>());
  check_sub_group<bool>(sycl::logical_and<>());
}

struct Pair {
  long first;
  char second;
};

TEST(Group, ExchangesValues) {
  sycl::queue queue;
  int* const wrong = sycl::malloc_shared<int>(1, queue);
  *wrong = 0;
  queue
      .parallel_for(
          sycl::nd_range<2>({4, 64}, {2, 32}),
          [=](sycl::nd_item<2> item) {
            const auto add_error = [&](bool is_wrong) {
              if (is_wrong) {
                sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(
                    *wrong)++;
              }
            };
            const auto group = item.get_group();
            const auto lanes = item.get_sub_group();
            const int own = static_cast<int>(item.get_global_linear_id());
            const int first = static_cast<int>(item.get_group(0) * 2 * 64 +
                                               item.get_group(1) * 32);  // of the work-group
            add_error(sycl::group_broadcast(group, own) != first);
            add_error(sycl::group_broadcast(group, own, sycl::id<2>(1, 5)) != first + 64 + 5);
            add_error(sycl::group_broadcast(group, own, 32 + 7) != first + 64 + 7);
            const unsigned lane = lanes.get_local_linear_id();
            const unsigned most = lanes.get_local_linear_range();
            add_error(sycl::group_broadcast(lanes, lane, 1) != 1);
            add_error(sycl::select_from_group(lanes, Pair{lane * 3L, 'x'}, most - 1 - lane).first !=
                      (most - 1 - lane) * 3L);
            add_error(sycl::permute_group_by_xor(lanes, double(lane), 1) != double(lane ^ 1));
            const unsigned left = sycl::shift_group_left(lanes, lane, 2);
            add_error(lane + 2 < most && left != lane + 2);
            const unsigned right = sycl::shift_group_right(lanes, lane);
            add_error(lane > 0 && right != lane - 1);
          })
      .wait();
  EXPECT_EQ(*wrong, 0);
  sycl::free(wrong, queue);
}

TEST(Group, Votes) {
  sycl::queue queue;
  int* const seen = sycl::malloc_shared<int>(6, queue);
  queue
      .parallel_for(sycl::nd_range<1>(64, 64),
                    [=](sycl::nd_item<1> item) {
                      const auto group = item.get_group();
                      const size_t i = item.get_local_id(0);
                      const bool any = sycl::any_of_group(group, i == 63);
                      const bool all = sycl::all_of_group(group, i < 64);
                      const bool none =
                          sycl::none_of_group(group, i, [](size_t k) { return k > 63; });
                      const bool not_all = sycl::all_of_group(group, i != 5);
                      if (i == 0) {
                        seen[0] = any;
                        seen[1] = all;
                        seen[2] = none;
                        seen[3] = not_all;
                      }
                    })
      .wait();
  EXPECT_EQ(seen[0], 1);
  EXPECT_EQ(seen[1], 1);
  EXPECT_EQ(seen[2], 1);
  EXPECT_EQ(seen[3], 0);
  sycl::free(seen, queue);
}

TEST(Group, WorksOnSequences) {
  sycl::queue queue;
  constexpr size_t length = 150;
  int* const numbers = sycl::malloc_shared<int>(length, queue);
  int* const scanned = sycl::malloc_shared<int>(2 * length, queue);
  int* const result = sycl::malloc_shared<int>(3, queue);
  for (size_t i = 0; i < length; ++i) numbers[i] = static_cast<int>(i * 37 % 11);
  queue
      .parallel_for(
          sycl::nd_range<1>(64, 64),
          [=](sycl::nd_item<1> item) {
            const auto group = item.get_group();
            sycl::joint_inclusive_scan(group, numbers, numbers + length, scanned, sycl::plus<>());
            sycl::joint_exclusive_scan(group, numbers, numbers + length, scanned + length, 100,
                                       sycl::plus<>());
            const int sum = sycl::joint_reduce(group, numbers, numbers + length, sycl::plus<>());
            const int most =
                sycl::joint_reduce(group, numbers, numbers + length, -5, sycl::maximum<>());
            const bool any =
                sycl::joint_any_of(group, numbers, numbers + length, [](int x) { return x == 10; });
            if (group.leader()) {
              result[0] = sum;
              result[1] = most;
              result[2] = any;
            }
          })
      .wait();
  int sum = 0;
  for (size_t i = 0; i < length; ++i) {
    EXPECT_EQ(scanned[length + i], sum + 100) << i;
    sum += numbers[i];
    EXPECT_EQ(scanned[i], sum) << i;
  }
  EXPECT_EQ(result[0], sum);
  EXPECT_EQ(result[1], 10);
  EXPECT_EQ(result[2], 1);
  sycl::free(numbers, queue);
  sycl::free(scanned, queue);
  sycl::free(result, queue);
}

template <class Type>
using Atomic = sycl::atomic_ref<Type, sycl::memory_order::relaxed, sycl::memory_scope::device>;

template <class Type>
void check_atomics() {
  sycl::queue queue;
  Type* const values = sycl::malloc_shared<Type>(4, queue);
  values[0] = values[1] = values[3] = 0;
  values[2] = 1000;
  queue
      .parallel_for(1000,
                    [=](sycl::id<1> i) {
                      const Type own = static_cast<Type>(i[0] + 1);
                      Atomic<Type>(values[0]).fetch_add(1);
                      Atomic<Type>(values[1]).fetch_max(own);
                      Atomic<Type>(values[2]).fetch_min(own);
                      Atomic<Type> last(values[3]);
                      Type before = last.load();
                      while (!last.compare_exchange_strong(before, before + 2)) {
                      }
                    })
      .wait();
  EXPECT_EQ(values[0], 1000);
  EXPECT_EQ(values[1], 1000);
  EXPECT_EQ(values[2], 1);
  EXPECT_EQ(values[3], 2000);
  sycl::free(values, queue);
}

TEST(Atomic, CountsInEveryType) {
  check_atomics<int>();
  check_atomics<unsigned>();
  check_atomics<long>();
  check_atomics<unsigned long>();
  check_atomics<float>();
  check_atomics<double>();
}

}  // namespace
