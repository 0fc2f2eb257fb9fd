// Divides a machine of two nodes, with two third-level caches in each and two second-level caches of one unit in each of
// those, in every way that SYCL 2020 has (4.6.4).
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace {

using sycl::info::partition_affinity_domain;
using sycl::info::partition_property;
namespace info = sycl::info::device;
constexpr auto equally = partition_property::partition_equally;
constexpr auto by_counts = partition_property::partition_by_counts;
constexpr auto by_domain = partition_property::partition_by_affinity_domain;
using Counts = std::vector<size_t>;

std::vector<size_t> units_of(const std::vector<sycl::device>& devices) {
  std::vector<size_t> units;
  for (const auto& device : devices) units.push_back(device.get_info<info::max_compute_units>());
  return units;
}

template <class Divide>
void expect_error(sycl::errc code, Divide divide) {
  try {
    (void)divide();
    FAIL() << "the device was divided";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), code) << error.what();
  }
}

TEST(Parts, AreMadeByEveryAffinityDomain) {
  const sycl::device root;
  const struct {
    partition_affinity_domain domain;
    size_t parts;
    partition_affinity_domain is;
  } cases[] = {
      {partition_affinity_domain::numa, 2, partition_affinity_domain::numa},
      {partition_affinity_domain::L3_cache, 4, partition_affinity_domain::L3_cache},
      {partition_affinity_domain::L2_cache, 8, partition_affinity_domain::L2_cache},
      {partition_affinity_domain::next_partitionable, 2, partition_affinity_domain::numa},
  };
  const auto offered = root.get_info<info::partition_affinity_domains>();
  EXPECT_EQ(offered.size(), std::size(cases));
  for (const auto& each : cases) {
    EXPECT_EQ(std::count(offered.begin(), offered.end(), each.domain), 1);
    const auto parts = root.create_sub_devices<by_domain>(each.domain);
    EXPECT_EQ(units_of(parts), Counts(each.parts, 8 / each.parts));
    for (const auto& part : parts) {
      EXPECT_EQ(part.get_info<info::partition_type_property>(), by_domain);
      EXPECT_EQ(part.get_info<info::partition_type_affinity_domain>(), each.is);
      EXPECT_EQ(part.get_info<info::parent_device>(), root);
    }
  }
  for (const auto missing :
       {partition_affinity_domain::L4_cache, partition_affinity_domain::L1_cache,
        partition_affinity_domain::not_applicable}) {
    expect_error(sycl::errc::feature_not_supported,
                 [&] { return root.create_sub_devices<by_domain>(missing); });
  }
}

TEST(Parts, AreMadeByCountsAndEqually) {
  const sycl::device root;
  EXPECT_EQ(units_of(root.create_sub_devices<equally>(3)), (Counts{3, 3}));
  EXPECT_EQ(units_of(root.create_sub_devices<equally>(8)), Counts{8});
  EXPECT_EQ(units_of(root.create_sub_devices<by_counts>(Counts{5, 1, 2})), (Counts{5, 1, 2}));
  // A count of 0 makes nothing.
  EXPECT_EQ(units_of(root.create_sub_devices<by_counts>(Counts{0, 5, 0, 2})), (Counts{5, 2}));
  EXPECT_TRUE(root.create_sub_devices<by_counts>(Counts{}).empty());
  for (const size_t wrong : {size_t{0}, size_t{9}, ~size_t{0}}) {
    expect_error(sycl::errc::invalid, [&] { return root.create_sub_devices<equally>(wrong); });
  }
  for (const Counts& wrong : {Counts{9}, Counts{5, 4}, Counts{~size_t{0}, 2}}) {
    expect_error(sycl::errc::invalid, [&] { return root.create_sub_devices<by_counts>(wrong); });
  }
  EXPECT_EQ(root.get_info<info::partition_max_sub_devices>(), 8);
}

TEST(Parts, AreDividedAgain) {
  const sycl::device root;
  const auto node =
      root.create_sub_devices<by_domain>(partition_affinity_domain::next_partitionable)[1];
  const auto cache =
      node.create_sub_devices<by_domain>(partition_affinity_domain::next_partitionable)[1];
  EXPECT_EQ(cache.get_info<info::partition_type_affinity_domain>(),
            partition_affinity_domain::L3_cache);
  const auto single = cache.create_sub_devices<equally>(1)[0];
  EXPECT_EQ(single.get_info<info::parent_device>(), cache);
  EXPECT_EQ(cache.get_info<info::parent_device>(), node);
  EXPECT_EQ(node.get_info<info::parent_device>(), root);
  EXPECT_EQ(single.get_info<info::max_compute_units>(), 1);
  // A device of one unit is divided no further.
  EXPECT_TRUE(single.get_info<info::partition_affinity_domains>().empty());
  EXPECT_TRUE(single.get_info<info::partition_properties>().empty());
  expect_error(sycl::errc::feature_not_supported,
               [&] { return single.create_sub_devices<equally>(1); });
  expect_error(sycl::errc::feature_not_supported,
               [&] { return single.create_sub_devices<by_counts>(Counts{1}); });
}

