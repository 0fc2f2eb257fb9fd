// Every split of every part of every machine keeps these rules, however the part came about: parts
// are disjoint, cover what the scheme says, and report their type. What shares what is asked of
// hwloc, not of the tree that is split.
#include <hwloc.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "machines.h"
#include "requests.h"
#include "topology/partition.h"

namespace cleave::topology::test {
namespace {

using Properties = std::vector<cl_device_partition_property>;
using Scheme = PartitionRequest::Scheme;

constexpr cl_device_affinity_domain numa = CL_DEVICE_AFFINITY_DOMAIN_NUMA;
constexpr cl_device_affinity_domain next = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
/// The order of NEXT_PARTITIONABLE (4.3), by the level that hwloc knows them as.
constexpr std::pair<cl_device_affinity_domain, hwloc_obj_type_t> domains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, HWLOC_OBJ_NUMANODE},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, HWLOC_OBJ_L4CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, HWLOC_OBJ_L3CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, HWLOC_OBJ_L2CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, HWLOC_OBJ_L1CACHE}};

/// Which units share what, as hwloc says.
class Oracle {
 public:
  explicit Oracle(const std::string& description) {
    hwloc_topology_t raw = nullptr;
    EXPECT_EQ(0, hwloc_topology_init(&raw));
    topology_.reset(raw);
    if (description.ends_with(".xml")) {
      EXPECT_EQ(0, hwloc_topology_set_xml(raw, description.c_str()));
    } else if (!description.empty()) {
      EXPECT_EQ(0, hwloc_topology_set_synthetic(raw, description.c_str()));
    }
    hwloc_topology_set_cache_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_ALL);
    hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
    EXPECT_EQ(0, hwloc_topology_load(raw));
  }
  /// A name of the group that the processor belongs to; -1: to none. Of several memory nodes the
  /// one with the fewest processors.
  [[nodiscard]] int group_of(uint32_t processor, hwloc_obj_type_t type) const {
    int best = -1, weight = 0;
    for (int i = 0; i < hwloc_get_nbobjs_by_type(topology_.get(), type); ++i) {
      hwloc_obj_t object = hwloc_get_obj_by_type(topology_.get(), type, static_cast<unsigned>(i));
      if (object->cpuset == nullptr || !hwloc_bitmap_isset(object->cpuset, processor)) continue;
      const int its_weight = hwloc_bitmap_weight(object->cpuset);
      if (best < 0 || its_weight < weight) {
        best = i;
        weight = its_weight;
      }
    }
    return best;
  }

 private:
  struct Destroy {
    void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
  };
  std::unique_ptr<hwloc_topology, Destroy> topology_;
};

/// A machine with its oracle, whose answers are kept.
class Subject {
 public:
  explicit Subject(const std::string& description) : machine(machine_of(description)) {
    const Oracle oracle(description);
    for (const auto& [domain, type] : domains) {
      for (const Unit& unit : machine.units) {
        groups_[domain].push_back(oracle.group_of(unit.os_processor, type));
      }
    }
  }
  /// The parts of the device that share a group of the domain, in the order of their first units.
  [[nodiscard]] std::vector<UnitSet> expected_parts(const UnitSet& device,
                                                    cl_device_affinity_domain domain) const {
    std::map<int, std::vector<uint32_t>> members;
    for (uint32_t unit : device) members[groups_.at(domain)[unit]].push_back(unit);
    members.erase(-1);
    std::vector<UnitSet> parts;
    for (auto& [group, units] : members) parts.emplace_back(std::move(units));
    std::ranges::sort(parts);
    return parts;
  }
  [[nodiscard]] bool exists(cl_device_affinity_domain domain) const {
    return std::ranges::any_of(groups_.at(domain), [](int group) { return group >= 0; });
  }
  [[nodiscard]] bool covers_all(cl_device_affinity_domain domain) const {
    return std::ranges::all_of(groups_.at(domain), [](int group) { return group >= 0; });
  }
  [[nodiscard]] support::Result<Partition> split(const UnitSet& device,
                                                 const PartitionRequest& request) const {
    return partition(machine, device, request);
  }

  const Machine machine;

 private:
  std::map<cl_device_affinity_domain, std::vector<int>> groups_;  // by unit
};

std::vector<UnitSet> sorted(std::vector<UnitSet> parts) {
  std::ranges::sort(parts);
  return parts;
}

/// Splits a device in all ways, checks the parts, and goes on with some of them.
class Explorer {
 public:
  explicit Explorer(const Subject& subject) : subject_(subject) {}

  void explore(const UnitSet& device) {
    if (seen_.size() >= most_devices || !seen_.insert(device).second) return;
    for (const auto& [domain, type] : domains) check_domain(device, domain);
    check_next(device);
    check_equally(device);
    check_counts(device);
    check_names(device);
  }
  [[nodiscard]] size_t devices() const { return seen_.size(); }

 private:
  static constexpr size_t most_devices = 500;  // a large machine has too many

