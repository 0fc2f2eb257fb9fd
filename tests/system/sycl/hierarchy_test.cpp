// Runs hierarchical kernels, and copies of work-groups (SYCL 2020, 4.9.1.6, 4.9.1.7 and 4.9.4.2.4).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

TEST(Hierarchy, RunsEachWorkItemOfEachWorkGroupOnce) {
  sycl::queue queue;
  sycl::buffer<size_t, 2> seen(sycl::range<2>(8, 12));
  queue.submit([&](sycl::handler& group) {
    sycl::accessor values(seen, group, sycl::write_only, sycl::no_init);
    group.parallel_for_work_group(
        sycl::range<2>(4, 3), sycl::range<2>(2, 4), [=](sycl::group<2> its_group) {
          int sum = 0;
          its_group.parallel_for_work_item([&](sycl::h_item<2>) { ++sum; });
          its_group.parallel_for_work_item([&](sycl::h_item<2> item) {
            values[item.get_global_id()] =
                item.get_global().get_linear_id() + 1000 * item.get_local().get_linear_id() +
                100000 * static_cast<size_t>(sum) + 10000000 * its_group.get_group_linear_id();
          });
        });
  });
  const sycl::host_accessor values(seen, sycl::read_only);
  for (size_t y = 0; y < 8; ++y) {
    for (size_t x = 0; x < 12; ++x) {
      EXPECT_EQ(values[y][x],
                y * 12 + x + 1000 * (y % 2 * 4 + x % 4) + 800000 + 10000000 * (y / 2 * 3 + x / 4));
    }
  }
}

TEST(Hierarchy, KeepsPrivateMemoryBetweenLoops) {
  sycl::queue queue;
  double* const results = sycl::malloc_shared<double>(1024, queue);
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for_work_group(
            sycl::range<1>(4), sycl::range<1>(256), [=](sycl::group<1> its_group) {
              sycl::private_memory<double> kept(its_group);
              its_group.parallel_for_work_item([&](sycl::h_item<1> item) {
                kept(item) = static_cast<double>(item.get_global_id(0)) * 0.5;
              });
              its_group.parallel_for_work_item(
                  [&](sycl::h_item<1> item) { results[item.get_global_id(0)] = kept(item); });
            });
      })
      .wait();
  for (int i = 0; i < 1024; ++i) ASSERT_EQ(results[i], i * 0.5);
  sycl::free(results, queue);
}

/// Has a constructor, by which the values of all work-items begin with a number.
struct Counted {
  long number = 40;
  float rest[14] = {};
};

TEST(Hierarchy, KeepsPrivateMemoryOfTheLargestWorkGroups) {
  sycl::queue queue;
  const size_t size = queue.get_device().get_info<sycl::info::device::max_work_group_size>();
  ASSERT_GT(size, 256);
  long* const results = sycl::malloc_shared<long>(2 * size, queue);
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for_work_group(
            sycl::range<1>(2), sycl::range<1>(size), [=](sycl::group<1> its_group) {
              sycl::private_memory<double> kept(its_group);
              sycl::private_memory<Counted> counted(its_group);
              its_group.parallel_for_work_item([&](sycl::h_item<1> item) {
                kept(item) = static_cast<double>(item.get_global_id(0));
                ++counted(item).number;
              });
              its_group.parallel_for_work_item([&](sycl::h_item<1> item) {
                results[item.get_global_id(0)] =
                    static_cast<long>(kept(item)) + 100000 * counted(item).number;
              });
            });
      })
      .wait();
  for (size_t i = 0; i < 2 * size; ++i) ASSERT_EQ(results[i], static_cast<long>(i) + 4100000) << i;
  sycl::free(results, queue);
}

