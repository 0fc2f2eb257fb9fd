// 4.3 without a device: property lists, and properties of the parts that come of them.
#include "topology/partition.h"

#include <algorithm>
#include <numeric>

#include "machines.h"
#include "requests.h"

namespace cleave::topology::test {
namespace {

using Properties = std::vector<cl_device_partition_property>;
using Scheme = PartitionRequest::Scheme;

constexpr cl_device_affinity_domain numa = CL_DEVICE_AFFINITY_DOMAIN_NUMA;
constexpr cl_device_affinity_domain l4 = CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE;
constexpr cl_device_affinity_domain l3 = CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE;
constexpr cl_device_affinity_domain l2 = CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE;
constexpr cl_device_affinity_domain l1 = CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE;
constexpr cl_device_affinity_domain next = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;

Properties type_of(const Partition& made) {
  return partition_properties(made.how);
}
cl_int code_of(const Properties& properties) {
  return parse_partition(properties.data()).status().code();
}
cl_int code_of(const Machine& machine, const UnitSet& device, const PartitionRequest& request) {
  return partition(machine, device, request).status().code();
}
std::vector<UnitSet> parts_of(const Machine& machine, const UnitSet& device,
                              const PartitionRequest& request) {
  auto result = partition(machine, device, request);
  EXPECT_TRUE(result.ok()) << result.status().code();
  return result.ok() ? result.value().parts : std::vector<UnitSet>();
}

/// Follows NEXT_PARTITIONABLE down to parts that it cannot split. Returns how many levels it took.
int descend(const Machine& machine, const UnitSet& device) {
  auto result = partition(machine, device, by_domain(next));
  if (!result.ok()) {
    EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, result.status().code());
    EXPECT_EQ(0U, affinity_domains(machine, device));
    return 0;
  }
  EXPECT_EQ(device.count(), check_parts(device, result.value().parts)) << "not covering";
  int deepest = 0;
  for (const UnitSet& part : result.value().parts) {
    deepest = std::max(deepest, descend(machine, part));
  }
  return deepest + 1;
}

TEST(ParsePartition, ReadsEachScheme) {
  const Properties equal = {CL_DEVICE_PARTITION_EQUALLY, 8, 0};
  EXPECT_EQ(8U, parse_partition(equal.data()).value().units_each);
  const Properties counts = {CL_DEVICE_PARTITION_BY_COUNTS, 3, 1,
                             CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  EXPECT_EQ((std::vector<cl_uint>{3, 1}), parse_partition(counts.data()).value().counts);
  for (cl_device_affinity_domain domain : {numa, l4, l3, l2, l1, next}) {
    EXPECT_EQ(domain, parse_partition(domain_properties(domain).data()).value().domain);
  }
}

TEST(ParsePartition, NoListAndAnEmptyListAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, parse_partition(nullptr).status().code());
  EXPECT_EQ(CL_INVALID_VALUE, code_of({0}));
}

TEST(ParsePartition, AnUnknownSchemeIsInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, code_of({0x1089, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, code_of({-1, 1, 0}));
}

TEST(ParsePartition, TwoSchemesAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE,
            code_of({CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, code_of({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, numa,
                                       CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}));
}

TEST(ParsePartition, TheListOfCountsEndsTheProperties) {
  const Properties without_the_last = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                       CL_DEVICE_PARTITION_BY_COUNTS_LIST_END};
  EXPECT_EQ((std::vector<cl_uint>{1, 1}), parse_partition(without_the_last.data()).value().counts);
}

TEST(ParsePartition, EqualPartsOfNoUnitsAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, code_of({CL_DEVICE_PARTITION_EQUALLY, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, code_of({CL_DEVICE_PARTITION_EQUALLY, -1, 0}));
}

TEST(ParsePartition, ANegativeCountIsInvalidPartitionCount) {
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
            code_of({CL_DEVICE_PARTITION_BY_COUNTS, 1, -1, 0, 0}));
}

TEST(ParsePartition, NoCountsAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, code_of({CL_DEVICE_PARTITION_BY_COUNTS, 0, 0}));
}

TEST(ParsePartition, ADomainIsOneKnownBit) {
  EXPECT_EQ(CL_INVALID_VALUE, code_of(domain_properties(0)));
  EXPECT_EQ(CL_INVALID_VALUE, code_of(domain_properties(numa | l3)));
  EXPECT_EQ(CL_INVALID_VALUE, code_of(domain_properties(next << 1)));
}

TEST(Partition, EqualPartsLeaveTheRemainderUnused) {
  for (const char* description : {small, large, "node:1 pu:7"}) {
    const Machine machine = machine_of(description);
    const UnitSet all = machine.all_units();
    for (cl_uint each = 1; each < all.count(); ++each) {
      const auto parts = parts_of(machine, all, equally(each));
      EXPECT_EQ(all.count() / each, parts.size());
      EXPECT_EQ(all.count() - all.count() % each, check_parts(all, parts));
    }
  }
}

TEST(Partition, EqualPartsAsLargeAsTheDeviceFail) {
  const Machine machine = machine_of(small);
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code_of(machine, machine.all_units(), equally(8)));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, code_of(machine, machine.all_units(), equally(9)));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
            code_of(machine, machine.all_units(), equally(CL_UINT_MAX)));
}

