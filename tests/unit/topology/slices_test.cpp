// Compute slices: the option, and the groups of units that it makes.
#include "topology/slices.h"

#include "machines.h"

namespace cleave::topology::test {
namespace {

using Slices = std::vector<UnitSet>;

Slices slices(const Machine& machine, const UnitSet& device, uint32_t count) {
  return slices_of(machine, machine.all_units(), device, count);
}

TEST(ParseSlices, ReadsACountForEachRootDevice) {
  SliceCounts counts;
  std::string problem;
  EXPECT_TRUE(parse_slices("0:2", counts, problem));
  EXPECT_EQ((SliceCounts{{0, 2}}), counts);
  counts.clear();
  EXPECT_TRUE(parse_slices("0:4,3:2,1:1", counts, problem));
  EXPECT_EQ((SliceCounts{{0, 4}, {1, 1}, {3, 2}}), counts);
}

TEST(ParseSlices, SaysWhatIsWrong) {
  for (const char* wrong : {"", "2", ":2", "0:", "0:2,", "a:2", "0:b", "-1:2", "0:2:2", "0 :2"}) {
    SliceCounts counts;
    std::string problem;
    EXPECT_FALSE(parse_slices(wrong, counts, problem)) << wrong;
    EXPECT_NE(std::string::npos, problem.find("right would be for example 0:2")) << problem;
  }
  SliceCounts counts;
  std::string problem;
  EXPECT_FALSE(parse_slices("0:3", counts, problem));
  EXPECT_EQ("'0:3' asks for 3 slices; right would be 1 (none), 2 or 4", problem);
  counts.clear();
  EXPECT_FALSE(parse_slices("0:2,0:4", counts, problem));
  EXPECT_EQ("'0:4' names a root device for the second time", problem);
}

TEST(ParseSlices, SaysWhatTheMachineHasNot) {
  const Machine machine = machine_of("node:2 core:3 pu:1");
  const std::vector<UnitSet> roots = {{0, 1, 2, 3}, {4}};  // 3 of a node, and 1 of each
  std::string problem;
  EXPECT_TRUE(slices_exist(machine, roots, {{0, 2}, {1, 1}}, problem));
  EXPECT_EQ("", problem);
  EXPECT_FALSE(slices_exist(machine, roots, {{2, 2}}, problem));
  EXPECT_EQ("'2:2' names a root device that is not there; the last is 1", problem);
  EXPECT_FALSE(slices_exist(machine, roots, {{0, 4}}, problem));
  EXPECT_EQ(
      "'0:4' asks for more slices than a NUMA node of the device has compute units (3); right "
      "would be 2",
      problem);
  EXPECT_FALSE(slices_exist(machine, roots, {{1, 2}}, problem));
  EXPECT_EQ(
      "'1:2' asks for more slices than a NUMA node of the device has compute units (1); right "
      "would be 1 (none)",
      problem);
}

TEST(Slices, AreOfWhatEachNodeHasOfTheRootDevice) {
  const Machine machine = machine_of("node:3 core:2 pu:1");
  EXPECT_EQ((Slices{{0, 1}, {2, 3}, {4, 5}}), tiles_of(machine, machine.all_units()));
  EXPECT_EQ((Slices{{1}, {4, 5}}), tiles_of(machine, {1, 4, 5}));
}

TEST(Slices, AreEqualGroupsOfANode) {
  const Machine machine = machine_of("node:1 l3:2 core:4 pu:1");
  EXPECT_EQ((Slices{{0, 1, 2, 3}, {4, 5, 6, 7}}), slices(machine, machine.all_units(), 2));
  EXPECT_EQ((Slices{{0, 1}, {2, 3}, {4, 5}, {6, 7}}), slices(machine, machine.all_units(), 4));
}

TEST(Slices, LeaveOutWhatDoesNotDivide) {
  const Machine machine = machine_of("node:1 pu:7");
  EXPECT_EQ((Slices{{0, 1, 2}, {3, 4, 5}}), slices(machine, machine.all_units(), 2));
  EXPECT_EQ((Slices{{0}, {1}, {2}, {3}}), slices(machine, machine.all_units(), 4));
}

TEST(Slices, NeedAUnitEach) {
  const Machine machine = machine_of("node:1 pu:3");
  EXPECT_EQ(Slices{}, slices(machine, machine.all_units(), 4));
  EXPECT_EQ(Slices{}, slices(machine_of("pu:1"), {0}, 2));
}

TEST(Slices, AreOfTilesAlone) {
  const Machine machine = machine_of("node:2 l3:2 core:2 pu:1");
  EXPECT_EQ(Slices{}, slices(machine, machine.all_units(), 2)) << "two nodes";
  EXPECT_EQ((Slices{{4, 5}, {6, 7}}), slices(machine, {4, 5, 6, 7}, 2)) << "a node";
  EXPECT_EQ(Slices{}, slices(machine, {4, 5}, 2)) << "less than a node";
  EXPECT_EQ(Slices{}, slices(machine, {2, 3, 4, 5}, 2)) << "parts of two";
}

TEST(Slices, OfARootDeviceThatIsAPartOfANode) {
  const Machine machine = machine_of("node:2 l3:2 core:2 pu:1");
  const UnitSet root = {1, 2, 3};
  EXPECT_EQ((Slices{{1}, {2}}), slices_of(machine, root, root, 2));
  const UnitSet across = {2, 3, 4, 5};
  EXPECT_EQ(Slices{}, slices_of(machine, across, across, 2));
  EXPECT_EQ((Slices{{2}, {3}}), slices_of(machine, across, {2, 3}, 2));
}

TEST(Slices, AreOffWithoutACount) {
  const Machine machine = machine_of("node:1 pu:4");
  EXPECT_EQ(Slices{}, slices(machine, machine.all_units(), 0));
  EXPECT_EQ(Slices{}, slices(machine, machine.all_units(), 1));
}

TEST(Slices, AreDisjointAndEqualInEveryMachine) {
  for (const std::string& description : all_machines()) {
    const Machine machine = machine_of(description);
    for (const Group& node : machine.at(Level::numa)) {
      for (const uint32_t count : {2U, 4U}) {
        const Slices found = slices(machine, node.units, count);
        EXPECT_EQ(node.units.count() < count ? 0 : count, found.size()) << description;
        for (size_t i = 0; i < found.size(); ++i) {
          EXPECT_EQ(node.units.count() / count, found[i].count());
          EXPECT_TRUE(found[i].is_subset_of(node.units));
          for (size_t j = 0; j < i; ++j) EXPECT_FALSE(found[i].intersects(found[j]));
        }
      }
    }
  }
}

}  // namespace
}  // namespace cleave::topology::test