TEST(Hierarchy, HasLogicalWorkItems) {
  sycl::queue queue;
  size_t* const seen = sycl::malloc_shared<size_t>(3 * 10, queue);
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for_work_group(
            sycl::range<1>(3), sycl::range<1>(4), [=](sycl::group<1> its_group) {
              its_group.parallel_for_work_item(sycl::range<1>(10), [&](sycl::h_item<1> item) {
                seen[its_group.get_group_id(0) * 10 + item.get_logical_local_id(0)] =
                    item.get_physical_local_id(0) + 10 * item.get_local_range(0) +
                    1000 * item.get_physical_local_range(0) + 10000 * item.get_global_id(0);
              });
            });
      })
      .wait();
  for (size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(seen[i], i % 10 % 4 + 100 + 4000 + 10000 * (i / 10 * 4 + i % 10 % 4));
  }
  sycl::free(seen, queue);
}

// One work-item runs for all: the device is told of no required size.
TEST(Hierarchy, TakesARequiredSizeAndAHandlerAndThreeDimensions) {
  sycl::queue queue;
  size_t* const seen = sycl::malloc_shared<size_t>(2 * 24, queue);
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for_work_group(
            sycl::range<3>(1, 2, 1), sycl::range<3>(2, 3, 4),
            [=](sycl::group<3> its_group, sycl::kernel_handler)
                [[sycl::reqd_work_group_size(2, 3, 4)]] {
                  its_group.parallel_for_work_item([&](sycl::h_item<3> item) {
                    const size_t place =
                        its_group.get_group_linear_id() * 24 + item.get_local().get_linear_id();
                    seen[place] = item.get_global().get_linear_id() +
                                  100 * its_group.get_local_range().size() +
                                  10000 * item.get_physical_local_id(2);
                  });
                });
      })
      .wait();
  for (size_t i = 0; i < 48; ++i) {
    const size_t x = i % 4;
    const size_t y = i / 4 % 3 + i / 24 * 3;
    const size_t z = i / 12 % 2;
    EXPECT_EQ(seen[i], (z * 6 + y) * 4 + x + 2400 + 10000 * x) << i;
  }
  sycl::free(seen, queue);
}

/// Returns why a launch of the hierarchical kernel with work-groups of `local` is refused; empty: it is not.
template <int Dimensions, class Kernel>
std::string refusal_of(const sycl::range<Dimensions>& local, const Kernel& kernel) {
  sycl::queue queue;
  try {
    queue
        .submit([&](sycl::handler& group) {
          group.parallel_for_work_group(local / local, local, kernel);
        })
        .wait();
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::nd_range);
    return error.what();
  }
  return {};
}

// A required size is that of the launch, or the launch is refused (SYCL 2020, 5.8.1). A hint binds nobody.
TEST(Hierarchy, RefusesSizesThatTheKernelDoesNotRequire) {
  const auto of_16 = [](sycl::group<1>) [[sycl::reqd_work_group_size(16)]] {};
  EXPECT_EQ(refusal_of(sycl::range<1>(16), of_16), "");
  for (const size_t size : {1, 8, 32}) {
    const std::string text = refusal_of(sycl::range<1>(size), of_16);
    EXPECT_NE(text.find("local range {" + std::to_string(size) + "}"), std::string::npos) << text;
    EXPECT_NE(text.find("reqd_work_group_size says {16}"), std::string::npos) << text;
  }

  const auto of_2_by_8 = [](sycl::group<2>) [[sycl::reqd_work_group_size(2, 8)]] {};
  EXPECT_EQ(refusal_of(sycl::range<2>(2, 8), of_2_by_8), "");
  const std::string text = refusal_of(sycl::range<2>(8, 2), of_2_by_8);
  EXPECT_NE(text.find("reqd_work_group_size says {2, 8}"), std::string::npos) << text;

  const auto with_hint = [](sycl::group<1>) [[sycl::work_group_size_hint(16)]] {};
  EXPECT_EQ(refusal_of(sycl::range<1>(8), with_hint), "");
}

