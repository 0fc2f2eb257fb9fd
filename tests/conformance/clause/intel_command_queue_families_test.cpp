// cl_intel_command_queue_families, and what it is for here: compute slices. The machine of these
// tests has 2 NUMA nodes of 4 units; each node is a tile of 2 slices.
#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <set>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

/// Before the first call of OpenCL. The folder for locks is this process's own: no other one is to
/// hold a slice.
class Environment {
 public:
  Environment() {
    setenv("CLEAVE_TOPOLOGY", "node:2 l3:1 core:4 pu:1", 1);
    setenv("CLEAVE_COMPUTE_SLICES", "0:2", 1);
    setenv("XDG_RUNTIME_DIR", mkdtemp(folder_), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { std::filesystem::remove_all(folder_); }

 private:
  char folder_[32] = "/tmp/cleave-slices-XXXXXX";
};
const Environment environment;

using Families = std::vector<cl_queue_family_properties_intel>;
using Properties = std::vector<cl_queue_properties>;

auto query(cl_device_id of, cl_device_info name) {
  return [of, name](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(of, name, size, value, returned);
  };
}
auto query(cl_command_queue of, cl_command_queue_info name) {
  return [of, name](size_t size, void* value, size_t* returned) {
    return clGetCommandQueueInfo(of, name, size, value, returned);
  };
}
Families families_of(cl_device_id of) {
  return list_of<cl_queue_family_properties_intel>(
      query(of, CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL));
}
std::vector<Device> split(cl_device_id of, const std::vector<cl_device_partition_property>& how) {
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(of, how.data(), 0, nullptr, &count));
  std::vector<cl_device_id> handles(count);
  EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(of, how.data(), count, handles.data(), nullptr));
  return {handles.begin(), handles.end()};
}
Properties on_slice(cl_queue_properties index) {
  return {CL_QUEUE_FAMILY_INTEL, 1, CL_QUEUE_INDEX_INTEL, index, 0};
}

/// On a worker: leaves the number of its unit, with which its name ends.
void CL_CALLBACK note_unit(void* arguments) {
  int* const place = *static_cast<int**>(arguments);
  char name[32] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  const char* number = std::strrchr(name, '/');
  *place = number == nullptr ? -1 : std::atoi(number + 1);
}

