// cl_ext_device_fission: its functions, lists, errors and queries. The machine of these tests has 2
// NUMA nodes, in each 2 L3 caches, in each 2 cores: 8 compute units. Each L3 holds one L2 and one
// L1 of the same two cores.
#include <CL/cl_icd.h>

#include <algorithm>
#include <cstdlib>

#include "support/fission.h"

namespace cleave::test {
namespace {

// Before the first call of OpenCL, which reads it.
[[maybe_unused]] const int topology =
    setenv("CLEAVE_TOPOLOGY", "node:2 l3:2 l2:1 l1:1 core:2 pu:1", 1);

using Core = std::vector<cl_device_partition_property>;

FissionProperties style_of(cl_device_id device) {
  return list_of<cl_device_partition_property_ext>(
      device_query(device, CL_DEVICE_PARTITION_STYLE_EXT));
}
Core type_of(cl_device_id device) {
  return list_of<cl_device_partition_property>(device_query(device, CL_DEVICE_PARTITION_TYPE));
}
FissionProperties domains_of(cl_device_id device) {
  return list_of<cl_device_partition_property_ext>(
      device_query(device, CL_DEVICE_AFFINITY_DOMAINS_EXT));
}
cl_uint references_of(cl_device_id device) {
  return value_of<cl_uint>(device_query(device, CL_DEVICE_REFERENCE_COUNT_EXT));
}
cl_device_id parent_of(cl_device_id device) {
  return value_of<cl_device_id>(device_query(device, CL_DEVICE_PARENT_DEVICE_EXT));
}

TEST(DeviceFission, ItsFunctionsAreFoundByNameAndInTheDispatchTable) {
  // The loader may give functions of its own, which call those of the table.
  const auto& table = **reinterpret_cast<const cl_icd_dispatch* const*>(find_platform());
  const auto address = [](auto* function) { return reinterpret_cast<void*>(function); };
  const std::pair<const char*, void*> functions[] = {
      {"clCreateSubDevicesEXT", address(table.clCreateSubDevicesEXT)},
      {"clRetainDeviceEXT", address(table.clRetainDeviceEXT)},
      {"clReleaseDeviceEXT", address(table.clReleaseDeviceEXT)}};
  for (const auto& [name, function] : functions) {
    EXPECT_NE(nullptr, function);
    EXPECT_EQ(function, table.clGetExtensionFunctionAddress(name));
    EXPECT_EQ(function, table.clGetExtensionFunctionAddressForPlatform(find_platform(), name));
    EXPECT_NE(nullptr, clGetExtensionFunctionAddressForPlatform(find_platform(), name));
  }
  EXPECT_EQ(nullptr, table.clGetExtensionFunctionAddress("clCreateSubDevicesExt"));
}

TEST(DeviceFission, TheExtensionIsReportedByPlatformAndDevicesWithItsVersion) {
  const auto has_name = [](const std::string& names) {
    return (" " + names + " ").find(" cl_ext_device_fission ") != std::string::npos;
  };
  const auto has_version = [](const std::vector<cl_name_version>& names) {
    return std::any_of(names.begin(), names.end(), [](const cl_name_version& each) {
      return std::string(each.name) == "cl_ext_device_fission" &&
             each.version == CL_MAKE_VERSION(1, 0, 0);
    });
  };
  const auto platform_query = [](cl_platform_info name) {
    return [name](size_t size, void* value, size_t* returned) {
      return clGetPlatformInfo(find_platform(), name, size, value, returned);
    };
  };
  EXPECT_TRUE(has_name(text_of(platform_query(CL_PLATFORM_EXTENSIONS))));
  EXPECT_TRUE(
      has_version(list_of<cl_name_version>(platform_query(CL_PLATFORM_EXTENSIONS_WITH_VERSION))));
  const auto parts = split_ext(first_device(), equally_ext(1));
  for (cl_device_id reporting : {first_device(), cl_device_id{parts[0]}}) {
    EXPECT_TRUE(has_name(text_of(device_query(reporting, CL_DEVICE_EXTENSIONS))));
    EXPECT_TRUE(has_version(
        list_of<cl_name_version>(device_query(reporting, CL_DEVICE_EXTENSIONS_WITH_VERSION))));
  }
}

TEST(DeviceFission, TokensHaveTheValuesOfTheSpecification) {
  const std::pair<cl_ulong, cl_ulong> values[] = {
      {0x4050, CL_DEVICE_PARTITION_EQUALLY_EXT},
      {0x4051, CL_DEVICE_PARTITION_BY_COUNTS_EXT},
      {0x4052, CL_DEVICE_PARTITION_BY_NAMES_EXT},
      {0x4053, CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT},
      {0x1, CL_AFFINITY_DOMAIN_L1_CACHE_EXT},
      {0x2, CL_AFFINITY_DOMAIN_L2_CACHE_EXT},
      {0x3, CL_AFFINITY_DOMAIN_L3_CACHE_EXT},
      {0x4, CL_AFFINITY_DOMAIN_L4_CACHE_EXT},
      {0x10, CL_AFFINITY_DOMAIN_NUMA_EXT},
      {0x100, CL_AFFINITY_DOMAIN_NEXT_FISSIONABLE_EXT},
      {0x4054, CL_DEVICE_PARENT_DEVICE_EXT},
      {0x4055, CL_DEVICE_PARTITION_TYPES_EXT},
      {0x4056, CL_DEVICE_AFFINITY_DOMAINS_EXT},
      {0x4057, CL_DEVICE_REFERENCE_COUNT_EXT},
      {0x4058, CL_DEVICE_PARTITION_STYLE_EXT},
      {0x0, CL_PROPERTIES_LIST_END_EXT},
      {0x0, CL_PARTITION_BY_COUNTS_LIST_END_EXT},
      {~cl_ulong{0}, CL_PARTITION_BY_NAMES_LIST_END_EXT}};
  for (const auto& [expected, value] : values) EXPECT_EQ(expected, value);
  EXPECT_EQ(-1057, CL_DEVICE_PARTITION_FAILED_EXT);
  EXPECT_EQ(-1058, CL_INVALID_PARTITION_COUNT_EXT);
  EXPECT_EQ(-1059, CL_INVALID_PARTITION_NAME_EXT);
}

TEST(DeviceFission, EquallyLeavesTheRemainderUnused) {
  const auto parts = split_ext(first_device(), equally_ext(3));
  ASSERT_EQ(2U, parts.size());
  for (const FissionDevice& part : parts) {
    EXPECT_EQ(3U, units_of(part));
    EXPECT_EQ(equally_ext(3), style_of(part));
  }
}

TEST(DeviceFission, ByCountsGivesEachPartItsCount) {
  const std::vector<cl_uint> counts = {3, 1, 2};
  const auto parts = split_ext(first_device(), by_counts_ext(counts));
  ASSERT_EQ(counts.size(), parts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(counts[i], units_of(parts[i]));
    EXPECT_EQ(by_counts_ext(counts), style_of(parts[i]));
  }
}

TEST(DeviceFission, ByNamesGivesOnePartOfTheUnitsNamed) {
  const auto parts = split_ext(first_device(), by_names_ext({0, 1, 3}));
  ASSERT_EQ(1U, parts.size());
  EXPECT_EQ(3U, units_of(parts[0]));
  EXPECT_EQ(by_names_ext({0, 1, 3}), style_of(parts[0]));
}

// Units 0, 1 and 6, 7 lie in different nodes: what a part can be split into tells which it has.
TEST(DeviceFission, NamesAreThoseOfTheDeviceThatIsSplit) {
  const auto middle = split_ext(first_device(), by_names_ext({2, 3, 6, 7}));
  EXPECT_EQ(2U, split_ext(middle[0], by_domain_ext(CL_AFFINITY_DOMAIN_NUMA_EXT)).size());
  const auto upper = split_ext(middle[0], by_names_ext({2, 3}));
  EXPECT_EQ(FissionProperties(), domains_of(upper[0])) << "units 6 and 7 share an L3";
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT, code_ext(middle[0], by_names_ext({4})));
}

TEST(DeviceFission, TheFirstUnitThatIsNamedIsTheFirstOfThePart) {
  const auto mixed = split_ext(first_device(), by_names_ext({7, 0, 6, 1}));
  const auto upper = split_ext(mixed[0], by_names_ext({0, 2}));
  EXPECT_EQ(FissionProperties(), domains_of(upper[0])) << "units 7 and 6 share an L3";
  const auto both = split_ext(mixed[0], by_names_ext({0, 1}));
  EXPECT_EQ(CL_AFFINITY_DOMAIN_NUMA_EXT, domains_of(both[0]).at(0)) << "units 7 and 0 do not";
}

TEST(DeviceFission, AffinityDomainsFollowTheMachine) {
  const std::pair<cl_ulong, size_t> domains[] = {{CL_AFFINITY_DOMAIN_NUMA_EXT, 2},
                                                 {CL_AFFINITY_DOMAIN_L3_CACHE_EXT, 4},
                                                 {CL_AFFINITY_DOMAIN_L2_CACHE_EXT, 4},
                                                 {CL_AFFINITY_DOMAIN_L1_CACHE_EXT, 4}};
  for (const auto& [domain, count] : domains) {
    const auto parts = split_ext(first_device(), by_domain_ext(domain));
    EXPECT_EQ(count, parts.size());
    for (const FissionDevice& part : parts) EXPECT_EQ(by_domain_ext(domain), style_of(part));
  }
}

TEST(DeviceFission, NextFissionableGoesDownTheLevelsAndIsReplacedByWhatHappened) {
  const auto next = by_domain_ext(CL_AFFINITY_DOMAIN_NEXT_FISSIONABLE_EXT);
  const auto nodes = split_ext(first_device(), next);
  ASSERT_EQ(2U, nodes.size());
  EXPECT_EQ(by_domain_ext(CL_AFFINITY_DOMAIN_NUMA_EXT), style_of(nodes[1]));
  const auto caches = split_ext(nodes[1], next);
  ASSERT_EQ(2U, caches.size());
  EXPECT_EQ(by_domain_ext(CL_AFFINITY_DOMAIN_L3_CACHE_EXT), style_of(caches[0]));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT, code_ext(caches[0], next));
}

