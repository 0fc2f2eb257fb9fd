// Submits kernels that the device cannot run: it has no half and no double (CLEAVE_WITHOUT). They are refused when they are
// submitted, and the other kernels of the unit run (SYCL 2020, 5.7 and 5.8.1).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <string>

#include "needs_units.h"

int first_unit::with_half(int value) {
  return static_cast<int>(static_cast<sycl::half>(value) / sycl::half(2));
}

namespace {

template <class Submit>
void expect_refusal(Submit submit, const std::string& said) {
  try {
    submit();
    FAIL() << "the kernel was submitted: " << said;
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::kernel_not_supported) << error.what();
    EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
  }
}

template <class Type>
Type halved(Type value) {
  return value / Type(2);
}

class Plain;
class WithDouble;
class OfLargeGroups;

TEST(Needs, AspectsOfTheCodeThatTheDeviceLacks) {
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  EXPECT_FALSE(device.has(sycl::aspect::fp64));
  EXPECT_FALSE(device.has(sycl::aspect::fp16));
  int* const value = sycl::malloc_shared<int>(1, queue);
  *value = 9;
  expect_refusal(
      [&] {
        queue.single_task<WithDouble>([=] { *value = static_cast<int>(halved<double>(*value)); });
      },
      "WithDouble");
  expect_refusal(
      [&] { queue.single_task([=] { *value = static_cast<int>(halved<sycl::half>(*value)); }); },
      "it needs aspect::fp16, which the device lacks");
  expect_refusal([&] { queue.single_task([=]() [[sycl::device_has(sycl::aspect::fp64)]] {}); },
                 "it needs aspect::fp64");
  // A kernel that needs nothing of that runs.
  queue.single_task<Plain>([=] { *value += 1; }).wait();
  EXPECT_EQ(*value, 10);
  queue.single_task([=]() [[sycl::device_has(sycl::aspect::cpu)]] { *value += 1; }).wait();
  EXPECT_EQ(*value, 11);
  sycl::free(value, queue);
  EXPECT_TRUE(sycl::is_compatible<Plain>(device));
  EXPECT_FALSE(sycl::is_compatible<WithDouble>(device));
  constexpr auto executable = sycl::bundle_state::executable;
  EXPECT_TRUE((sycl::has_kernel_bundle<Plain, executable>(queue.get_context())));
  EXPECT_FALSE((sycl::has_kernel_bundle<WithDouble, executable>(queue.get_context())));
  const auto all = sycl::get_kernel_bundle<executable>(queue.get_context());
  EXPECT_TRUE(all.has_kernel<Plain>());
  EXPECT_FALSE(all.has_kernel<WithDouble>());
}

class CallsDouble;

TEST(Needs, AspectsOfFunctionsOfOtherUnits) {
  sycl::queue queue;
  int* const value = sycl::malloc_shared<int>(1, queue);
  *value = 9;
  expect_refusal(
      [&] {
        queue.single_task<CallsDouble>([=] { *value = other_unit::halved_as_double(*value); });
      },
      "it calls other_unit::halved_as_double(int) of another unit, which needs aspect::fp64");
  EXPECT_FALSE(sycl::is_compatible<CallsDouble>(queue.get_device()));
  expect_refusal([&] { queue.single_task([=] { *value = other_unit::listed(*value); }); },
                 "other_unit::listed(int) of another unit, which needs aspect::fp64");
  expect_refusal([&] { queue.single_task([=] { *value = other_unit::back_and_forth(*value); }); },
                 "first_unit::with_half(int) of another unit, which needs aspect::fp16");
  // One that calls a function of that unit which needs nothing of that runs.
  queue.single_task([=] { *value = other_unit::plain(*value); }).wait();
  EXPECT_EQ(*value, 10);
  sycl::free(value, queue);
}

TEST(Needs, SizesThatTheDeviceLacks) {
  sycl::queue queue;
  expect_refusal(
      [&] {
        queue.parallel_for(sycl::nd_range<1>(4099, 4099),
                           [](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(4099)]] {});
      },
      "reqd_sub_group_size(4099) is none of the device's sizes: 4, 8");
  static constexpr size_t large = 4294967296;
  expect_refusal(
      [&] {
        queue.parallel_for<OfLargeGroups>(sycl::nd_range<1>(large, large),
                                          [](sycl::nd_item<1>)
                                              [[sycl::reqd_work_group_size(large)]] {});
      },
      "does not fit: work-groups of the device have at most");
  expect_refusal(
      [&] {
        queue.parallel_for(sycl::nd_range<2>({128, 64}, {128, 64}),
                           [](sycl::nd_item<2>) [[sycl::reqd_work_group_size(128, 64)]] {});
      },
      "reqd_work_group_size(128, 64) does not fit");
  EXPECT_FALSE(sycl::is_compatible<OfLargeGroups>(queue.get_device()));
}

TEST(Needs, SizesThatTheLaunchContradicts) {
  sycl::queue queue;
  try {
    queue.parallel_for(sycl::nd_range<1>(64, 32),
                       [](sycl::nd_item<1>) [[sycl::reqd_work_group_size(16)]] {});
    FAIL();
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::nd_range);
    EXPECT_NE(std::string(error.what()).find("reqd_work_group_size says {16}"), std::string::npos)
        << error.what();
  }
}

}  // namespace
