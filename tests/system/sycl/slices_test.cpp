// Divides tiles into compute slices (sycl_ext_intel_cslice), as CLEAVE_COMPUTE_SLICES asks: a test gives each tile of
// the machine SLICES of them.
#if SYCL_EXT_INTEL_CSLICE != 1
#error "the extension's macro is predefined"
#endif
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

using sycl::info::partition_affinity_domain;
using sycl::info::partition_property;
namespace info = sycl::info::device;
constexpr auto by_cslice = partition_property::ext_intel_partition_by_cslice;
constexpr auto by_domain = partition_property::partition_by_affinity_domain;

static_assert(SYCL_EXT_INTEL_CSLICE == 1);

template <partition_property Property, class = void>
struct takes_no_arguments : std::false_type {};
template <partition_property Property>
struct takes_no_arguments<
    Property,
    std::void_t<decltype(std::declval<const sycl::device&>().create_sub_devices<Property>())>>
    : std::true_type {};
static_assert(takes_no_arguments<by_cslice>::value);
static_assert(!takes_no_arguments<partition_property::partition_equally>::value);
static_assert(!takes_no_arguments<partition_property::partition_by_counts>::value);
static_assert(!takes_no_arguments<by_domain>::value);
static_assert(!takes_no_arguments<partition_property::no_partition>::value);

size_t number(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? 0 : std::strtoul(value, nullptr, 10);
}
size_t slices_wanted() {
  return number("SLICES");
}
size_t nodes() {
  return number("NODES");
}

bool lists(const sycl::device& device, partition_property property) {
  const auto all = device.get_info<info::partition_properties>();
  return std::count(all.begin(), all.end(), property) == 1;
}

sycl::errc code_of_division(const sycl::device& device) {
  try {
    (void)device.create_sub_devices<by_cslice>();
  } catch (const sycl::exception& error) {
    return static_cast<sycl::errc>(error.code().value());
  }
  return sycl::errc::success;
}

/// The first tile: the root where the machine has one node.
sycl::device a_tile() {
  const sycl::device root;
  return nodes() == 1
             ? root
             : root.create_sub_devices<by_domain>(partition_affinity_domain::next_partitionable)[0];
}

class Slices : public testing::Test {
 protected:
  void SetUp() override {
    if (slices_wanted() < 2) GTEST_SKIP() << "the machine has no slices";
  }
};

TEST(WithoutSlices, NothingIsListedAndNothingIsDivided) {
  if (slices_wanted() >= 2) GTEST_SKIP() << "the machine has slices";
  const sycl::device root;
  EXPECT_FALSE(lists(root, by_cslice));
  EXPECT_EQ(code_of_division(root), sycl::errc::feature_not_supported);
}

TEST_F(Slices, AreOfTilesAlone) {
  const sycl::device root;
  if (nodes() == 1) {
    EXPECT_TRUE(lists(root, by_cslice));
    return;
  }
  EXPECT_FALSE(lists(root, by_cslice));
  EXPECT_EQ(code_of_division(root), sycl::errc::feature_not_supported);
  const auto tiles =
      root.create_sub_devices<by_domain>(partition_affinity_domain::next_partitionable);
  EXPECT_EQ(tiles.size(), nodes());
  for (const sycl::device& tile : tiles) {
    EXPECT_TRUE(lists(tile, by_cslice));
    EXPECT_EQ(tile.get_info<info::partition_type_property>(), by_domain);
    EXPECT_EQ(tile.create_sub_devices<by_cslice>().size(), slices_wanted());
  }
}

TEST_F(Slices, TellOfThemselves) {
  const sycl::device tile = a_tile();
  const auto slices = tile.create_sub_devices<by_cslice>();
  ASSERT_EQ(slices.size(), slices_wanted());
  const auto units = tile.get_info<info::max_compute_units>();
  for (const sycl::device& slice : slices) {
    EXPECT_EQ(slice.get_info<info::partition_type_property>(), by_cslice);
    EXPECT_EQ(slice.get_info<info::partition_type_affinity_domain>(),
              partition_affinity_domain::not_applicable);
    EXPECT_EQ(slice.get_info<info::max_compute_units>(), units / slices_wanted());
    EXPECT_EQ(slice.get_info<info::parent_device>(), tile);
    EXPECT_EQ(slice.get_platform(), tile.get_platform());
    // Slices share these, so they are as they are of the tile.
    EXPECT_EQ(slice.get_info<info::global_mem_size>(), tile.get_info<info::global_mem_size>());
    EXPECT_EQ(slice.get_info<info::global_mem_cache_size>(),
              tile.get_info<info::global_mem_cache_size>());
    EXPECT_EQ(slice.get_info<info::max_mem_alloc_size>(),
              tile.get_info<info::max_mem_alloc_size>());
    EXPECT_EQ(slice.get_info<info::name>(), tile.get_info<info::name>());
    EXPECT_EQ(slice.get_info<info::aspects>(), tile.get_info<info::aspects>());
  }
}