TEST(DeviceFission, TheOutputIsCutAtNumEntriesAndTheCountIsOfAll) {
  const auto ones = equally_ext(1);
  cl_device_id out[3] = {};
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, fission().create(first_device(), ones.data(), 2, out, &count));
  EXPECT_EQ(8U, count);
  EXPECT_EQ(nullptr, out[2]);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(1U, units_of(out[i]));
    EXPECT_EQ(CL_SUCCESS, fission().release(out[i]));
  }
  cl_device_id many[9] = {};
  ASSERT_EQ(CL_SUCCESS, fission().create(first_device(), ones.data(), 9, many, nullptr));
  EXPECT_EQ(nullptr, many[8]);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(CL_SUCCESS, fission().release(many[i]));
}

TEST(DeviceFission, NumEntriesIsIgnoredWithoutPlaces) {
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS,
            fission().create(first_device(), equally_ext(1).data(), 3, nullptr, &count));
  EXPECT_EQ(8U, count);
}

TEST(DeviceFission, PlacesForNoneAndNowhereToAnswerAreInvalidValue) {
  cl_device_id out = nullptr;
  cl_uint count = 4711;
  const auto halves = equally_ext(4);
  EXPECT_EQ(CL_INVALID_VALUE, fission().create(first_device(), halves.data(), 0, &out, &count));
  EXPECT_EQ(CL_INVALID_VALUE, fission().create(first_device(), halves.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, fission().create(first_device(), halves.data(), 2, nullptr, nullptr));
  EXPECT_EQ(nullptr, out);
  EXPECT_EQ(4711U, count);
}

TEST(DeviceFission, NoListAndUnknownKeysAreInvalidValue) {
  cl_uint count = 0;
  EXPECT_EQ(CL_INVALID_VALUE, fission().create(first_device(), nullptr, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE, code_ext(first_device(), {CL_PROPERTIES_LIST_END_EXT}));
  EXPECT_EQ(CL_INVALID_VALUE, code_ext(first_device(), {0x4711, 1, CL_PROPERTIES_LIST_END_EXT}));
  EXPECT_EQ(CL_INVALID_VALUE, code_ext(first_device(), {CL_DEVICE_PARTITION_EQUALLY, 2, 0}))
      << "a key of the core specification";
  EXPECT_EQ(CL_INVALID_VALUE, code_ext(first_device(), by_domain_ext(0)));
  EXPECT_EQ(CL_INVALID_VALUE, code_ext(first_device(), by_domain_ext(0x20))) << "core's L1";
}

TEST(DeviceFission, TwoSchemesInOneListAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, code_ext(first_device(), {CL_DEVICE_PARTITION_EQUALLY_EXT, 2,
                                                        CL_DEVICE_PARTITION_EQUALLY_EXT, 4,
                                                        CL_PROPERTIES_LIST_END_EXT}));
  FissionProperties two = by_names_ext({0});
  two.pop_back();
  const FissionProperties counts = by_counts_ext({1});
  two.insert(two.end(), counts.begin(), counts.end());
  EXPECT_EQ(CL_INVALID_VALUE, code_ext(first_device(), two));
}

TEST(DeviceFission, ByNamesMakesOneSubDeviceAtATime) {
  FissionProperties two = by_names_ext({0, 1});
  two.back() = 2;
  two.insert(two.end(), {CL_PARTITION_BY_NAMES_LIST_END_EXT, CL_PROPERTIES_LIST_END_EXT});
  EXPECT_EQ(CL_INVALID_VALUE, code_ext(first_device(), two));
}

TEST(DeviceFission, NamesOutOfRangeAreInvalidPartitionName) {
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT, code_ext(first_device(), by_names_ext({8})));
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT,
            code_ext(first_device(), by_names_ext({0, CL_UINT_MAX})));
  EXPECT_EQ(
      CL_INVALID_PARTITION_NAME_EXT,
      code_ext(first_device(), {CL_DEVICE_PARTITION_BY_NAMES_EXT, ~cl_ulong{1},
                                CL_PARTITION_BY_NAMES_LIST_END_EXT, CL_PROPERTIES_LIST_END_EXT}))
      << "-2";
  EXPECT_EQ(CL_SUCCESS, code_ext(first_device(), by_names_ext({7, 6, 5, 4, 3, 2, 1, 0})));
}

