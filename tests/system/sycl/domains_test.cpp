// Divides a machine that has every affinity domain of SYCL 2020 (4.6.4): of each node there are two fourth-level caches, of
// each of those two third-level caches, and so on to units, each with a first-level cache of its own.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using sycl::info::partition_affinity_domain;
namespace info = sycl::info::device;
constexpr auto by_domain = sycl::info::partition_property::partition_by_affinity_domain;
constexpr partition_affinity_domain domains[] = {
    partition_affinity_domain::numa, partition_affinity_domain::L4_cache,
    partition_affinity_domain::L3_cache, partition_affinity_domain::L2_cache,
    partition_affinity_domain::L1_cache};
constexpr size_t count = std::size(domains);

TEST(Domains, DivideTheRootAndEachOther) {
  const sycl::device root;
  for (size_t outer = 0; outer < count; ++outer) {
    const auto parts = root.create_sub_devices<by_domain>(domains[outer]);
    ASSERT_EQ(parts.size(), size_t{2} << outer);
    const sycl::device& last = parts.back();
    EXPECT_EQ(last.get_info<info::max_compute_units>(), 16 >> outer);
    EXPECT_EQ(last.get_info<info::partition_type_affinity_domain>(), domains[outer]);
    for (size_t inner = 0; inner < count; ++inner) {
      try {
        const auto inside = last.create_sub_devices<by_domain>(domains[inner]);
        EXPECT_GT(inner, outer);
        EXPECT_EQ(inside.size(), size_t{1} << (inner - outer));
        EXPECT_EQ(inside[0].get_info<info::parent_device>(), last);
      } catch (const sycl::exception& error) {
        EXPECT_EQ(error.code(), sycl::errc::feature_not_supported) << error.what();
        EXPECT_LE(inner, outer);
      }
    }
  }
}

TEST(Domains, FollowOneAnother) {
  sycl::device device;
  for (const partition_affinity_domain domain : domains) {
    device = device.create_sub_devices<by_domain>(partition_affinity_domain::next_partitionable)[1];
    EXPECT_EQ(device.get_info<info::partition_type_affinity_domain>(), domain);
  }
  EXPECT_EQ(device.get_info<info::max_compute_units>(), 1);
  EXPECT_TRUE(device.get_info<info::partition_affinity_domains>().empty());
  int* const value = sycl::malloc_shared<int>(1, sycl::queue(device));
  sycl::queue(device).single_task([=] { *value = 5; }).wait();
  EXPECT_EQ(*value, 5);
  sycl::free(value, sycl::queue(device));
}

}  // namespace