TEST_F(Slices, AreNotDividedAgain) {
  const sycl::device slice = a_tile().create_sub_devices<by_cslice>()[0];
  EXPECT_TRUE(slice.get_info<info::partition_properties>().empty());
  EXPECT_TRUE(slice.get_info<info::partition_affinity_domains>().empty());
  EXPECT_EQ(slice.get_info<info::partition_max_sub_devices>(), 0);
  EXPECT_EQ(code_of_division(slice), sycl::errc::feature_not_supported);
  const auto expect_refusal = [](auto divide) {
    try {
      (void)divide();
      FAIL() << "a slice was divided";
    } catch (const sycl::exception& error) {
      EXPECT_EQ(error.code(), sycl::errc::feature_not_supported) << error.what();
    }
  };
  expect_refusal(
      [&] { return slice.create_sub_devices<partition_property::partition_equally>(1); });
  expect_refusal([&] {
    return slice.create_sub_devices<partition_property::partition_by_counts>(
        std::vector<size_t>{1});
  });
  expect_refusal([&] {
    return slice.create_sub_devices<by_domain>(partition_affinity_domain::next_partitionable);
  });
}

TEST_F(Slices, AreDistinctAndEqualWhereTheirUnitsAre) {
  const sycl::device tile = a_tile();
  const auto slices = tile.create_sub_devices<by_cslice>();
  std::unordered_set<sycl::device> all(slices.begin(), slices.end());
  all.insert(tile);
  EXPECT_EQ(all.size(), slices.size() + 1);
  EXPECT_EQ(slices, tile.create_sub_devices<by_cslice>());
  const auto of_other_object = a_tile().create_sub_devices<by_cslice>();
  EXPECT_EQ(slices, of_other_object);
  for (const sycl::device& slice : of_other_object) EXPECT_FALSE(all.insert(slice).second);
  if (nodes() == 1) return;
  // The same node by another way, and another node.
  const sycl::device root;
  const auto by_numa = root.create_sub_devices<by_domain>(partition_affinity_domain::numa);
  EXPECT_EQ(slices, by_numa[0].create_sub_devices<by_cslice>());
  EXPECT_NE(slices[0], by_numa[1].create_sub_devices<by_cslice>()[0]);
}

cl_uint queue_info(cl_command_queue queue, cl_command_queue_info what) {
  cl_uint value = ~0U;
  EXPECT_EQ(clGetCommandQueueInfo(queue, what, sizeof value, &value, nullptr), CL_SUCCESS);
  return value;
}

TEST_F(Slices, AreQueuesToOpenCL) {
  const sycl::device tile = a_tile();
  const auto slices = tile.create_sub_devices<by_cslice>();
  const cl_device_id id = sycl::get_native<sycl::backend::opencl>(tile);
  for (size_t i = 0; i < slices.size(); ++i) {
    EXPECT_EQ(sycl::get_native<sycl::backend::opencl>(slices[i]), id);
    const sycl::queue queue(slices[i]);
    const cl_command_queue native = sycl::get_native<sycl::backend::opencl>(queue);
    EXPECT_EQ(queue_info(native, CL_QUEUE_FAMILY_INTEL), 1);
    EXPECT_EQ(queue_info(native, CL_QUEUE_INDEX_INTEL), i);
    // Back again: the queue's device is the slice, the device's is the tile.
    const auto again = sycl::make_queue<sycl::backend::opencl>(native, queue.get_context());
    EXPECT_EQ(again.get_device(), slices[i]);
    EXPECT_EQ(sycl::make_device<sycl::backend::opencl>(id), tile);
    clReleaseCommandQueue(native);
    clReleaseDevice(id);
  }
  const sycl::queue whole(tile);
  const cl_command_queue native = sycl::get_native<sycl::backend::opencl>(whole);
  EXPECT_EQ(queue_info(native, CL_QUEUE_FAMILY_INTEL), 0);
  clReleaseCommandQueue(native);
  clReleaseDevice(id);
}

class Add;