TEST(DeviceFission, ANameThatComesTwiceIsInvalidPartitionName) {
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT, code_ext(first_device(), by_names_ext({1, 0, 1})));
}

TEST(DeviceFission, TooManyUnitsAreInvalidPartitionCount) {
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_ext(first_device(), equally_ext(9)));
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_ext(first_device(), equally_ext(CL_UINT_MAX)));
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_ext(first_device(), by_counts_ext({5, 4})));
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT,
            code_ext(first_device(), by_counts_ext({0x7fffffff, 0x7fffffff, 2})));
}

TEST(DeviceFission, TooManyPartsAreInvalidPartitionCount) {
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT,
            code_ext(first_device(), by_counts_ext(std::vector<cl_uint>(9, 1))));
}

TEST(DeviceFission, PartsOfNoUnitsAreInvalidPartitionCount) {
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_ext(first_device(), equally_ext(0)));
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_ext(first_device(), by_counts_ext({})));
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_ext(first_device(), by_names_ext({})));
}

TEST(DeviceFission, WhatCannotBeSplitThatWayIsPartitionFailed) {
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT, code_ext(first_device(), equally_ext(8)));
  const auto nodes = split_ext(first_device(), by_domain_ext(CL_AFFINITY_DOMAIN_NUMA_EXT));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT,
            code_ext(nodes[0], by_domain_ext(CL_AFFINITY_DOMAIN_NUMA_EXT)));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT,
            code_ext(first_device(), by_domain_ext(CL_AFFINITY_DOMAIN_L4_CACHE_EXT)))
      << "the scheme is supported, and the machine has no such cache";
}

