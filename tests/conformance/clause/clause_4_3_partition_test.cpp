// The machine of these tests: 2 NUMA nodes, in each 2 L3 caches, in each 2 cores: 8 compute units.
// Each L3 holds one L2 and one L1 of the same two cores.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

// Before the first call of OpenCL, which reads it.
[[maybe_unused]] const int topology =
    setenv("CLEAVE_TOPOLOGY", "node:2 l3:2 l2:1 l1:1 core:2 pu:1", 1);

using Properties = std::vector<cl_device_partition_property>;

auto query(cl_device_id of, cl_device_info name) {
  return [of, name](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(of, name, size, value, returned);
  };
}
cl_uint units(cl_device_id of) {
  return value_of<cl_uint>(query(of, CL_DEVICE_MAX_COMPUTE_UNITS));
}

std::vector<Device> split(cl_device_id of, const Properties& properties) {
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(of, properties.data(), 0, nullptr, &count));
  std::vector<cl_device_id> handles(count);
  EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(of, properties.data(), count, handles.data(), nullptr));
  std::vector<Device> parts;
  for (cl_device_id handle : handles) parts.emplace_back(handle);
  return parts;
}
cl_int code(cl_device_id of, const Properties& properties) {
  cl_device_id untouched = reinterpret_cast<cl_device_id>(&of);
  cl_device_id out[16];
  std::fill(std::begin(out), std::end(out), untouched);
  cl_uint count = 4711;
  const cl_int result = clCreateSubDevices(of, properties.data(), 16, out, &count);
  if (result == CL_SUCCESS) {
    for (cl_uint i = 0; i < count; ++i) clReleaseDevice(out[i]);
    return result;
  }
  for (cl_device_id handle : out) EXPECT_EQ(untouched, handle) << "output touched on error";
  EXPECT_EQ(4711U, count) << "count touched on error";
  return result;
}
Properties equally(cl_uint each) {
  return {CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(each), 0};
}
Properties by_counts(const std::vector<cl_uint>& counts) {
  Properties list = {CL_DEVICE_PARTITION_BY_COUNTS};
  list.insert(list.end(), counts.begin(), counts.end());
  list.insert(list.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  return list;
}
Properties by_domain(cl_device_affinity_domain domain) {
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain),
          0};
}

TEST(Clause_4_3_CreateSubDevices, TheMachineHasEightComputeUnits) {
  ASSERT_EQ(8U, units(first_device()));
}

TEST(Clause_4_3_CreateSubDevices, EquallyLeavesTheRemainderUnused) {
  const std::vector<Device> parts = split(first_device(), equally(3));
  ASSERT_EQ(2U, parts.size());
  EXPECT_EQ(3U, units(parts[0]));
  EXPECT_EQ(3U, units(parts[1]));
}

TEST(Clause_4_3_CreateSubDevices, ByCountsGivesEachPartItsCount) {
  const std::vector<Device> parts = split(first_device(), by_counts({3, 1, 2}));
  ASSERT_EQ(3U, parts.size());
  EXPECT_EQ(3U, units(parts[0]));
  EXPECT_EQ(1U, units(parts[1]));
  EXPECT_EQ(2U, units(parts[2]));
  EXPECT_EQ(by_counts({3, 1, 2}),
            list_of<cl_device_partition_property>(query(parts[0], CL_DEVICE_PARTITION_TYPE)));
}

TEST(Clause_4_3_CreateSubDevices, AffinityDomainsFollowTheMachine) {
  EXPECT_EQ(2U, split(first_device(), by_domain(CL_DEVICE_AFFINITY_DOMAIN_NUMA)).size());
  EXPECT_EQ(4U, split(first_device(), by_domain(CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE)).size());
}

TEST(Clause_4_3_CreateSubDevices, NextPartitionableGoesDownTheLevelsAndNamesThem) {
  const auto next = by_domain(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
  const std::vector<Device> nodes = split(first_device(), next);
  ASSERT_EQ(2U, nodes.size());
  EXPECT_EQ(by_domain(CL_DEVICE_AFFINITY_DOMAIN_NUMA),
            list_of<cl_device_partition_property>(query(nodes[0], CL_DEVICE_PARTITION_TYPE)));
  const std::vector<Device> caches = split(nodes[0], next);
  ASSERT_EQ(2U, caches.size());
  EXPECT_EQ(by_domain(CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE),
            list_of<cl_device_partition_property>(query(caches[0], CL_DEVICE_PARTITION_TYPE)));
  EXPECT_EQ(nodes[0], value_of<cl_device_id>(query(caches[0], CL_DEVICE_PARENT_DEVICE)));
}

TEST(Clause_4_3_CreateSubDevices, BadPropertyListsAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, clCreateSubDevices(first_device(), nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(first_device(), {0}));
  EXPECT_EQ(CL_INVALID_VALUE, code(first_device(), {0x4711, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, code(first_device(), equally(0)));
  EXPECT_EQ(CL_INVALID_VALUE, code(first_device(), by_domain(0)));
  EXPECT_EQ(CL_INVALID_VALUE, code(first_device(), by_domain(1U << 12)));
}

TEST(Clause_4_3_CreateSubDevices, TwoSchemesInOneListAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, code(first_device(), {CL_DEVICE_PARTITION_EQUALLY, 2,
                                                    CL_DEVICE_PARTITION_EQUALLY, 4, 0}));
}

TEST(Clause_4_3_CreateSubDevices, ALevelThatDoesNotExistIsInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, code(first_device(), by_domain(CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE)));
}

TEST(Clause_4_3_CreateSubDevices, ALevelWithASinglePartIsPartitionFailed) {
  const std::vector<Device> nodes =
      split(first_device(), by_domain(CL_DEVICE_AFFINITY_DOMAIN_NUMA));
  ASSERT_EQ(2U, nodes.size());
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code(nodes[0], by_domain(CL_DEVICE_AFFINITY_DOMAIN_NUMA)));
}