TEST(Parts, AreMadeByNames) {
  const sycl::device root;
  constexpr auto by_names = partition_property::ext_cleave_partition_by_names;
  const auto parts = root.create_sub_devices<by_names>(Counts{6, 1, 3});
  ASSERT_EQ(units_of(parts), Counts{3});
  EXPECT_EQ(parts[0].get_info<info::partition_type_property>(), by_names);
  EXPECT_EQ(parts[0].get_info<info::partition_type_affinity_domain>(),
            partition_affinity_domain::not_applicable);
  EXPECT_EQ(parts[0].get_info<info::parent_device>(), root);
  // Names count the units of the part then.
  const auto inside = parts[0].create_sub_devices<by_names>(Counts{2, 0});
  EXPECT_EQ(units_of(inside), Counts{2});
  const cl_device_id id = sycl::get_native<sycl::backend::opencl>(inside[0]);
  EXPECT_EQ(sycl::make_device<sycl::backend::opencl>(id).get_info<info::partition_type_property>(),
            by_names);
  clReleaseDevice(id);
  for (const Counts& wrong : {Counts{}, Counts{8}, Counts{1, 1}}) {
    expect_error(sycl::errc::invalid, [&] { return root.create_sub_devices<by_names>(wrong); });
  }
  int* const value = sycl::malloc_shared<int>(1, sycl::queue(inside[0]));
  sycl::queue(inside[0]).single_task([=] { *value = 3; }).wait();
  EXPECT_EQ(*value, 3);
  sycl::free(value, sycl::queue());
}

TEST(Parts, AreNestedInEveryWay) {
  const sycl::device root;
  // Each domain inside each outer one; counts of counts; equal parts of these.
  for (const sycl::device& node :
       root.create_sub_devices<by_domain>(partition_affinity_domain::numa)) {
    EXPECT_EQ(node.get_info<info::partition_max_sub_devices>(), 4);
    const auto domains = node.get_info<info::partition_affinity_domains>();
    EXPECT_EQ(std::count(domains.begin(), domains.end(), partition_affinity_domain::numa), 0);
    expect_error(sycl::errc::feature_not_supported, [&] {
      return node.create_sub_devices<by_domain>(partition_affinity_domain::numa);
    });
    for (const sycl::device& third :
         node.create_sub_devices<by_domain>(partition_affinity_domain::L3_cache)) {
      const auto second = third.create_sub_devices<by_domain>(partition_affinity_domain::L2_cache);
      EXPECT_EQ(units_of(second), (Counts{1, 1}));
      EXPECT_EQ(second[0].get_info<info::parent_device>(), third);
    }
    EXPECT_EQ(units_of(node.create_sub_devices<by_domain>(partition_affinity_domain::L2_cache)),
              (Counts{1, 1, 1, 1}));
    const auto three = node.create_sub_devices<by_counts>(Counts{3, 1})[0];
    const auto two = three.create_sub_devices<by_counts>(Counts{2, 1})[0];
    EXPECT_EQ(units_of(two.create_sub_devices<equally>(1)), (Counts{1, 1}));
    expect_error(sycl::errc::invalid, [&] { return two.create_sub_devices<by_counts>(Counts{3}); });
    EXPECT_EQ(two.get_info<info::parent_device>().get_info<info::parent_device>(), node);
  }
}

TEST(Parts, OfTheRootAreNone) {
  const sycl::device root;
  EXPECT_EQ(root.get_info<info::partition_type_property>(), partition_property::no_partition);
  EXPECT_EQ(root.get_info<info::partition_type_affinity_domain>(),
            partition_affinity_domain::not_applicable);
  expect_error(sycl::errc::invalid, [&] { return root.get_info<info::parent_device>(); });
  const auto offered = root.get_info<info::partition_properties>();
  for (const auto each : {equally, by_counts, by_domain}) {
    EXPECT_EQ(std::count(offered.begin(), offered.end(), each), 1);
  }
  EXPECT_EQ(std::count(offered.begin(), offered.end(), partition_property::no_partition), 0);
}

class OnParts;

TEST(Parts, RunWhatWasBuiltForTheRoot) {
  const sycl::device root;
  const auto node = root.create_sub_devices<by_domain>(partition_affinity_domain::numa)[1];
  const auto unit = node.create_sub_devices<equally>(1)[3];
  const sycl::context context(root);
  std::set<cl_program> programs;
  for (const sycl::device& device : {root, node, unit}) {
    sycl::queue queue(context, device);
    int* const value = sycl::malloc_shared<int>(1, queue);
    queue.single_task<OnParts>([=] { *value = 7; }).wait();
    EXPECT_EQ(*value, 7);
    sycl::free(value, queue);
    const auto bundle =
        sycl::get_kernel_bundle<OnParts, sycl::bundle_state::executable>(context, {device});
    EXPECT_EQ(bundle.get_devices(), std::vector<sycl::device>{device});
    for (const cl_program program : sycl::get_native<sycl::backend::opencl>(bundle))
      programs.insert(program);
  }
  // A context of a part alone, and one of the part of a part.
  for (const sycl::device& device : {node, unit}) {
    const auto bundle =
        sycl::get_kernel_bundle<OnParts, sycl::bundle_state::executable>(sycl::context(device));
    for (const cl_program program : sycl::get_native<sycl::backend::opencl>(bundle))
      programs.insert(program);
  }
  EXPECT_EQ(programs.size(), 1);
}

TEST(Parts, StandInContextsOfTheirOwn) {
  const sycl::device root;
  const auto nodes = root.create_sub_devices<by_domain>(partition_affinity_domain::numa);
  const sycl::context context(nodes[0]);
  const auto inside = nodes[0].create_sub_devices<equally>(2)[0];
  EXPECT_EQ(sycl::queue(context, inside).get_device(), inside);
  expect_error(sycl::errc::invalid, [&] { return sycl::queue(context, nodes[1]); });
  expect_error(sycl::errc::invalid, [&] { return sycl::queue(context, root); });
}

}  // namespace
