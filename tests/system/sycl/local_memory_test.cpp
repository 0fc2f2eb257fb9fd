// Asks for what work-items know and share without arguments: sycl_ext_oneapi_local_memory, sycl_ext_oneapi_free_function_queries,
// sycl_khr_work_item_queries, sycl_ext_oneapi_sub_group_mask.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

namespace oneapi = sycl::ext::oneapi;

static_assert(SYCL_EXT_ONEAPI_LOCAL_MEMORY == 2);
static_assert(SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES == 1);
static_assert(SYCL_KHR_WORK_ITEM_QUERIES == 1);
static_assert(SYCL_EXT_ONEAPI_SUB_GROUP_MASK == 2);

constexpr size_t width = 64;
constexpr size_t count = 4 * width;

/// Runs a kernel that returns a number for each work-item.
template <class Kernel>
std::vector<int> run(Kernel kernel) {
  sycl::queue queue;
  int* const made = sycl::malloc_shared<int>(count, queue);
  queue
      .parallel_for(sycl::nd_range<1>(count, width),
                    [=](sycl::nd_item<1> item) { made[item.get_global_id(0)] = kernel(item); })
      .wait();
  std::vector<int> copy(made, made + count);
  sycl::free(made, queue);
  return copy;
}
template <class Kernel>
void expect_all(Kernel kernel) {
  const std::vector<int> made = run(kernel);
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(made[i], 1) << i;
}

struct Point {
  int x;
  int y;
  Point(int its_x = 3, int its_y = 4) : x(its_x), y(its_y) {}
};

TEST(LocalMemory, OneObjectIsSharedByTheWorkItemsOfAGroup) {
  const std::vector<int> made = run([](sycl::nd_item<1> item) {
    const auto all = oneapi::group_local_memory_for_overwrite<int[width]>(item.get_group());
    const auto own = static_cast<int>(item.get_local_id(0));
    (*all)[own] = static_cast<int>(item.get_global_id(0));
    sycl::group_barrier(item.get_group());
    return (*all)[width - 1 - own];
  });
  for (size_t i = 0; i < count; ++i) {
    const size_t group = i / width;
    EXPECT_EQ(made[i], static_cast<int>(group * width + width - 1 - i % width)) << i;
  }
}

TEST(LocalMemory, TwoCallsAreTwoObjects) {
  expect_all([](sycl::nd_item<1> item) {
    const auto first = oneapi::group_local_memory_for_overwrite<int[width]>(item.get_group());
    const auto second = oneapi::group_local_memory_for_overwrite<int[width]>(item.get_group());
    const size_t own = item.get_local_id(0);
    (*first)[own] = 1;
    (*second)[own] = 2;
    sycl::group_barrier(item.get_group());
    return (*first)[width - 1 - own] == 1 && (*second)[width - 1 - own] == 2 ? 1 : 0;
  });
}

/// Gives the value of one work-item of the group to all.
int exchange(const sycl::group<1>& group, size_t source, int value) {
  const auto shared = oneapi::group_local_memory_for_overwrite<int>(group);
  if (group.get_local_linear_id() == source) *shared = value;
  sycl::group_barrier(group);
  const int received = *shared;
  sycl::group_barrier(group);
  return received;
}

TEST(LocalMemory, FunctionsHaveObjectsAndMayBeCalledInLoops) {
  expect_all([](sycl::nd_item<1> item) {
    bool is_right = true;
    for (size_t source = 0; source < width; ++source) {
      const int received =
          exchange(item.get_group(), source, static_cast<int>(item.get_local_id(0)));
      is_right = is_right && received == static_cast<int>(source);
    }
    return is_right ? 1 : 0;
  });
}

TEST(LocalMemory, ObjectsAreMadeOfTheArguments) {
  expect_all([](sycl::nd_item<1> item) {
    const auto group = item.get_group();
    const int number = static_cast<int>(item.get_group(0));
    const auto point = oneapi::group_local_memory<Point>(group, number);
    const auto zero = oneapi::group_local_memory<int>(group);
    const auto array = oneapi::group_local_memory<int[4]>(group, number, number + 1);
    const auto constructed = oneapi::group_local_memory_for_overwrite<Point>(group);
    return point->x == number && point->y == 4 && *zero == 0 && (*array)[1] == number + 1 &&
                   (*array)[3] == 0 && constructed->x == 3
               ? 1
               : 0;
  });
  static_assert(
      std::is_same_v<decltype(oneapi::group_local_memory<Point>(std::declval<sycl::group<2>>())),
                     sycl::multi_ptr<Point, sycl::access::address_space::local_space>>);
}

