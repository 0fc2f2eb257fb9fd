// Keeps items and groups in memory, and asks them later, on the host and in another kernel: they are values (SYCL 2020,
// 4.5.3 and 4.9.1.4 to 4.9.1.8).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

/// Runs a kernel in which each work-item keeps an object of its own, and returns all of them, by global linear id.
template <class Kept, int Dimensions, class Function>
std::vector<Kept> keep(const sycl::nd_range<Dimensions>& extent, Function function) {
  static_assert(std::is_trivially_copyable_v<Kept>);
  sycl::queue queue;
  const size_t count = extent.get_global_range().size();
  Kept* const kept = sycl::malloc_shared<Kept>(count, queue);
  queue
      .parallel_for(extent,
                    [=](sycl::nd_item<Dimensions> item) {
                      kept[item.get_global_linear_id()] = function(item);
                    })
      .wait();
  const std::vector<Kept> all(kept, kept + count);
  sycl::free(kept, queue);
  return all;
}

const sycl::nd_range<2> extent({4, 6}, {2, 3});

TEST(Item, OfAnNdRangeIsAValue) {
  const auto items =
      keep<sycl::nd_item<2>>(extent, [](const sycl::nd_item<2>& item) { return item; });
  for (size_t i = 0; i < items.size(); ++i) {
    const sycl::nd_item<2>& item = items[i];
    const size_t y = i / 6;
    const size_t x = i % 6;
    EXPECT_EQ(item.get_global_id(), sycl::id<2>(y, x));
    EXPECT_EQ(item.get_global_linear_id(), i);
    EXPECT_EQ(item.get_local_id(), sycl::id<2>(y % 2, x % 3));
    EXPECT_EQ(item.get_local_linear_id(), y % 2 * 3 + x % 3);
    EXPECT_EQ(item.get_group(1), x / 3);
    EXPECT_EQ(item.get_group_linear_id(), y / 2 * 2 + x / 3);
    EXPECT_EQ(item.get_nd_range(), extent);
    EXPECT_EQ(item.get_sub_group().get_group_linear_range(),
              item.get_sub_group().get_group_range()[0]);
    const sycl::nd_item<2> copy(item);
    EXPECT_TRUE(copy == item);
    EXPECT_EQ(copy != items[0], i != 0);
  }
}

TEST(Item, KnowsItsOffset) {
  sycl::queue queue;
  sycl::nd_item<1>* const kept =
      static_cast<sycl::nd_item<1>*>(sycl::malloc_shared(4 * sizeof(sycl::nd_item<1>), queue));
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  queue
      .parallel_for(sycl::nd_range<1>(4, 2, 10),
                    [=](sycl::nd_item<1> item) { kept[item.get_global_linear_id()] = item; })
      .wait();
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(kept[i].get_global_id(0), 10 + i);
    EXPECT_EQ(kept[i].get_global_linear_id(), i);
    EXPECT_EQ(kept[i].get_offset()[0], 10);
  }
#pragma clang diagnostic pop
  sycl::free(kept, queue);
}

TEST(Item, HasIdsThatAreCutOffToInt) {
  // Those from 2^31 on are negative as int.
  constexpr size_t first = (size_t{1} << 31) - 100;
  constexpr size_t count = 192;
  sycl::queue queue;
  int* const out = sycl::malloc_shared<int>(count, queue);
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  queue
      .parallel_for(sycl::nd_range<1>(count, 64, first),
                    [=](sycl::nd_item<1> item) {
                      const int x = static_cast<int>(item.get_global_id(0));
                      if (x >= 0) {
                        out[x - static_cast<int>(first)] = x;
                      } else {
                        out[x + std::numeric_limits<int>::max() + 101] = x;
                      }
                    })
      .wait();
#pragma clang diagnostic pop
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(out[i], static_cast<int>(first + i)) << i;
  sycl::free(out, queue);
}