TEST(Clause_4_3_CreateSubDevices, AsManyUnitsEachAsThereAreIsPartitionFailed) {
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code(first_device(), equally(8)));
}

TEST(Clause_4_3_CreateSubDevices, MoreUnitsEachThanThereAreIsInvalidPartitionCount) {
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, code(first_device(), equally(9)));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, code(first_device(), equally(CL_UINT_MAX)));
}

TEST(Clause_4_3_CreateSubDevices, CountsBeyondTheDeviceAreInvalidPartitionCount) {
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, code(first_device(), by_counts({5, 4})));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
            code(first_device(), by_counts({1, 1, 1, 1, 1, 1, 1, 1, 1})));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
            code(first_device(), by_counts({0x7fffffff, 0x7fffffff})));
}

TEST(Clause_4_3_CreateSubDevices, TooFewPlacesAreInvalidValueAndStayUntouched) {
  cl_device_id out[2] = {nullptr, nullptr};
  cl_uint count = 99;
  const Properties properties = equally(1);
  EXPECT_EQ(CL_INVALID_VALUE,
            clCreateSubDevices(first_device(), properties.data(), 2, out, &count));
  EXPECT_EQ(nullptr, out[0]);
  EXPECT_EQ(99U, count);
}

TEST(Clause_4_3_CreateSubDevices, SubDevicesAreCounted) {
  std::vector<Device> parts = split(first_device(), equally(4));
  EXPECT_EQ(1U, value_of<cl_uint>(query(parts[0], CL_DEVICE_REFERENCE_COUNT)));
  EXPECT_EQ(CL_SUCCESS, clRetainDevice(parts[0]));
  EXPECT_EQ(2U, value_of<cl_uint>(query(parts[0], CL_DEVICE_REFERENCE_COUNT)));
  EXPECT_EQ(CL_SUCCESS, clReleaseDevice(parts[0]));
  const cl_device_id released = parts[0];
  parts.clear();
  EXPECT_EQ(CL_INVALID_DEVICE, clRetainDevice(released));
  EXPECT_EQ(CL_INVALID_DEVICE, clReleaseDevice(released));
}

TEST(Clause_4_3_CreateSubDevices, AParentMayBeReleasedBeforeItsParts) {
  std::vector<Device> halves = split(first_device(), equally(4));
  const std::vector<Device> quarters = split(halves[0], equally(2));
  halves.clear();
  EXPECT_EQ(2U, units(quarters[1]));
}

TEST(Clause_4_3_CreateSubDevices, QueriesSayWhatCanBeSplit) {
  EXPECT_EQ(8U, value_of<cl_uint>(query(first_device(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES)));
  const auto domains = value_of<cl_device_affinity_domain>(
      query(first_device(), CL_DEVICE_PARTITION_AFFINITY_DOMAIN));
  EXPECT_NE(0U, domains & CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  EXPECT_NE(0U, domains & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
  const std::vector<Device> single = split(first_device(), equally(1));
  ASSERT_EQ(8U, single.size());
  EXPECT_EQ(0U, value_of<cl_uint>(query(single[0], CL_DEVICE_PARTITION_MAX_SUB_DEVICES)));
}

TEST(Clause_4_3_CreateSubDevices, AQueueOfASubDeviceRunsAProgramOfTheParent) {
  const std::vector<Device> parts = split(first_device(), equally(4));
  const cl_device_id all[] = {first_device(), parts[0], parts[1]};
  cl_int error = 1;
  const Context context(clCreateContext(nullptr, 3, all, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const char* source =
      "kernel void id(global uint *out) { out[get_global_id(0)] = get_global_id(0); }";
  const Program program(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 1, &all[0], "", nullptr, nullptr));
  const Kernel kernel(clCreateKernel(program, "id", &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Memory buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, 400, nullptr, &error));
  const Queue queue(clCreateCommandQueueWithProperties(context, parts[1], nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const cl_mem argument = buffer;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
  const size_t items = 100;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0,
                                               nullptr, nullptr));
  std::vector<cl_uint> values(items);
  ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 400, values.data(), 0,
                                            nullptr, nullptr));
  std::vector<cl_uint> expected(items);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(expected, values);
}

}  // namespace
}  // namespace cleave::test