TEST(DeviceFission, ASingleUnitReportsSchemesAllOfWhichFail) {
  const auto one = split_ext(first_device(), by_names_ext({5}));
  EXPECT_EQ((FissionProperties{CL_DEVICE_PARTITION_EQUALLY_EXT, CL_DEVICE_PARTITION_BY_COUNTS_EXT,
                               CL_DEVICE_PARTITION_BY_NAMES_EXT,
                               CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT}),
            list_of<cl_device_partition_property_ext>(
                device_query(one[0], CL_DEVICE_PARTITION_TYPES_EXT)));
  EXPECT_EQ(Core{0}, list_of<cl_device_partition_property>(
                         device_query(one[0], CL_DEVICE_PARTITION_PROPERTIES)));
  EXPECT_EQ(FissionProperties(), domains_of(one[0]));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT, code_ext(one[0], equally_ext(1)));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT, code_ext(one[0], by_counts_ext({1})));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT, code_ext(one[0], by_names_ext({0})));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT,
            code_ext(one[0], by_domain_ext(CL_AFFINITY_DOMAIN_NEXT_FISSIONABLE_EXT)));
}

TEST(DeviceFission, AffinityDomainsAreAnArrayOfThoseThatGiveTwoParts) {
  EXPECT_EQ((FissionProperties{CL_AFFINITY_DOMAIN_NUMA_EXT, CL_AFFINITY_DOMAIN_L3_CACHE_EXT,
                               CL_AFFINITY_DOMAIN_L2_CACHE_EXT, CL_AFFINITY_DOMAIN_L1_CACHE_EXT}),
            domains_of(first_device()));
  const auto nodes = split_ext(first_device(), by_domain_ext(CL_AFFINITY_DOMAIN_NUMA_EXT));
  EXPECT_EQ((FissionProperties{CL_AFFINITY_DOMAIN_L3_CACHE_EXT, CL_AFFINITY_DOMAIN_L2_CACHE_EXT,
                               CL_AFFINITY_DOMAIN_L1_CACHE_EXT}),
            domains_of(nodes[0]));
}

