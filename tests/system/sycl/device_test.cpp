// Finds, asks and divides devices; errors and events (SYCL 2020, 4.6 and 4.13).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

TEST(Device, IsChosenByAspects) {
  const sycl::device chosen;
  EXPECT_EQ(chosen, sycl::device(sycl::default_selector_v));
  EXPECT_TRUE(sycl::device(sycl::cpu_selector_v).is_cpu());
  EXPECT_EQ(sycl::device(sycl::aspect_selector(sycl::aspect::cpu, sycl::aspect::fp64))
                .has(sycl::aspect::fp64),
            true);
  try {
    const sycl::device none(sycl::aspect_selector<sycl::aspect::emulated>());
    FAIL() << "no OpenCL device says that it is emulated";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::runtime);
    const std::string reason =
        '\'' + chosen.get_info<sycl::info::device::name>() + "' lacks emulated";
    EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
  }
  // No aspects are asked for (4.6.1.1).
  for (const auto& any : {sycl::aspect_selector(), sycl::aspect_selector<>(),
                          sycl::aspect_selector({}), sycl::aspect_selector({}, {})}) {
    EXPECT_EQ(sycl::device(any), chosen);
  }
  const sycl::device own([](const sycl::device& each) { return each.is_cpu() ? 5 : -1; });
  EXPECT_TRUE(own.is_cpu());
}

TEST(Device, IsNamedWhereNoneIsAsTheSelectorWants) {
  const auto what_of = [](const auto& selector) -> std::string {
    try {
      (void)sycl::device(selector);
    } catch (const sycl::exception& error) {
      return error.what();
    }
    return {};
  };
  const std::string no_gpu = what_of(sycl::gpu_selector_v);
  EXPECT_NE(no_gpu.find("lacks gpu"), std::string::npos) << no_gpu;
  EXPECT_NE(no_gpu.find("cleave run --type=gpu"), std::string::npos) << no_gpu;
  const std::string no_cpu =
      what_of(sycl::aspect_selector(std::vector<sycl::aspect>{}, {sycl::aspect::cpu}));
  EXPECT_NE(no_cpu.find("' has cpu"), std::string::npos) << no_cpu;
  EXPECT_EQ(no_cpu.find("cleave run"), std::string::npos) << no_cpu;
}

TEST(Device, IsChosenByClassesOfSycl1) {
  EXPECT_EQ(sycl::default_selector().select_device(), sycl::device());
  EXPECT_TRUE(sycl::device(sycl::cpu_selector()).is_cpu());
  EXPECT_LT(sycl::gpu_selector()(sycl::device(sycl::cpu_selector_v)), 0);
  EXPECT_THROW((void)sycl::accelerator_selector().select_device(), sycl::exception);
}

TEST(Device, HasNoAspectThatNoneMayHave) {
  static_assert(sycl::any_device_has_v<sycl::aspect::fp64>);
  static_assert(!sycl::any_device_has_v<sycl::aspect::emulated>);
  static_assert(!sycl::any_device_has_v<sycl::aspect::custom>);
  static_assert(!sycl::all_devices_have_v<sycl::aspect::fp64>);
  for (const sycl::device& device : sycl::device::get_devices()) {
    EXPECT_FALSE(device.has(sycl::aspect::emulated));
    EXPECT_FALSE(device.has(sycl::aspect::custom));
  }
}

TEST(Device, IsListedOnceAndEqualToItself) {
  std::unordered_set<sycl::device> all;
  for (const auto& platform : sycl::platform::get_platforms()) {
    EXPECT_FALSE(platform.get_info<sycl::info::platform::name>().empty());
    for (const auto& device : platform.get_devices()) {
      EXPECT_EQ(device.get_platform(), platform);
      EXPECT_TRUE(all.insert(device).second);
    }
  }
  EXPECT_EQ(all.size(), sycl::device::get_devices().size());
  EXPECT_EQ(all.count(sycl::device()), 1);
}

TEST(Device, TellsOfItself) {
  const sycl::device device;
  namespace info = sycl::info::device;
  EXPECT_GT(device.get_info<info::max_compute_units>(), 0);
  EXPECT_GT(device.get_info<info::max_work_group_size>(), 1);
  EXPECT_EQ(device.get_info<info::max_work_item_dimensions>(), 3);
  const sycl::range<3> sizes = device.get_info<info::max_work_item_sizes<3>>();  // A.3
  EXPECT_GE(sizes[2], 1);
  EXPECT_GT(device.get_info<info::global_mem_size>(), 1 << 20);
  EXPECT_GT(device.get_info<info::local_mem_size>(), 1 << 10);
  EXPECT_FALSE(device.get_info<info::name>().empty());
  EXPECT_FALSE(device.get_info<info::sub_group_sizes>().empty());
  EXPECT_EQ(device.get_info<info::backend_version>().substr(0, 2), "3.");
  EXPECT_EQ(device.get_info<info::device_type>(), sycl::info::device_type::cpu);
  EXPECT_TRUE(device.get_info<info::is_available>());
  for (const sycl::aspect aspect : device.get_info<info::aspects>()) {
    EXPECT_TRUE(device.has(aspect));
  }
  EXPECT_EQ(device.get_info<info::partition_type_property>(),
            sycl::info::partition_property::no_partition);
  EXPECT_THROW((void)device.get_info<info::parent_device>(), sycl::exception);
}