class IntelQueueFamilies : public testing::Test {
 protected:
  void SetUp() override {
    tiles_ = split(first_device(),
                   {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0});
    ASSERT_EQ(2U, tiles_.size());
    tile_ = tiles_[1];
    const cl_device_id all[] = {first_device(), tiles_[0], tiles_[1]};
    cl_int error = 1;
    context_ = Context(clCreateContext(nullptr, 3, all, nullptr, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
  }
  [[nodiscard]] Queue queue(const Properties& properties, cl_device_id of = nullptr) const {
    cl_int error = 1;
    Queue made(clCreateCommandQueueWithProperties(context_, of == nullptr ? tile_ : of,
                                                  properties.data(), &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  [[nodiscard]] cl_int error(const Properties& properties, cl_device_id of = nullptr) const {
    return error_of([&](cl_int* code) {
      return clCreateCommandQueueWithProperties(context_, of == nullptr ? tile_ : of,
                                                properties.data(), code);
    });
  }
  /// The units that functions of the queue run on.
  static std::set<int> units_of(cl_command_queue of) {
    std::vector<int> units(100, -2);
    for (int& unit : units) {
      int* place = &unit;
      EXPECT_EQ(CL_SUCCESS, clEnqueueNativeKernel(of, note_unit, &place, sizeof place, 0, nullptr,
                                                  nullptr, 0, nullptr, nullptr));
    }
    EXPECT_EQ(CL_SUCCESS, clFinish(of));
    return {units.begin(), units.end()};
  }
  static bool all_within(const std::set<int>& units, int first, int last) {
    return !units.empty() && *units.begin() >= first && *units.rbegin() <= last;
  }

  std::vector<Device> tiles_;
  cl_device_id tile_ = nullptr;
  Context context_;
};

TEST_F(IntelQueueFamilies, TheExtensionIsReported) {
  EXPECT_NE(
      std::string::npos,
      text_of(query(first_device(), CL_DEVICE_EXTENSIONS)).find("cl_intel_command_queue_families"));
}

TEST_F(IntelQueueFamilies, EveryDeviceHasOneWithAllItsPropertiesAndCapabilities) {
  const std::vector<Device> parts = split(tile_, {CL_DEVICE_PARTITION_EQUALLY, 2, 0});
  for (cl_device_id of : {first_device(), tile_, static_cast<cl_device_id>(parts[0])}) {
    const Families families = families_of(of);
    ASSERT_FALSE(families.empty());
    for (const cl_queue_family_properties_intel& family : families) {
      EXPECT_EQ(
          value_of<cl_command_queue_properties>(query(of, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES)),
          family.properties);
      EXPECT_EQ(cl_command_queue_capabilities_intel{CL_QUEUE_DEFAULT_CAPABILITIES_INTEL},
                family.capabilities);
      EXPECT_GE(family.count, 1U);
      const auto* end = std::begin(family.name) + sizeof family.name;
      EXPECT_NE(end, std::find(std::begin(family.name), end, '\0'));
      EXPECT_STRNE("", family.name);
    }
  }
}

TEST_F(IntelQueueFamilies, SlicesAreOfTilesAlone) {
  EXPECT_EQ(1U, families_of(first_device()).size()) << "it has two NUMA nodes";
  EXPECT_EQ(1U, families_of(first_device())[0].count);
  for (const Device& tile : tiles_) {
    const Families families = families_of(tile);
    ASSERT_EQ(2U, families.size());
    EXPECT_EQ(1U, families[0].count);
    EXPECT_EQ(2U, families[1].count);
    EXPECT_STREQ("compute slices", families[1].name);
    const std::vector<Device> parts = split(tile, {CL_DEVICE_PARTITION_EQUALLY, 2, 0});
    EXPECT_EQ(1U, families_of(parts[0]).size()) << "a part of a tile is none";
  }
}

TEST_F(IntelQueueFamilies, QueuesTellTheirFamilyAndIndex) {
  const Queue slice = queue(on_slice(1));
  EXPECT_EQ(1U, value_of<cl_uint>(query(slice, CL_QUEUE_FAMILY_INTEL)));
  EXPECT_EQ(1U, value_of<cl_uint>(query(slice, CL_QUEUE_INDEX_INTEL)));
  EXPECT_EQ(tile_, value_of<cl_device_id>(query(slice, CL_QUEUE_DEVICE)));
  EXPECT_EQ(on_slice(1), list_of<cl_queue_properties>(query(slice, CL_QUEUE_PROPERTIES_ARRAY)));
}

TEST_F(IntelQueueFamilies, QueuesOfNoFamilyAreOfTheFirst) {
  cl_int error = 1;
  const Queue old(clCreateCommandQueue(context_, tile_, 0, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Queue plain = queue({0});
  const Queue named = queue({CL_QUEUE_FAMILY_INTEL, 0, CL_QUEUE_INDEX_INTEL, 0, 0});
  for (const Queue* of : {&old, &plain, &named}) {
    EXPECT_EQ(0U, value_of<cl_uint>(query(*of, CL_QUEUE_FAMILY_INTEL)));
    EXPECT_EQ(0U, value_of<cl_uint>(query(*of, CL_QUEUE_INDEX_INTEL)));
  }
}

TEST_F(IntelQueueFamilies, OneBeyondTheFamiliesIsInvalidValue) {
  for (const cl_queue_properties family : {2ULL, 4711ULL, 1ULL << 32}) {
    EXPECT_EQ(CL_INVALID_VALUE, error({CL_QUEUE_FAMILY_INTEL, family, CL_QUEUE_INDEX_INTEL, 0, 0}));
  }
  EXPECT_EQ(CL_INVALID_VALUE,
            error({CL_QUEUE_FAMILY_INTEL, 1, CL_QUEUE_INDEX_INTEL, 0, 0}, first_device()))
      << "a device of several nodes";
}

TEST_F(IntelQueueFamilies, AnIndexBeyondTheQueuesIsInvalidValue) {
  for (const cl_queue_properties index : {2ULL, 4711ULL, 1ULL << 32}) {
    EXPECT_EQ(CL_INVALID_VALUE, error(on_slice(index)));
  }
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_QUEUE_FAMILY_INTEL, 0, CL_QUEUE_INDEX_INTEL, 1, 0}));
}

TEST_F(IntelQueueFamilies, OneWithoutTheOtherIsInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_QUEUE_FAMILY_INTEL, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_QUEUE_INDEX_INTEL, 0, 0}));
}

TEST_F(IntelQueueFamilies, APropertyGivenTwiceIsInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE,
            error({CL_QUEUE_FAMILY_INTEL, 1, CL_QUEUE_INDEX_INTEL, 0, CL_QUEUE_INDEX_INTEL, 1, 0}));
}