TEST(DeviceFission, ARootHasNoParentNoStyleAndOneReference) {
  EXPECT_EQ(nullptr, parent_of(first_device()));
  EXPECT_EQ(FissionProperties{CL_PROPERTIES_LIST_END_EXT}, style_of(first_device()));
  EXPECT_EQ(1U, references_of(first_device()));
  EXPECT_EQ(CL_SUCCESS, fission().retain(first_device()));
  EXPECT_EQ(1U, references_of(first_device()));
  for (int turn = 0; turn < 3; ++turn) EXPECT_EQ(CL_SUCCESS, fission().release(first_device()));
  EXPECT_EQ(1U, references_of(first_device()));
  EXPECT_EQ(8U, units_of(first_device()));
}

TEST(DeviceFission, PartsOfPartsKnowTheirParents) {
  const auto halves = split_ext(first_device(), equally_ext(4));
  const auto quarters = split_ext(halves[1], by_names_ext({3, 0}));
  EXPECT_EQ(first_device(), parent_of(halves[0]));
  EXPECT_EQ(halves[1], parent_of(quarters[0]));
}

TEST(DeviceFission, SubDevicesAreCounted) {
  auto parts = split_ext(first_device(), equally_ext(4));
  EXPECT_EQ(1U, references_of(parts[0]));
  EXPECT_EQ(CL_SUCCESS, fission().retain(parts[0]));
  EXPECT_EQ(2U, references_of(parts[0]));
  EXPECT_EQ(CL_SUCCESS, fission().release(parts[0]));
  EXPECT_EQ(1U, references_of(parts[0]));
  const cl_device_id released = parts[0];
  parts.clear();
  EXPECT_EQ(CL_INVALID_DEVICE, fission().retain(released));
  EXPECT_EQ(CL_INVALID_DEVICE, fission().release(released));
  EXPECT_EQ(CL_INVALID_DEVICE, validity_of(released));
}

TEST(DeviceFission, HandlesThatAreNoDevicesAreInvalidDevice) {
  cl_uint count = 0;
  for (const auto handle : {cl_device_id{}, reinterpret_cast<cl_device_id>(find_platform())}) {
    EXPECT_EQ(CL_INVALID_DEVICE,
              fission().create(handle, equally_ext(1).data(), 0, nullptr, &count));
    EXPECT_EQ(CL_INVALID_DEVICE, fission().retain(handle));
    EXPECT_EQ(CL_INVALID_DEVICE, fission().release(handle));
  }
}