TEST(Device, IsDividedByCountsAndEqually) {
  const sycl::device device;
  const auto units = device.get_info<sycl::info::device::max_compute_units>();
  if (units < 2) GTEST_SKIP() << "needs two processors";
  using sycl::info::partition_property;
  const auto equal = device.create_sub_devices<partition_property::partition_equally>(1);
  EXPECT_EQ(equal.size(), units);
  for (const auto& part : equal) {
    EXPECT_EQ(part.get_info<sycl::info::device::max_compute_units>(), 1);
    EXPECT_EQ(part.get_info<sycl::info::device::parent_device>(), device);
    EXPECT_EQ(part.get_info<sycl::info::device::partition_type_property>(),
              partition_property::partition_equally);
  }
  EXPECT_NE(equal[0], equal[1]);
  const auto counted =
      device.create_sub_devices<partition_property::partition_by_counts>({1, units - 1});
  ASSERT_EQ(counted.size(), 2);
  EXPECT_EQ(counted[1].get_info<sycl::info::device::max_compute_units>(), units - 1);
  for (const size_t wrong : {size_t{0}, size_t{units} + 1}) {
    try {
      (void)device.create_sub_devices<partition_property::partition_equally>(wrong);
      FAIL() << wrong;
    } catch (const sycl::exception& error) {
      EXPECT_EQ(error.code(), sycl::errc::invalid) << error.what();
    }
  }
}

TEST(Device, RunsKernelsOnItsPartsInOneContext) {
  const sycl::device device;
  if (device.get_info<sycl::info::device::max_compute_units>() < 2) {
    GTEST_SKIP() << "needs two processors";
  }
  const auto parts =
      device.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
  const sycl::context context(parts);
  int* const values = sycl::malloc_shared<int>(parts.size(), parts[0], context);
  for (size_t i = 0; i < parts.size(); ++i) {
    sycl::queue queue(context, parts[i]);
    EXPECT_EQ(queue.get_device(), parts[i]);
    queue.single_task([=] { values[i] = static_cast<int>(i) + 1; }).wait();
  }
  for (size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(values[i], static_cast<int>(i) + 1);
  sycl::free(values, context);
  EXPECT_THROW(sycl::queue(context, device), sycl::exception);
}

TEST(Event, TellsOfStatusTimeAndWaits) {
  sycl::queue queue{sycl::property::queue::enable_profiling()};
  const sycl::event first = queue.single_task([] {});
  sycl::event second = queue.single_task(first, [] {});
  second.wait();
  EXPECT_EQ(second.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  namespace profiling = sycl::info::event_profiling;
  EXPECT_LE(first.get_profiling_info<profiling::command_submit>(),
            first.get_profiling_info<profiling::command_start>());
  EXPECT_LE(first.get_profiling_info<profiling::command_start>(),
            first.get_profiling_info<profiling::command_end>());
  EXPECT_TRUE(second.get_wait_list().empty());
  EXPECT_NE(first, second);
  EXPECT_NE(sycl::event(), sycl::event());
  sycl::event().wait();
  sycl::queue plain;
  const sycl::event of_plain = plain.single_task([] {});
  EXPECT_THROW(of_plain.get_profiling_info<profiling::command_end>(), sycl::exception);
}

class OneKernel;
class NoKernel;

TEST(KernelId, NamesTheKernelsOfTheProgram) {
  sycl::queue queue;
  queue.single_task<OneKernel>([] {}).wait();
  const sycl::kernel_id id = sycl::get_kernel_id<OneKernel>();
  EXPECT_EQ(id, sycl::get_kernel_id<OneKernel>());
  EXPECT_NE(std::string(id.get_name()).find("OneKernel"), std::string::npos);
  static_assert(std::is_same_v<std::invoke_result_t<decltype(sycl::get_kernel_ids)>,
                               std::vector<sycl::kernel_id>>);  // a function, and no template
  const auto all = sycl::get_kernel_ids();
  EXPECT_EQ(std::count(all.begin(), all.end(), id), 1);
  EXPECT_TRUE(sycl::is_compatible(all, queue.get_device()));
  EXPECT_THROW(sycl::get_kernel_id<NoKernel>(), sycl::exception);
}

TEST(Context, IsMadeWithoutArgumentsAndIsNotTheDefaultOne) {
  const sycl::context context;
  EXPECT_EQ(context, sycl::context(context));
  EXPECT_EQ(context.get_platform(), sycl::platform());
  EXPECT_NE(context, sycl::queue().get_context());
  EXPECT_EQ(sycl::event().get_wait_list().size(), 0);
}

TEST(Queue, RefusesPropertiesThatItWasNotMadeWith) {
  const sycl::queue queue{sycl::property::queue::in_order()};
  EXPECT_TRUE(queue.has_property<sycl::property::queue::in_order>());
  EXPECT_FALSE(queue.has_property<sycl::property::queue::enable_profiling>());
  try {
    (void)queue.get_property<sycl::property::queue::enable_profiling>();
    FAIL();
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::invalid);
    EXPECT_EQ(error.category(), sycl::sycl_category());
  }
}

TEST(Queue, RefusesPropertiesOfOthers) {
  try {
    const sycl::queue queue{sycl::property_list{sycl::no_init}};
    FAIL();
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::invalid);
  }
}

TEST(Queue, IsCopiedByReference) {
  const sycl::queue queue;
  const sycl::queue copy = queue;
  EXPECT_EQ(queue, copy);
  EXPECT_EQ(std::hash<sycl::queue>()(queue), std::hash<sycl::queue>()(copy));
  EXPECT_NE(queue, sycl::queue());
  EXPECT_EQ(queue.get_context().get_platform(), queue.get_device().get_platform());
}

}  // namespace