TEST(Partition, ByCountsGivesTheCountsInTheirOrder) {
  const Machine machine = machine_of(large);
  const UnitSet all = machine.all_units();
  const std::vector<cl_uint> counts = {300, 1, 7, 200};
  const auto parts = parts_of(machine, all, by_counts(counts));
  ASSERT_EQ(counts.size(), parts.size());
  for (size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(counts[i], parts[i].count());
  EXPECT_EQ(508U, check_parts(all, parts));
}

TEST(Partition, MoreUnitsThanThereAreIsInvalidPartitionCount) {
  const Machine machine = machine_of(small);
  const UnitSet all = machine.all_units();
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, code_of(machine, all, by_counts({8, 1})));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
            code_of(machine, all, by_counts(std::vector<cl_uint>(9, 1))));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
            code_of(machine, all, by_counts({CL_INT_MAX, CL_INT_MAX, 2})));
}

TEST(Partition, ASingleUnitCannotBeSplit) {
  const Machine machine = machine_of(every_level);
  const UnitSet one = {1};
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code_of(machine, one, equally(1)));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code_of(machine, one, by_counts({1})));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, code_of(machine, one, by_counts({2})));
  for (cl_device_affinity_domain domain : {numa, l4, l3, l2, l1, next}) {
    EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code_of(machine, one, by_domain(domain)));
  }
}

TEST(Partition, ALevelThatDoesNotExistIsInvalidValue) {
  const Machine machine = machine_of(small);
  EXPECT_EQ(CL_INVALID_VALUE, code_of(machine, machine.all_units(), by_domain(l4)));
}

TEST(Partition, ALevelWithASinglePartFails) {
  const Machine machine = machine_of(small);
  const UnitSet node = machine.at(Level::numa)[1].units;
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code_of(machine, node, by_domain(numa)));
  EXPECT_EQ(2U, parts_of(machine, node, by_domain(l3)).size());
}

TEST(Partition, EachDomainCoversTheDeviceWithWhatSharesIt) {
  const Machine machine = machine_of(every_level);
  for (cl_device_affinity_domain domain : {numa, l4, l3, l2, l1}) {
    const auto result = partition(machine, machine.all_units(), by_domain(domain));
    ASSERT_TRUE(result.ok());
    EXPECT_EQ((std::vector<UnitSet>{{0}, {1}}), result.value().parts);
    EXPECT_EQ(domain_properties(domain), type_of(result.value()));
  }
}

TEST(Partition, ADeviceAcrossDomainsIsCutToItsUnits) {
  const Machine machine = machine_of(small);
  const UnitSet across = UnitSet::range(3, 3);
  EXPECT_EQ((std::vector<UnitSet>{{3}, {4, 5}}), parts_of(machine, across, by_domain(numa)));
}

TEST(Partition, NextPartitionableTakesTheOutermostLevelAndSaysWhich) {
  const Machine machine = machine_of(small);
  const auto nodes = partition(machine, machine.all_units(), by_domain(next));
  ASSERT_TRUE(nodes.ok());
  EXPECT_EQ(domain_properties(numa), type_of(nodes.value()));
  const auto caches = partition(machine, nodes.value().parts[0], by_domain(next));
  ASSERT_TRUE(caches.ok());
  EXPECT_EQ(domain_properties(l3), type_of(caches.value()));
}

TEST(Partition, NextPartitionableNestsUntilNothingIsLeftToSplit) {
  EXPECT_EQ(1, descend(machine_of(every_level), UnitSet::range(0, 2)));
  EXPECT_EQ(2, descend(machine_of(small), UnitSet::range(0, 8)));
  EXPECT_EQ(3, descend(machine_of(large), UnitSet::range(0, 512)));
}

TEST(Partition, EverySubDeviceOfALargeMachineCanBeSplitAgain) {
  const Machine machine = machine_of(large);
  UnitSet device = machine.all_units();
  while (device.count() > 1) {
    const auto halves =
        parts_of(machine, device, equally(static_cast<cl_uint>(device.count() / 2)));
    ASSERT_GE(halves.size(), 2U);
    check_parts(device, halves);
    device = halves.back();
  }
}

