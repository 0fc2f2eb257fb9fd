// The words of --split and --as, and what is said of wrong ones.
#include <algorithm>
#include <set>

#include "machines.h"
#include "topology/partition.h"

namespace cleave::topology::test {
namespace {

std::vector<UnitSet> roots(const std::string& description, const std::string& split,
                           const std::string& as = "all") {
  std::string problem;
  auto devices = root_devices(machine_of(description), split, as, problem);
  EXPECT_EQ("", problem);
  return devices;
}

/// Returns what is said of a wrong split. It must name the split or its wrong part.
std::string said_of(const std::string& description, const std::string& split,
                    const std::string& as = "all") {
  std::string problem;
  EXPECT_TRUE(root_devices(machine_of(description), split, as, problem).empty());
  EXPECT_NE(std::string::npos, problem.find(as == "all" ? split : as)) << problem;
  return problem;
}
std::string quoted_word(const std::string& word) {
  return "'" + word + "'";
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Split, NoSplitIsTheWholeMachine) {
  EXPECT_EQ((std::vector<UnitSet>{UnitSet::range(0, 8)}), roots(small, ""));
}

TEST(Split, EachWordSplits) {
  EXPECT_EQ(8U, roots(small, "equally:1").size());
  EXPECT_EQ((std::vector<UnitSet>{{0, 1, 2}, {3}}), roots(small, "counts:3,1"));
  EXPECT_EQ((std::vector<UnitSet>{{0, 2}}), roots(small, "names:0,2"));
  EXPECT_EQ((std::vector<UnitSet>{{1, 4, 5, 6}}), roots(small, "names:4-6,1"));
  EXPECT_EQ((std::vector<UnitSet>{{7}}), roots(small, "names:7-7"));
  EXPECT_EQ(2U, roots(small, "numa").size());
  EXPECT_EQ(4U, roots(small, "l3").size());
  EXPECT_EQ(2U, roots(every_level, "l4").size());
  EXPECT_EQ(4U, roots(small, "l2").size());
  EXPECT_EQ(4U, roots(small, "l1").size());
  EXPECT_EQ(2U, roots(small, "next").size());
}

TEST(Split, OnePartCanBeChosen) {
  EXPECT_EQ((std::vector<UnitSet>{{4, 5, 6, 7}}), roots(small, "numa", "one:1"));
}

TEST(Split, AMachineOfOneUnitIsItsOwnPartOfOneUnit) {
  EXPECT_EQ((std::vector<UnitSet>{{0}}), roots("pu:1", "equally:1"));
  EXPECT_EQ((std::vector<UnitSet>{{0}}), roots("pu:1", "counts:1", "one:0"));
  EXPECT_EQ((std::vector<UnitSet>{{0}}), roots("pu:1", "names:0"));
}

/// Sizes of the parts for so many processes.
std::vector<size_t> sizes(const std::string& description, uint32_t count) {
  std::vector<size_t> list;
  for (const UnitSet& part : divide_evenly(machine_of(description), count)) {
    list.push_back(part.count());
  }
  return list;
}
using Sizes = std::vector<size_t>;

TEST(Split, RanksGiveSoManyPartsAlongNodesAndCaches) {
  EXPECT_EQ((std::vector<UnitSet>{UnitSet::range(0, 8)}), roots(small, "ranks:1"));
  EXPECT_EQ(roots(small, "numa"), roots(small, "ranks:2"));
  EXPECT_EQ(roots(small, "l3"), roots(small, "ranks:4"));
  EXPECT_EQ(roots(large, "l3"), roots(large, "ranks:64"));
  EXPECT_EQ((std::vector<UnitSet>{{4, 5, 6, 7}}), roots(small, "ranks:2", "one:1"));
  EXPECT_EQ((std::vector<UnitSet>{{0}}), roots("pu:1", "ranks:1"));
}

TEST(Split, RanksPutTheLargerPartsWhereNoBorderIsCrossed) {
  EXPECT_EQ((Sizes{3, 2, 3, 2}), sizes("node:2 core:5 pu:1", 4));
  EXPECT_EQ((Sizes{4, 3}), sizes(machine_file("holes"), 2)) << "nodes of 4 and 3 processors";
  // Only the caches' borders in the middle can be kept to.
  EXPECT_EQ((Sizes{2, 2, 1, 2, 2, 1}), sizes("node:2 l3:1 l2:5 core:1 pu:1", 6));
  EXPECT_EQ((Sizes{3, 3, 2}), sizes("node:2 core:4 pu:1", 3)) << "equal sizes go before borders";
  EXPECT_EQ((Sizes{4, 2, 4, 2}), sizes("node:2 core:3 pu:2", 4)) << "cores stay whole";
  EXPECT_EQ((Sizes{2, 1, 1, 1, 1, 1, 1}), sizes("node:1 core:4 pu:2", 7)) << "too few cores";
}

TEST(Split, RanksCoverEveryMachineWithPartsOfEqualSize) {
  for (const std::string& description : all_machines()) {
    const Machine machine = machine_of(description);
    const auto units = static_cast<uint32_t>(machine.units.size());
    for (uint32_t count = 1; count <= std::min(units, 70U); ++count) {
      const std::vector<UnitSet> parts = divide_evenly(machine, count);
      ASSERT_EQ(count, parts.size()) << description;
      std::set<size_t> cores;
      uint32_t next = 0;
      for (const UnitSet& part : parts) {
        ASSERT_EQ(UnitSet::range(next, static_cast<uint32_t>(part.count())), part) << description;
        next += static_cast<uint32_t>(part.count());
        std::set<uint32_t> own;
        for (uint32_t unit : part) own.insert(machine.units[unit].core);
        cores.insert(own.size());
      }
      EXPECT_EQ(units, next) << description;
      EXPECT_LE(*cores.rbegin() - *cores.begin(), 1U) << description << ' ' << count;
    }
    EXPECT_TRUE(divide_evenly(machine, 0).empty());
    EXPECT_TRUE(divide_evenly(machine, units + 1).empty());
  }
}

TEST(Split, RanksWithoutANumberOrWithoutUnitsAreNamed) {
  for (const char* wrong : {"ranks:", "ranks:0", "ranks:x", "ranks:-1", "ranks:99999999999"}) {
    EXPECT_TRUE(has(said_of(small, wrong), "no number of processes")) << wrong;
  }
  EXPECT_TRUE(has(said_of(small, "ranks:9"), "has 8 compute units, less than one"));
  EXPECT_TRUE(has(said_of(small, "ranks:2", "one:2"), "N from 0 to 1"));
}

TEST(Split, WordsThatAreNoSplitAreNamedWithWhatWouldBeRight) {
  for (const char* wrong : {"l5", "numa:2", "halves", "NUMA", "equally", "counts"}) {
    EXPECT_TRUE(has(said_of(small, wrong), "equally:N, counts:A,B")) << wrong;
  }
}

TEST(Split, NumbersThatAreNoCountAreNamedWithWhatWouldBeRight) {
  EXPECT_TRUE(has(said_of(small, "equally:0"), "'0' in 'equally:0' is no number"));
  EXPECT_TRUE(has(said_of(small, "equally:two"), "'two' in"));
  EXPECT_TRUE(has(said_of(small, "equally:"), "'' in"));
  EXPECT_TRUE(has(said_of(small, "equally:99999999999"), "'99999999999' in"));
  EXPECT_TRUE(has(said_of(small, "counts:2,,1"), "right would be for example counts:3,1"));
  EXPECT_TRUE(has(said_of(small, "counts:2,-1"), "'-1' in"));
}

TEST(Split, NamesThatAreNoUnitsAreNamedWithWhatWouldBeRight) {
  for (const char* wrong : {"", "x", "1-", "-1", "3-1", "0-99999999", "1-2-3"}) {
    const std::string split = std::string("names:0,") + wrong;
    EXPECT_TRUE(has(said_of(small, split), quoted_word(wrong) + " in '" + split + "' is neither"));
  }
  EXPECT_TRUE(has(said_of(small, "names:2,1-3"), "a unit is named twice"));
  EXPECT_TRUE(
      has(said_of(small, "names:7,8"), "no unit 8, this machine has 8, numbered from 0 to 7"));
  EXPECT_TRUE(has(said_of(small, "names:4294967295"), "no unit 4294967295"));
  EXPECT_TRUE(has(said_of("pu:1", "names:1"), "1 compute unit, which cannot be split"));
}

TEST(Split, WhatThisMachineCannotDoIsNamedWithWhatItCan) {
  EXPECT_TRUE(has(said_of(small, "equally:9"),
                  "has 8 compute units; right would be equally:1 to "
                  "equally:7"));
  EXPECT_TRUE(has(said_of(small, "equally:8"), "it would not give two parts"));
  EXPECT_TRUE(has(said_of("pu:2", "equally:2"), "2 compute units; right would be equally:1"));
  EXPECT_TRUE(has(said_of("pu:1", "equally:2"), "1 compute unit; right would be equally:1"));
  EXPECT_TRUE(has(said_of("pu:1", "counts:2"), "1 compute unit, which cannot be split"));
  EXPECT_TRUE(has(said_of(small, "counts:8,1"), "add up to 9 compute units"));
  EXPECT_TRUE(has(said_of(small, "l4"), "no such level; right would be numa, l3, l2, l1, next"));
  EXPECT_TRUE(has(said_of("node:1 l3:1 l2:2 pu:1", "l3"), "two parts; right would be l2, next"));
  EXPECT_TRUE(has(said_of("node:1 pu:2", "numa"), "only be split by equally:N"));
}

TEST(Split, APartThatIsNotThereIsNamedWithThoseThatAre) {
  EXPECT_TRUE(has(said_of(small, "numa", "one:2"), "N from 0 to 1"));
  for (const char* wrong : {"each", "one:", "one:-1", "one:0,1", "one: 1"}) {
    EXPECT_TRUE(has(said_of(small, "numa", wrong), "right would be all, or one:N")) << wrong;
  }
  EXPECT_TRUE(has(said_of(small, "counts:2", "one:1"), "there is 1, and right would be all or"));
}

}  // namespace
}  // namespace cleave::topology::test
