// cl_ext_device_fission without a device: its property lists, and parts by names.
#include "topology/fission.h"

#include <algorithm>
#include <random>

#include "machines.h"

namespace cleave::topology::test {
namespace {

using Properties = std::vector<cl_device_partition_property_ext>;
using Scheme = PartitionRequest::Scheme;

constexpr cl_device_partition_property_ext end_of_names = CL_PARTITION_BY_NAMES_LIST_END_EXT;

PartitionRequest by_names(std::vector<cl_uint> names) {
  PartitionRequest request;
  request.scheme = Scheme::by_names;
  request.names = std::move(names);
  return request;
}
cl_int code_of(const Properties& properties) {
  return parse_fission(properties.data()).status().code();
}
cl_int code_of(const UnitSet& device, const std::vector<cl_uint>& names) {
  return partition(machine_of(small), device, by_names(names)).status().code();
}
/// Returns what a list asks for, said in the list's words again.
Properties there_and_back(const Properties& properties) {
  const auto request = parse_fission(properties.data());
  EXPECT_TRUE(request.ok()) << request.status().code();
  return request.ok() ? fission_properties(request.value()) : Properties();
}

TEST(ParseFission, ReadsEachSchemeAndWritesItAgain) {
  for (const Properties& list : std::vector<Properties>{
           {CL_DEVICE_PARTITION_EQUALLY_EXT, 8, 0},
           {CL_DEVICE_PARTITION_BY_COUNTS_EXT, 3, 1, 0, 0},
           {CL_DEVICE_PARTITION_BY_NAMES_EXT, 0, 1, 3, end_of_names, 0},
           {CL_DEVICE_PARTITION_BY_NAMES_EXT, 0, end_of_names, 0},
           {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, CL_AFFINITY_DOMAIN_L1_CACHE_EXT, 0},
           {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, CL_AFFINITY_DOMAIN_L2_CACHE_EXT, 0},
           {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, CL_AFFINITY_DOMAIN_L3_CACHE_EXT, 0},
           {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, CL_AFFINITY_DOMAIN_L4_CACHE_EXT, 0},
           {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, CL_AFFINITY_DOMAIN_NUMA_EXT, 0}}) {
    EXPECT_EQ(list, there_and_back(list));
  }
}

TEST(ParseFission, DomainsAreValuesAndNotBits) {
  for (const cl_device_partition_property_ext domain : {0, 5, 0x11, 0x20, 0x101, 0x200}) {
    EXPECT_EQ(CL_INVALID_VALUE, code_of({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, domain, 0}))
        << domain;
  }
}

TEST(ParseFission, NoListAnEmptyOneAndAnUnknownSchemeAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, parse_fission(nullptr).status().code());
  EXPECT_EQ(CL_INVALID_VALUE, code_of({0}));
  EXPECT_EQ(CL_INVALID_VALUE, code_of({CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, code_of({0x4054, 1, 0}));
}

TEST(ParseFission, ASecondSchemeOrPartByNamesIsInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, code_of({CL_DEVICE_PARTITION_EQUALLY_EXT, 1,
                                       CL_DEVICE_PARTITION_BY_COUNTS_EXT, 1, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            code_of({CL_DEVICE_PARTITION_BY_NAMES_EXT, 0, end_of_names, 1, end_of_names, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, code_of({CL_DEVICE_PARTITION_BY_COUNTS_EXT, 2, 0, 2, 0, 0}));
}

TEST(ParseFission, PartsOfNoUnitsAreInvalidPartitionCount) {
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_of({CL_DEVICE_PARTITION_EQUALLY_EXT, 0, 0}));
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_of({CL_DEVICE_PARTITION_BY_COUNTS_EXT, 0, 0}));
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT,
            code_of({CL_DEVICE_PARTITION_BY_NAMES_EXT, end_of_names, 0}));
}

TEST(ParseFission, NumbersThatNoDeviceReachesAreRefusedAndNotCut) {
  constexpr cl_device_partition_property_ext huge = cl_ulong{1} << 32 | 1;
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT, code_of({CL_DEVICE_PARTITION_EQUALLY_EXT, huge, 0}));
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT,
            code_of({CL_DEVICE_PARTITION_BY_COUNTS_EXT, huge, 0, 0}));
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT,
            code_of({CL_DEVICE_PARTITION_BY_NAMES_EXT, huge, end_of_names, 0}));
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT,
            code_of({CL_DEVICE_PARTITION_BY_NAMES_EXT, end_of_names - 1, end_of_names, 0}));
}