  void go_on(const std::vector<UnitSet>& parts) {
    for (size_t part : {size_t{0}, parts.size() / 2, parts.size() - 1}) explore(parts[part]);
  }
  void check_domain(const UnitSet& device, cl_device_affinity_domain domain) {
    const std::vector<UnitSet> expected = subject_.expected_parts(device, domain);
    const auto result = subject_.split(device, by_domain(domain));
    const bool reported = (affinity_domains(subject_.machine, device) & domain) != 0;
    EXPECT_EQ(expected.size() > 1, reported);
    ASSERT_EQ(reported, result.ok()) << "domain " << domain;
    if (!result.ok()) {
      EXPECT_EQ(subject_.exists(domain) ? CL_DEVICE_PARTITION_FAILED : CL_INVALID_VALUE,
                result.status().code());
      return;
    }
    check_parts(device, result.value().parts);
    EXPECT_EQ(expected, sorted(result.value().parts));
    EXPECT_EQ(domain_properties(domain), partition_properties(result.value().how));
    go_on(result.value().parts);
  }
  void check_next(const UnitSet& device) {
    const auto result = subject_.split(device, by_domain(next));
    const cl_device_affinity_domain reported = affinity_domains(subject_.machine, device);
    ASSERT_EQ((reported & next) != 0, result.ok());
    ASSERT_EQ((reported & ~next) != 0, result.ok()) << "next without any other";
    if (!result.ok()) {
      EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, result.status().code());
      return;
    }
    for (const auto& [domain, type] : domains) {
      const auto expected = subject_.expected_parts(device, domain);
      if (expected.size() < 2) continue;
      EXPECT_EQ(domain_properties(domain), partition_properties(result.value().how))
          << "the first that divides";
      EXPECT_EQ(expected, sorted(result.value().parts));
      break;
    }
  }
  void check_equally(const UnitSet& device) {
    const size_t units = device.count();
    for (size_t each : std::set<size_t>{1, 2, 3, units / 2, units - 1}) {
      if (each == 0 || each >= units) continue;
      const auto result = subject_.split(device, equally(each));
      ASSERT_TRUE(result.ok());
      const std::vector<UnitSet>& parts = result.value().parts;
      EXPECT_EQ(units / each, parts.size());
      EXPECT_EQ(units / each * each, check_parts(device, parts));
      for (const UnitSet& part : parts) EXPECT_EQ(each, part.count());
      EXPECT_EQ((Properties{CL_DEVICE_PARTITION_EQUALLY,
                            static_cast<cl_device_partition_property>(each), 0}),
                partition_properties(result.value().how));
      go_on(parts);
    }
    EXPECT_EQ(units == 0 ? 0 : CL_DEVICE_PARTITION_FAILED,
              subject_.split(device, equally(units)).status().code());
    EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
              subject_.split(device, equally(units + 1)).status().code());
  }
  void check_counts(const UnitSet& device) {
    if (device.count() < 2) return;
    std::vector<cl_uint> counts;
    Properties type = {CL_DEVICE_PARTITION_BY_COUNTS};
    size_t total = 0;
    while (counts.size() < 5 && total < device.count()) {
      const size_t rest = device.count() - total;
      counts.push_back(static_cast<cl_uint>(1 + random_() % rest));
      total += counts.back();
      type.push_back(static_cast<cl_device_partition_property>(counts.back()));
    }
    type.insert(type.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
    const auto result = subject_.split(device, by_counts(counts));
    ASSERT_TRUE(result.ok());
    const std::vector<UnitSet>& parts = result.value().parts;
    ASSERT_EQ(counts.size(), parts.size());
    for (size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(counts[i], parts[i].count());
    EXPECT_EQ(total, check_parts(device, parts));
    EXPECT_EQ(type, partition_properties(result.value().how));
    counts.push_back(static_cast<cl_uint>(device.count() - total + 1));
    EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
              subject_.split(device, by_counts(counts)).status().code());
    go_on(parts);
  }

  void check_names(const UnitSet& device) {
    if (device.count() < 2) return;
    PartitionRequest request;
    request.scheme = Scheme::by_names;
    std::vector<uint32_t> named;
    for (cl_uint name = 0; name < device.count(); ++name) {
      if (random_() % 2 == 0 && name + 1 < device.count()) continue;
      request.names.push_back(name);
      named.push_back(device[name]);
    }
    std::ranges::reverse(request.names);
    const auto result = subject_.split(device, request);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(std::vector<UnitSet>{UnitSet(named)}, result.value().parts);
    EXPECT_EQ(request, result.value().how);
    go_on(result.value().parts);
  }

  const Subject& subject_;
  std::set<UnitSet> seen_;
  std::mt19937 random_{4711};
};

class EveryMachine : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryMachine, PartsAreDisjointAndCoverWhatTheSchemeSaysAndReportTheirType) {
  const Subject subject(GetParam());
  Explorer explorer(subject);
  explorer.explore(subject.machine.all_units());
  const size_t units = subject.machine.units.size();
  EXPECT_GE(explorer.devices(), std::min<size_t>(units, 8)) << "hardly anything was split";
}