class OfRequiredSize;
TEST(Hierarchy, ChoosesTheRequiredSize) {
  sycl::queue queue;
  size_t* const seen = sycl::malloc_shared<size_t>(3, queue);
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for_work_group<OfRequiredSize>(
            sycl::range<1>(3), [=](sycl::group<1> its_group) [[sycl::reqd_work_group_size(16)]] {
              seen[its_group.get_group_id(0)] = its_group.get_local_range(0);
            });
      })
      .wait();
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(seen[i], 16);
  sycl::free(seen, queue);

  const auto bundle =
      sycl::get_kernel_bundle<OfRequiredSize, sycl::bundle_state::executable>(queue.get_context());
  namespace info = sycl::info::kernel_device_specific;
  EXPECT_EQ(bundle.get_kernel<OfRequiredSize>().get_info<info::compile_work_group_size>(
                queue.get_device()),
            sycl::range<3>(1, 1, 16));
}

class OfLargeHierarchy;
TEST(Hierarchy, IsOfNoUseWhereTheDeviceLacksTheRequiredSize) {
  static constexpr size_t large = 4294967296;
  sycl::queue queue;
  const auto launch = [&] {
    queue.submit([&](sycl::handler& group) {
      group.parallel_for_work_group<OfLargeHierarchy>(
          sycl::range<1>(1), [](sycl::group<1>) [[sycl::reqd_work_group_size(large)]] {});
    });
  };
  try {
    launch();
    ADD_FAILURE() << "nothing is thrown";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::kernel_not_supported) << error.what();
  }
  EXPECT_FALSE(sycl::is_compatible<OfLargeHierarchy>(queue.get_device()));
}

// Work-groups larger than the device's, and of no work-items, are refused (SYCL 2020, 4.9.4.2.4).
TEST(Hierarchy, RefusesSizesThatNoWorkGroupHas) {
  sycl::queue queue;
  const size_t most = queue.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (const size_t size : {most + 1, size_t{0}}) {
    try {
      queue.submit([&](sycl::handler& group) {
        group.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(size),
                                      [=](sycl::group<1>) {});
      });
      ADD_FAILURE() << size;
    } catch (const sycl::exception& error) {
      EXPECT_EQ(error.code(), sycl::errc::nd_range);
    }
  }
}

TEST(Hierarchy, TakesWorkGroupsWithoutASize) {
  sycl::queue queue;
  int* const seen = sycl::malloc_shared<int>(5, queue);
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for_work_group(sycl::range<1>(5), [=](sycl::group<1> its_group) {
          int sum = 0;
          its_group.parallel_for_work_item(
              sycl::range<1>(7), [&](sycl::h_item<1> item) { sum += int(item.get_local_id(0)); });
          seen[its_group.get_group_id(0)] = sum;
        });
      })
      .wait();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(seen[i], 21);
  sycl::free(seen, queue);
}

TEST(GroupCopy, MovesElementsWithAndWithoutStrides) {
  sycl::queue queue;
  constexpr size_t groups = 4;
  constexpr size_t count = 100;
  std::vector<int> from(groups * count * 2);
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<int>(i);
  std::vector<int> to(groups * count * 3, -1);
  {
    sycl::buffer source(from);
    sycl::buffer target(to);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(source, group, sycl::read_write);
      sycl::accessor results(target, group, sycl::read_write);
      const sycl::local_accessor<int> shared(count, group);
      group.parallel_for(sycl::nd_range<1>(groups * 16, 16), [=](sycl::nd_item<1> item) {
        constexpr auto yes = sycl::access::decorated::yes;
        const auto local = shared.get_multi_ptr<yes>();
        const auto place = static_cast<std::ptrdiff_t>(item.get_group(0) * count);
        sycl::device_event read =
            item.async_work_group_copy(local, values.get_multi_ptr<yes>() + place * 2, count, 2);
        read.wait();
        const size_t last = count - 1;
        if (item.get_local_id(0) == 0) shared[last] += 1000000;
        sycl::group_barrier(item.get_group());
        item.wait_for(item.get_group().async_work_group_copy(
            results.get_multi_ptr<yes>() + place * 3, local, count, 3));
      });
    });
  }
  for (size_t i = 0; i < groups * count; ++i) {
    const int expected = static_cast<int>(i) * 2 + (i % count == count - 1 ? 1000000 : 0);
    ASSERT_EQ(to[3 * i], expected) << i;
    ASSERT_EQ(to[3 * i + 1], -1);
  }
}

}  // namespace