TEST(LocalMemory, StandsBesideALocalAccessor) {
  sycl::queue queue;
  int* const made = sycl::malloc_shared<int>(count, queue);
  queue
      .submit([&](sycl::handler& group) {
        const sycl::local_accessor<int> other(width, group);
        group.parallel_for(sycl::nd_range<1>(count, width), [=](sycl::nd_item<1> item) {
          const auto object =
              oneapi::group_local_memory_for_overwrite<int[width]>(item.get_group());
          const size_t own = item.get_local_id(0);
          (*object)[own] = 1;
          other[own] = 2;
          sycl::group_barrier(item.get_group());
          made[item.get_global_id(0)] = (*object)[width - 1 - own] * 10 + other[width - 1 - own];
        });
      })
      .wait();
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(made[i], 12) << i;
  sycl::free(made, queue);
}

TEST(FreeFunctions, TellOfTheWorkItem) {
  expect_all([](sycl::nd_item<1> item) {
    return item == oneapi::this_work_item::get_nd_item<1>() &&
                   item.get_group() == oneapi::this_work_item::get_work_group<1>() &&
                   item.get_sub_group() == oneapi::this_work_item::get_sub_group() &&
                   item == sycl::khr::this_nd_item<1>() &&
                   item.get_group() == sycl::khr::this_group<1>() &&
                   item.get_sub_group() == sycl::khr::this_sub_group()
               ? 1
               : 0;
  });
}

TEST(FreeFunctions, TellOfItInThreeDimensions) {
  sycl::queue queue;
  int* const made = sycl::malloc_shared<int>(96, queue);
  queue
      .parallel_for(sycl::nd_range<3>({4, 6, 4}, {2, 3, 4}),
                    [=](sycl::nd_item<3> item) {
                      made[item.get_global_linear_id()] =
                          item == oneapi::this_work_item::get_nd_item<3>() &&
                          item.get_sub_group() == oneapi::this_work_item::get_sub_group();
                    })
      .wait();
  for (int i = 0; i < 96; ++i) EXPECT_EQ(made[i], 1) << i;
  sycl::free(made, queue);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
TEST(FreeFunctions, EarlierNamesWorkInLaunchesOfRanges) {
  namespace experimental = oneapi::experimental;
  sycl::queue queue;
  int* const made = sycl::malloc_shared<int>(24, queue);
  queue
      .parallel_for(sycl::range<2>(4, 6),
                    [=](sycl::item<2> item) {
                      made[item.get_linear_id()] =
                          item.get_id() == experimental::this_id<2>() &&
                          item.get_id() == experimental::this_item<2>().get_id();
                    })
      .wait();
  for (int i = 0; i < 24; ++i) EXPECT_EQ(made[i], 1) << i;
  sycl::free(made, queue);
  expect_all([](sycl::nd_item<1> item) {
    return item == experimental::this_nd_item<1>() &&
                   item.get_group() == experimental::this_group<1>() &&
                   item.get_sub_group() == experimental::this_sub_group()
               ? 1
               : 0;
  });
}
#pragma clang diagnostic pop

TEST(SubGroupMask, BallotHasABitForEachWorkItem) {
  expect_all([](sycl::nd_item<1> item) {
    const auto lanes = item.get_sub_group();
    const auto even = oneapi::group_ballot(lanes, lanes.get_local_linear_id() % 2 == 0);
    const auto all = oneapi::group_ballot(lanes);
    bool is_right = even.size() == lanes.get_max_local_range()[0] &&
                    even.count() == (lanes.get_local_linear_range() + 1) / 2 &&
                    all.count() == lanes.get_local_linear_range() && all.find_low() == 0 &&
                    all.find_high() == lanes.get_local_linear_range() - 1;
    for (size_t i = 0; i < lanes.get_local_linear_range(); ++i) {
      is_right = is_right && even[i] == (i % 2 == 0);
    }
    return is_right ? 1 : 0;
  });
}

TEST(SubGroupMask, ComputesWithBitsAndKeepsToItsSize) {
  expect_all([](sycl::nd_item<1>) {
    oneapi::sub_group_mask mask(0b1011);
    const oneapi::sub_group_mask none;
    const size_t size = mask.size();
    bool is_right = mask.count() == 3 && mask.find_high() == 3 && none.none() &&
                    none.find_low() == size && none.find_high() == size;
    is_right = is_right && (~none).all() && (~none).count() == size && (mask << size).none() &&
               (mask << 64).none() && (mask >> 1).count() == 2;
    mask[2] = true;
    mask[0].flip();
    is_right = is_right && mask == oneapi::sub_group_mask(0b1110) && ~mask[0] && mask.test(2);
    mask.reset_low();
    mask.reset_high();
    is_right = is_right && mask == oneapi::sub_group_mask(0b0100);
    mask.set(size, true);  // beyond the end
    is_right = is_right && mask.count() == 1;
    std::uint8_t bits = 0;
    mask.extract_bits(bits);
    mask.insert_bits(static_cast<std::uint8_t>(0b11), 1);
    is_right = is_right && bits == 0b100 && mask == oneapi::sub_group_mask(0b110);
    sycl::marray<std::uint8_t, 2> both(0);
    (~none).extract_bits(both, 4);
    is_right = is_right && both[0] == (size >= 12 ? 0xff : (1u << (size - 4)) - 1);
    return is_right ? 1 : 0;
  });
}

}  // namespace