/// Splits along the domains one after the other, where that is possible.
std::vector<UnitSet> split_along(const Subject& subject,
                                 const std::vector<cl_device_affinity_domain>& order) {
  std::vector<UnitSet> parts = {subject.machine.all_units()};
  for (cl_device_affinity_domain domain : order) {
    std::vector<UnitSet> finer;
    for (const UnitSet& part : parts) {
      const auto result = subject.split(part, by_domain(domain));
      if (!result.ok()) {
        finer.push_back(part);
      } else {
        finer.insert(finer.end(), result.value().parts.begin(), result.value().parts.end());
      }
    }
    parts = std::move(finer);
  }
  return sorted(std::move(parts));
}

TEST_P(EveryMachine, DomainsNestedInAnyOrderEndWithTheSameParts) {
  const Subject subject(GetParam());
  std::vector<cl_device_affinity_domain> order;
  for (const auto& [domain, type] : domains) {
    // A level that some units lack leaves those out where it divides a part, and not where it does
    // not: then the order matters.
    if (subject.covers_all(domain)) order.push_back(domain);
  }
  std::ranges::sort(order);
  const std::vector<UnitSet> outermost_first = split_along(subject, order);
  EXPECT_EQ(subject.machine.units.size(),
            check_parts(subject.machine.all_units(), outermost_first));
  do {
    ASSERT_EQ(outermost_first, split_along(subject, order));
  } while (std::ranges::next_permutation(order).found);
}

TEST_P(EveryMachine, NextGoesDownTheLevelsThatDivideUntilNoneDoes) {
  const Subject subject(GetParam());
  std::vector<std::pair<UnitSet, cl_device_affinity_domain>> open = {
      {subject.machine.all_units(), 0}};
  while (!open.empty()) {
    const auto [device, above] = open.back();
    open.pop_back();
    const auto result = subject.split(device, by_domain(next));
    if (!result.ok()) {
      EXPECT_EQ(0U, affinity_domains(subject.machine, device));
      continue;
    }
    const auto found = result.value().how.domain;
    ASSERT_GT(found, above) << "a level is divided once, and never one further out afterwards";
    for (const UnitSet& part : result.value().parts) open.emplace_back(part, found);
  }
}

std::string name_of_case(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.empty() ? "this_machine" : info.param;
  if (name.ends_with(".xml")) name = name.substr(name.rfind('/') + 1);
  std::ranges::replace_if(name, [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(PartitionProperty, EveryMachine, ::testing::ValuesIn(all_machines()),
                         name_of_case);

TEST(MachineFile, AHybridProcessorHasCachesOfDifferentWidth) {
  const Machine machine = machine_of(machine_file("hybrid"));
  const UnitSet all = machine.all_units();
  ASSERT_EQ(10U, all.count());
  EXPECT_EQ((std::vector<UnitSet>{{0, 1}, {2, 3}, {4, 5, 6, 7}, {8, 9}}),
            partition(machine, all, by_domain(CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE)).value().parts);
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED,
            partition(machine, all, by_domain(CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE)).status().code())
      << "there is one, and two units have none";
  EXPECT_EQ(machine.units[0].core, machine.units[1].core);
  EXPECT_NE(machine.units[4].core, machine.units[5].core);
}

TEST(MachineFile, OnlyAllowedProcessorsAreUnits) {
  const Machine machine = machine_of(machine_file("holes"));
  std::set<uint32_t> processors;
  for (const Unit& unit : machine.units) processors.insert(unit.os_processor);
  EXPECT_EQ((std::set<uint32_t>{1, 2, 5, 7, 9, 10, 15}), processors);
  const auto cores =
      partition(machine, machine.all_units(), by_domain(CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE));
  ASSERT_EQ(4U, cores.value().parts.size());
  EXPECT_EQ(1U, cores.value().parts[2].count()) << "the other thread of processor 5 is not allowed";
}

TEST(MachineFile, CachesThatSomeUnitsLackLeaveThoseOut) {
  const Machine machine = machine_of(machine_file("asymmetric"));
  const auto caches =
      partition(machine, machine.all_units(), by_domain(CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE));
  EXPECT_EQ((std::vector<UnitSet>{{0, 1, 2, 3}, {4, 5}}), caches.value().parts);
  const auto nodes = partition(machine, machine.all_units(), by_domain(numa));
  ASSERT_EQ(3U, nodes.value().parts.size());
  EXPECT_EQ(0U, affinity_domains(machine, nodes.value().parts[2])) << "a single unit";
}

TEST(MachineFile, NodesCountWhereTheirProcessorsAreAndAreTheirOwn) {
  const Machine machine = machine_of(machine_file("memory"));
  const std::vector<Group>& nodes = machine.at(Level::numa);
  ASSERT_EQ(2U, nodes.size())
      << "those of equal processors are one; those of all and of none, none";
  EXPECT_EQ(0U, nodes[0].os_index);
  EXPECT_EQ(1U, nodes[1].os_index);
  EXPECT_EQ(uint64_t{9} << 30, nodes[0].bytes);
  EXPECT_EQ((UnitSet{2, 3}), nodes[1].units);
}

}  // namespace
}  // namespace cleave::topology::test