TEST(PartitionByNames, GivesOnePartOfTheUnitsThatAreNamed) {
  const Machine machine = machine_of(small);
  const auto made = partition(machine, machine.all_units(), by_names({0, 1, 3}));
  ASSERT_TRUE(made.ok());
  EXPECT_EQ((std::vector<UnitSet>{{0, 1, 3}}), made.value().parts);
  EXPECT_EQ((Properties{CL_DEVICE_PARTITION_BY_NAMES_EXT, 0, 1, 3, end_of_names, 0}),
            fission_properties(made.value().how));
}

TEST(PartitionByNames, NamesCountTheUnitsOfTheDeviceAndNotOfTheMachine) {
  const Machine machine = machine_of(small);
  EXPECT_EQ((std::vector<UnitSet>{{5, 7}}),
            partition(machine, {2, 5, 6, 7}, by_names({1, 3})).value().parts);
}

TEST(PartitionByNames, TheFirstNameBecomesTheFirstComputeUnitOfThePart) {
  const Machine machine = machine_of(small);
  const Partition outer = partition(machine, {4, 5, 6, 7}, by_names({3, 0, 2})).value();
  EXPECT_EQ((UnitSet{4, 6, 7}), outer.parts[0]);
  EXPECT_EQ((std::vector<uint32_t>{7, 4, 6}), outer.order);
  const Partition inner = partition(machine, outer.parts[0], by_names({0, 2}), outer.order).value();
  EXPECT_EQ((UnitSet{6, 7}), inner.parts[0]);
  EXPECT_EQ((std::vector<uint32_t>{7, 6}), inner.order);
}

TEST(PartitionByNames, ANameOutOfRangeOrThereTwiceIsInvalidPartitionName) {
  const UnitSet device = {1, 2, 3, 4};
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT, code_of(device, {4}));
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT, code_of(device, {0, CL_INT_MAX}));
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT, code_of(device, {2, 0, 2}));
  EXPECT_EQ(CL_SUCCESS, code_of(device, {3, 2, 1, 0}));
}

TEST(PartitionByNames, ASingleUnitCannotBeSplit) {
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code_of({3}, {0}));
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT, code_of({3}, {1}));
}

TEST(PartitionByNames, AnyChoiceInAnyOrderIsThatChoice) {
  std::mt19937 random(20);
  for (const char* description : {small, large, "node:1 pu:7"}) {
    const Machine machine = machine_of(description);
    UnitSet device = machine.all_units();
    std::vector<uint32_t> order;
    while (device.count() > 1) {
      std::vector<cl_uint> names(device.count());
      for (cl_uint name = 0; name < names.size(); ++name) names[name] = name;
      std::shuffle(names.begin(), names.end(), random);
      names.resize(1 + random() % (names.size() - 1));
      const auto made = partition(machine, device, by_names(names), order);
      ASSERT_TRUE(made.ok());
      ASSERT_EQ(1U, made.value().parts.size());
      ASSERT_EQ(names.size(), made.value().order.size());
      for (size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(order.empty() ? device[names[i]] : order[names[i]], made.value().order[i]);
      }
      EXPECT_EQ(UnitSet(made.value().order), made.value().parts[0]);
      EXPECT_TRUE(made.value().parts[0].is_subset_of(device));
      order = made.value().order;
      device = made.value().parts[0];
    }
  }
}

TEST(FissionStatus, HasCodesOfItsOwn) {
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT, fission_status(CL_DEVICE_PARTITION_FAILED).code());
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED_EXT, fission_status(CL_INVALID_VALUE).code());
  EXPECT_EQ(CL_INVALID_PARTITION_COUNT_EXT,
            fission_status(CL_INVALID_DEVICE_PARTITION_COUNT).code());
  EXPECT_EQ(CL_INVALID_PARTITION_NAME_EXT, fission_status(CL_INVALID_PARTITION_NAME_EXT).code());
}

TEST(FissionDomains, AreTheLevelsThatGiveTwoPartsOutermostFirst) {
  const Machine machine = machine_of(small);
  EXPECT_EQ((Properties{CL_AFFINITY_DOMAIN_NUMA_EXT, CL_AFFINITY_DOMAIN_L3_CACHE_EXT,
                        CL_AFFINITY_DOMAIN_L2_CACHE_EXT, CL_AFFINITY_DOMAIN_L1_CACHE_EXT}),
            fission_domains(affinity_domains(machine, machine.all_units())));
  EXPECT_EQ(Properties(), fission_domains(affinity_domains(machine, {0})));
}

}  // namespace
}  // namespace cleave::topology::test