TEST(Item, HasAGroupThatIsAValue) {
  const auto groups =
      keep<sycl::group<2>>(extent, [](const sycl::nd_item<2>& item) { return item.get_group(); });
  for (size_t i = 0; i < groups.size(); ++i) {
    const sycl::group<2>& group = groups[i];
    const size_t y = i / 6;
    const size_t x = i % 6;
    EXPECT_EQ(group.get_group_id(), sycl::id<2>(y / 2, x / 3));
    EXPECT_EQ(group[0], y / 2);
    EXPECT_EQ(group.get_group_range(), sycl::range<2>(2, 2));
    EXPECT_EQ(group.get_local_range(), sycl::range<2>(2, 3));
    EXPECT_EQ(group.get_max_local_range(), sycl::range<2>(2, 3));
    EXPECT_EQ(group.get_local_id(), sycl::id<2>(y % 2, x % 3));
    EXPECT_EQ(group.leader(), y % 2 == 0 && x % 3 == 0);
    EXPECT_EQ(group.get_group_linear_range(), 4);
    // Those of all work-items of a work-group are equal.
    EXPECT_EQ(group == groups[0], y < 2 && x < 3) << i;
  }
}

TEST(Item, HasASubGroupThatIsAValue) {
  const auto groups =
      keep<sycl::sub_group>(sycl::nd_range<1>(256, 128),
                            [](const sycl::nd_item<1>& item) { return item.get_sub_group(); });
  const size_t most = groups[0].get_max_local_range()[0];
  for (size_t i = 0; i < groups.size(); ++i) {
    const sycl::sub_group& group = groups[i];
    EXPECT_EQ(group.get_local_linear_id(), i % 128 % most);
    EXPECT_EQ(group.get_group_linear_id(), i % 128 / most);
    EXPECT_EQ(group.get_group_id()[0], group.get_group_linear_id());
    EXPECT_EQ(group.get_group_linear_range(), (128 + most - 1) / most);
    EXPECT_EQ(group.leader(), group.get_local_id()[0] == 0);
    // Equal in one sub-group alone: not in the one of the same number in the other work-group.
    EXPECT_EQ(group == groups[0], i < most) << i;
  }
}

TEST(Item, IsComparedByAnotherKernel) {
  sycl::queue queue;
  const auto kept =
      keep<sycl::nd_item<2>>(extent, [](const sycl::nd_item<2>& item) { return item; });
  bool results[4] = {};
  {
    sycl::buffer<sycl::nd_item<2>> items(kept.data(), kept.size());
    sycl::buffer<bool> seen(results, 4);
    queue.submit([&](sycl::handler& group) {
      const sycl::accessor values(items, group, sycl::read_only);
      const sycl::accessor out(seen, group, sycl::write_only);
      group.single_task([=] {
        out[0] = values[5] == values[5];
        out[1] = values[5] != values[6];
        out[2] = values[0].get_group() == values[1].get_group();
        out[3] = values[7].get_global_id() == sycl::id<2>(1, 1);
      });
    });
  }
  for (const bool result : results) EXPECT_TRUE(result);
}

TEST(Item, OfAHierarchicalLaunchIsAValue) {
  sycl::queue queue;
  auto* const items =
      static_cast<sycl::h_item<1>*>(sycl::malloc_shared(8 * sizeof(sycl::h_item<1>), queue));
  auto* const groups =
      static_cast<sycl::group<1>*>(sycl::malloc_shared(2 * sizeof(sycl::group<1>), queue));
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for_work_group(
            sycl::range<1>(2), sycl::range<1>(4), [=](sycl::group<1> its_group) {
              groups[its_group[0]] = its_group;
              its_group.parallel_for_work_item(
                  [&](sycl::h_item<1> item) { items[item.get_global_id(0)] = item; });
            });
      })
      .wait();
  for (size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(items[i].get_local_id(0), i % 4);
    EXPECT_EQ(items[i].get_global_range(0), 8);
    EXPECT_EQ(items[i] == items[0], i == 0);
  }
  EXPECT_EQ(groups[1].get_group_linear_id(), 1);
  EXPECT_EQ(groups[1].get_local_range(0), 4);
  EXPECT_TRUE(groups[0] != groups[1]);
  sycl::free(items, queue);
  sycl::free(groups, queue);
}

}  // namespace