TEST_F(Slices, StandInContextsQueuesMemoryAndBundles) {
  const auto slices = a_tile().create_sub_devices<by_cslice>();
  const sycl::context context(slices);
  EXPECT_EQ(context.get_devices(), slices);
  constexpr size_t count = 1000;
  int* const values = sycl::malloc_shared<int>(count * slices.size(), slices[0], context);
  std::vector<sycl::queue> queues;
  for (const sycl::device& slice : slices) {
    EXPECT_TRUE(sycl::is_compatible<Add>(slice));
    queues.emplace_back(context, slice,
                        sycl::property_list{sycl::property::queue::in_order(),
                                            sycl::property::queue::enable_profiling()});
    EXPECT_EQ(queues.back().get_device(), slice);
  }
  std::vector<sycl::event> last;
  for (size_t i = 0; i < queues.size(); ++i) {
    int* const own = values + i * count;
    queues[i].fill(own, 0, count);
    for (int round = 0; round < 2000; ++round) {
      last.push_back(
          queues[i].parallel_for<Add>(sycl::range<1>(count), [=](sycl::id<1> k) { ++own[k]; }));
    }
  }
  for (sycl::queue& queue : queues) queue.wait();
  EXPECT_TRUE(
      std::all_of(values, values + count * slices.size(), [](int value) { return value == 2000; }));
  using sycl::info::event_profiling::command_end;
  EXPECT_LE(last[0].get_profiling_info<command_end>(), last[1].get_profiling_info<command_end>());
  sycl::free(values, context);
  // A queue of one slice is not for a context of another.
  EXPECT_THROW(sycl::queue(sycl::context(slices[0]), slices[1]), sycl::exception);
  // Buffers too.
  sycl::buffer<int> buffer{sycl::range<1>(count)};
  for (const sycl::device& slice : slices) {
    sycl::queue(slice).submit([&](sycl::handler& group) {
      sycl::accessor to(buffer, group, sycl::write_only);
      group.parallel_for(count, [=](sycl::id<1> k) { to[k] = static_cast<int>(k[0]); });
    });
  }
  EXPECT_EQ(sycl::host_accessor(buffer)[999], 999);
}

TEST_F(Slices, OwnTheMemoryThatIsAllocatedForThem) {
  const auto slices = a_tile().create_sub_devices<by_cslice>();
  const sycl::context context(slices);
  for (const sycl::device& slice : slices) {
    for (char* const memory : {sycl::malloc_device<char>(64, slice, context),
                               sycl::malloc_shared<char>(64, slice, context)}) {
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(sycl::get_pointer_device(memory, context), slice);
      EXPECT_EQ(sycl::get_pointer_device(memory + 63, context), slice);
      sycl::free(memory, context);
      EXPECT_THROW((void)sycl::get_pointer_device(memory, context), sycl::exception);
    }
  }
  // Memory of the tile stays the tile's.
  const sycl::device tile = a_tile();
  const sycl::queue queue(tile);
  int* const memory = sycl::malloc_device<int>(1, queue);
  EXPECT_EQ(sycl::get_pointer_device(memory, queue.get_context()), tile);
  sycl::free(memory, queue);
}

TEST_F(Slices, RunWhatWasBuiltForTheTile) {
  const sycl::device tile = a_tile();
  const auto slices = tile.create_sub_devices<by_cslice>();
  std::unordered_set<cl_program> programs;
  std::vector<sycl::device> all = slices;
  all.push_back(tile);
  const sycl::context context(all);
  constexpr auto executable = sycl::bundle_state::executable;
  for (const sycl::device& device : all) {
    const auto bundle = sycl::get_kernel_bundle<Add, executable>(context, {device});
    EXPECT_EQ(bundle.get_devices(), std::vector<sycl::device>{device});
    EXPECT_TRUE(bundle.has_kernel<Add>(device));
    for (cl_program program : sycl::get_native<sycl::backend::opencl>(bundle)) {
      programs.insert(program);
      clReleaseProgram(program);
    }
  }
  EXPECT_EQ(programs.size(), 1);
}

TEST_F(Slices, AreNothingOfLevelZero) {
  static_assert(sycl::backend::ext_oneapi_level_zero != sycl::backend::opencl);
  static_assert(!sycl::is_backend_active<sycl::backend::ext_oneapi_level_zero>::value);
  static_assert(sycl::is_backend_active<sycl::backend::opencl>::value);
  EXPECT_EQ(a_tile().get_backend(), sycl::backend::opencl);
}

}  // namespace
