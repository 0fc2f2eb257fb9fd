// Uses the parts that ONEAPI_DEVICE_SELECTOR makes root devices. The test says how many those are (DEVICES), of how many
// units each (UNITS), and how they were made (TYPE, a number of partition_property).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace {

namespace info = sycl::info::device;
using sycl::info::partition_property;

size_t number(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? 0 : std::strtoul(value, nullptr, 10);
}

TEST(Selected, AreTheRootDevices) {
  const std::vector<sycl::device> all = sycl::device::get_devices();
  ASSERT_EQ(all.size(), number("DEVICES"));
  EXPECT_EQ(sycl::platform::get_platforms().size(), 1);
  EXPECT_EQ(sycl::platform().get_devices(), all);
  for (const sycl::device& device : all) {
    EXPECT_EQ(device.get_info<info::max_compute_units>(), number("UNITS"));
    EXPECT_EQ(static_cast<size_t>(device.get_info<info::partition_type_property>()),
              number("TYPE"));
    try {
      (void)device.get_info<info::parent_device>();
      FAIL() << "a root device has a parent";
    } catch (const sycl::exception& error) {
      EXPECT_EQ(error.code(), sycl::errc::invalid);
    }
  }
  EXPECT_EQ(sycl::context(sycl::platform()).get_devices(), all);
}

TEST(Selected, RunKernels) {
  for (const sycl::device& device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    int* const value = sycl::malloc_shared<int>(1, queue);
    queue.single_task([=] { *value = 7; }).wait();
    EXPECT_EQ(*value, 7);
    sycl::free(value, queue);
  }
}

TEST(Selected, TilesAreDividedFurther) {
  const sycl::device device;
  if (device.get_info<info::partition_type_property>() !=
      partition_property::partition_by_affinity_domain) {
    GTEST_SKIP() << "they are no tiles";
  }
  const auto slices =
      device.create_sub_devices<partition_property::ext_intel_partition_by_cslice>();
  EXPECT_EQ(slices.size(), 2);
  EXPECT_EQ(slices[1].get_info<info::parent_device>(), device);
}

}  // namespace