TEST(Partition, AnAsymmetricMachineSplitsIntoUnequalParts) {
  // One node of 4 units and one of 2, of which the second has no L3.
  Machine machine;
  machine.units.resize(6);
  machine.groups[static_cast<size_t>(Level::numa)] = {{0, 0, {0, 1, 2, 3}}, {1, 0, {4, 5}}};
  machine.groups[static_cast<size_t>(Level::l3)] = {{0, 0, {0, 1}}, {1, 0, {2, 3}}};
  const UnitSet all = machine.all_units();
  EXPECT_EQ((std::vector<UnitSet>{{0, 1, 2, 3}, {4, 5}}), parts_of(machine, all, by_domain(next)));
  EXPECT_EQ(4U, check_parts(all, parts_of(machine, all, by_domain(l3))));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, code_of(machine, {4, 5}, by_domain(l3)));
}

/// The machines that the properties below hold on: up to 512 units, every level, odd numbers.
std::vector<std::string> machines() {
  return {small,
          large,
          every_level,
          "node:8 l3:4 core:4 pu:2",
          "package:3 node:1 l3:5 l2:1 core:1 pu:1",
          "package:2 [numa] l3:2 [numa] core:2 pu:1",
          "node:1 pu:7",
          "pu:1"};
}

TEST(PartitionProperty, ADomainReportedGivesTwoPartsAndNoOtherDoes) {
  for (const std::string& description : machines()) {
    const Machine machine = machine_of(description);
    const UnitSet all = machine.all_units();
    const cl_device_affinity_domain domains = affinity_domains(machine, all);
    for (cl_device_affinity_domain domain : {numa, l4, l3, l2, l1, next}) {
      const auto result = partition(machine, all, by_domain(domain));
      EXPECT_EQ((domains & domain) != 0, result.ok()) << description << ", domain " << domain;
      if (!result.ok()) continue;
      EXPECT_GE(result.value().parts.size(), 2U);
      EXPECT_EQ(all.count(), check_parts(all, result.value().parts)) << description;
    }
  }
}

TEST(PartitionProperty, NextIsTheFirstDomainReportedInTheOrderOfTheSpecification) {
  for (const std::string& description : machines()) {
    const Machine machine = machine_of(description);
    const cl_device_affinity_domain domains = affinity_domains(machine, machine.all_units());
    const auto found = partition(machine, machine.all_units(), by_domain(next));
    EXPECT_EQ(domains != 0, found.ok());
    if (!found.ok()) continue;
    const cl_device_affinity_domain first = domains & (~domains + 1);  // bits ascend from NUMA
    EXPECT_EQ(domain_properties(first), type_of(found.value())) << description;
    EXPECT_EQ(parts_of(machine, machine.all_units(), by_domain(first)), found.value().parts);
  }
}

TEST(PartitionProperty, CountsAreGivenWheneverTheyFit) {
  for (const std::string& description : machines()) {
    const Machine machine = machine_of(description);
    const UnitSet all = machine.all_units();
    if (all.count() < 2) continue;
    for (cl_uint first = 1; first < all.count(); ++first) {
      const auto rest = static_cast<cl_uint>(all.count()) - first;
      EXPECT_EQ(all.count(), check_parts(all, parts_of(machine, all, by_counts({first, rest}))));
      EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
                code_of(machine, all, by_counts({first, rest, 1})));
    }
  }
}

TEST(Partition, TheTypeOfCountsAndEqualPartsIsWhatWasAsked) {
  const Machine machine = machine_of(small);
  EXPECT_EQ((Properties{CL_DEVICE_PARTITION_EQUALLY, 3, 0}),
            type_of(partition(machine, machine.all_units(), equally(3)).value()));
  EXPECT_EQ((Properties{CL_DEVICE_PARTITION_BY_COUNTS, 3, 1, 0, 0}),
            type_of(partition(machine, machine.all_units(), by_counts({3, 1})).value()));
}

TEST(AffinityDomains, AreThoseThatGiveTwoParts) {
  const Machine machine = machine_of(small);
  EXPECT_EQ(numa | l3 | l2 | l1 | next, affinity_domains(machine, machine.all_units()));
  EXPECT_EQ(l3 | l2 | l1 | next, affinity_domains(machine, machine.at(Level::numa)[0].units));
  EXPECT_EQ(0U, affinity_domains(machine, machine.at(Level::l3)[0].units));
}

}  // namespace
}  // namespace cleave::topology::test