TEST(DeviceFission, CoreQueriesDescribeItsSubDevices) {
  const auto part = [](const FissionProperties& properties) {
    return std::move(split_ext(first_device(), properties)[0]);
  };
  EXPECT_EQ((Core{CL_DEVICE_PARTITION_EQUALLY, 2, 0}), type_of(part(equally_ext(2))));
  EXPECT_EQ((Core{CL_DEVICE_PARTITION_BY_COUNTS, 5, 1, 0, 0}),
            type_of(part(by_counts_ext({5, 1}))));
  EXPECT_EQ((Core{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}),
            type_of(part(by_domain_ext(CL_AFFINITY_DOMAIN_NEXT_FISSIONABLE_EXT))));
  EXPECT_EQ((Core{CL_DEVICE_PARTITION_BY_NAMES_EXT, 4, 2, -1, 0}),
            type_of(part(by_names_ext({4, 2}))));
  const FissionDevice named = part(by_names_ext({4, 2}));
  EXPECT_EQ(first_device(), value_of<cl_device_id>(device_query(named, CL_DEVICE_PARENT_DEVICE)));
  EXPECT_EQ(1U, value_of<cl_uint>(device_query(named, CL_DEVICE_REFERENCE_COUNT)));
  EXPECT_EQ(2U, value_of<cl_uint>(device_query(named, CL_DEVICE_PARTITION_MAX_SUB_DEVICES)));
  EXPECT_EQ(CL_SUCCESS, clRetainDevice(named));
  EXPECT_EQ(2U, references_of(named));
  EXPECT_EQ(CL_SUCCESS, clReleaseDevice(named));
}

TEST(DeviceFission, ItsQueriesDescribeSubDevicesOfCore) {
  const auto style = [](const Core& properties) {
    cl_device_id out[8] = {};
    cl_uint count = 0;
    EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(first_device(), properties.data(), 8, out, &count));
    const FissionProperties list = style_of(out[0]);
    EXPECT_EQ(first_device(), parent_of(out[0]));
    EXPECT_EQ(1U, references_of(out[0]));
    for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(CL_SUCCESS, fission().release(out[i]));
    return list;
  };
  EXPECT_EQ(equally_ext(2), style({CL_DEVICE_PARTITION_EQUALLY, 2, 0}));
  EXPECT_EQ(by_counts_ext({5, 1}), style({CL_DEVICE_PARTITION_BY_COUNTS, 5, 1, 0, 0}));
  EXPECT_EQ(by_domain_ext(CL_AFFINITY_DOMAIN_NUMA_EXT),
            style({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                   CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0}));
}

TEST(DeviceFission, SubDevicesKeepTheVendorIdAndTheRestOfTheirParent) {
  const auto parts = split_ext(first_device(), by_names_ext({1, 6}));
  const auto grandchildren = split_ext(parts[0], equally_ext(1));
  for (const cl_device_id part : {cl_device_id{parts[0]}, cl_device_id{grandchildren[1]}}) {
    EXPECT_EQ(value_of<cl_uint>(device_query(first_device(), CL_DEVICE_VENDOR_ID)),
              value_of<cl_uint>(device_query(part, CL_DEVICE_VENDOR_ID)));
    EXPECT_EQ(text_of(device_query(first_device(), CL_DEVICE_EXTENSIONS)),
              text_of(device_query(part, CL_DEVICE_EXTENSIONS)));
  }
}

TEST(DeviceFission, OnlyRootDevicesAreListed) {
  const auto parts = split_ext(first_device(), equally_ext(1));
  cl_device_id listed[16] = {};
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ALL, 16, listed, &count));
  ASSERT_EQ(1U, count);
  EXPECT_EQ(first_device(), listed[0]);
  EXPECT_EQ(nullptr, parent_of(listed[0]));
}

}  // namespace
}  // namespace cleave::test