TEST_F(IntelQueueFamilies, CommandsRunOnTheUnitsOfTheSlice) {
  EXPECT_TRUE(all_within(units_of(queue(on_slice(0))), 4, 5));
  EXPECT_TRUE(all_within(units_of(queue(on_slice(1))), 6, 7));
  EXPECT_TRUE(all_within(units_of(queue(on_slice(0), tiles_[0])), 0, 1));
  EXPECT_TRUE(all_within(units_of(queue({0})), 4, 7));
}

TEST_F(IntelQueueFamilies, QueuesOfOneIndexShareASliceAndOthersDoNot) {
  const Queue first = queue(on_slice(0)), again = queue(on_slice(0)), second = queue(on_slice(1));
  EXPECT_TRUE(all_within(units_of(first), 4, 5));
  EXPECT_TRUE(all_within(units_of(again), 4, 5));
  EXPECT_TRUE(all_within(units_of(second), 6, 7));
  // Another handle for the same tile makes no other slices.
  const std::vector<Device> once_more = split(
      first_device(), {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0});
  cl_int error = 1;
  const cl_device_id same = once_more[1];
  const Context context(clCreateContext(nullptr, 1, &same, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Properties properties = on_slice(0);
  const Queue third(clCreateCommandQueueWithProperties(context, same, properties.data(), &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_TRUE(all_within(units_of(third), 4, 5));
}

TEST_F(IntelQueueFamilies, EveryCommandWorksOnASlice) {
  const char* source = "kernel void add(global int *out, int by) { out[get_global_id(0)] += by; }";
  cl_int error = 1;
  const Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  const Kernel kernel(clCreateKernel(program, "add", &error));
  constexpr size_t items = 5000, bytes = items * sizeof(cl_int);
  const Memory from(clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &error));
  const Memory to(clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &error));
  for (const cl_command_queue_properties order :
       {cl_command_queue_properties{0},
        cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}}) {
    Properties properties = on_slice(1);
    properties.insert(properties.begin(), {CL_QUEUE_PROPERTIES, order});
    const Queue slice = queue(properties);
    const auto barrier = [&] {
      EXPECT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(slice, 0, nullptr, nullptr));
    };
    const cl_int start = 40, by = 2;
    ASSERT_EQ(CL_SUCCESS, clEnqueueFillBuffer(slice, from, &start, sizeof start, 0, bytes, 0,
                                              nullptr, nullptr));
    barrier();
    const cl_mem memory = from;
    ASSERT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(slice, 1, &memory, 0, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof by, &by));
    barrier();
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(slice, kernel, 1, nullptr, &items, nullptr, 0,
                                                 nullptr, nullptr));
    barrier();
    ASSERT_EQ(CL_SUCCESS, clEnqueueCopyBuffer(slice, from, to, 0, 0, bytes, 0, nullptr, nullptr));
    barrier();
    std::vector<cl_int> values(items);
    ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(slice, to, CL_TRUE, 0, bytes, values.data(), 0,
                                              nullptr, nullptr));
    EXPECT_EQ(std::vector<cl_int>(items, 42), values);
  }
}

}  // namespace
}  // namespace cleave::test
