// read_machine makes trees of this machine, of descriptions and of files.
#include <hwloc.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include "machines.h"

namespace cleave::topology::test {
namespace {

/// Restores the affinity mask of the thread.
class AffinityGuard {
 public:
  AffinityGuard() { EXPECT_EQ(0, sched_getaffinity(0, sizeof before_, &before_)); }
  ~AffinityGuard() { sched_setaffinity(0, sizeof before_, &before_); }
  AffinityGuard(const AffinityGuard&) = delete;
  AffinityGuard& operator=(const AffinityGuard&) = delete;
  [[nodiscard]] const cpu_set_t& before() const { return before_; }

 private:
  cpu_set_t before_;
};

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/cleave-topology-XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// Exports what hwloc reads here, or of a synthetic description.
std::string exported(const Folder& folder, const char* description) {
  const std::string file = folder.file(description == nullptr ? "own.xml" : "synthetic.xml");
  hwloc_topology_t topology = nullptr;
  EXPECT_EQ(0, hwloc_topology_init(&topology));
  if (description != nullptr) {
    EXPECT_EQ(0, hwloc_topology_set_synthetic(topology, description));
  }
  hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  EXPECT_EQ(0, hwloc_topology_load(topology));
  EXPECT_EQ(0, hwloc_topology_export_xml(topology, file.c_str(), 0));
  hwloc_topology_destroy(topology);
  return file;
}

TEST(ReadMachine, HasAUnitForEachProcessorThatThisProcessMayUse) {
  const AffinityGuard affinity;
  const Machine machine = machine_of("");
  EXPECT_TRUE(machine.is_this_system);
  ASSERT_EQ(static_cast<size_t>(CPU_COUNT(&affinity.before())), machine.units.size());
  for (const Unit& unit : machine.units)
    EXPECT_TRUE(CPU_ISSET(unit.os_processor, &affinity.before()));
  EXPECT_GT(machine.memory_bytes, 0U);
  EXPECT_FALSE(machine.processor_name.empty());
}

TEST(ReadMachine, FollowsAMaskWithAHoleAndLeavesItAsItWas) {
  const AffinityGuard affinity;
  if (CPU_COUNT(&affinity.before()) < 2) GTEST_SKIP() << "there is one processor only";
  cpu_set_t mask = affinity.before();
  uint32_t first = 0;
  while (!CPU_ISSET(first, &mask)) ++first;
  CPU_CLR(first, &mask);
  ASSERT_EQ(0, sched_setaffinity(0, sizeof mask, &mask));
  const Machine machine = machine_of("");
  EXPECT_EQ(static_cast<size_t>(CPU_COUNT(&mask)), machine.units.size());
  for (const Unit& unit : machine.units) EXPECT_NE(first, unit.os_processor);
  cpu_set_t after;
  ASSERT_EQ(0, sched_getaffinity(0, sizeof after, &after));
  EXPECT_TRUE(CPU_EQUAL(&mask, &after));
}

TEST(ReadMachine, MemoryIsNotMoreThanTheMachineHas) {
  const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  EXPECT_LE(machine_of("").memory_bytes, pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)));
}

TEST(ReadMachine, ADescriptionIsNotThisSystem) {
  EXPECT_FALSE(machine_of(small).is_this_system);
}

TEST(ReadMachine, MoreThan256UnitsWork) {
  const Machine machine = machine_of(large);
  ASSERT_EQ(512U, machine.units.size());
  EXPECT_EQ(32U, machine.at(Level::numa).size());
  EXPECT_EQ(64U, machine.at(Level::l3).size());
  EXPECT_EQ(256U, machine.at(Level::l2).size());
  EXPECT_EQ(machine.units[510].core, machine.units[511].core) << "threads of one core";
  EXPECT_NE(machine.units[509].core, machine.units[510].core);
  std::set<uint32_t> processors;
  for (const Unit& unit : machine.units) processors.insert(unit.os_processor);
  EXPECT_EQ(512U, processors.size());
}

TEST(ReadMachine, ALevelThatDoesNotExistHasNoGroups) {
  EXPECT_TRUE(machine_of(small).at(Level::l4).empty());
  EXPECT_EQ(0U, machine_of(small).largest(Level::l4));
  EXPECT_EQ(2U, machine_of(every_level).at(Level::l4).size());
}

TEST(ReadMachine, KnowsTheSizesOfCachesAndNodes) {
  const Machine machine = machine_of("node:2(memory=4GB) l3:1(size=8MB) l2:2(size=512kB) pu:2");
  EXPECT_EQ(8'000'000U, machine.largest(Level::l3));
  EXPECT_EQ(512'000U, machine.largest(Level::l2));
  EXPECT_EQ(4'000'000'000U, machine.at(Level::numa)[1].bytes);
}

TEST(ReadMachine, TwoNodesOfTheSameUnitsAreOnePlace) {
  const Machine machine = machine_of("package:2 [numa(memory=1GB)] [numa(memory=2GB)] core:2 pu:1");
  ASSERT_EQ(2U, machine.at(Level::numa).size());
  EXPECT_EQ(3'000'000'000U, machine.at(Level::numa)[0].bytes);
}

TEST(ReadMachine, GroupsOfALevelShareNoUnit) {
  // Each package has memory of its own beside that of its two nodes.
  const Machine machine = machine_of("package:2 [numa] l3:2 [numa] core:2 pu:1");
  ASSERT_EQ(4U, machine.at(Level::numa).size());
  EXPECT_EQ((UnitSet{2, 3}), machine.at(Level::numa)[1].units);
}

TEST(ReadMachine, ReadsAFileThatHwlocWrote) {
  const Folder folder;
  const std::string file = exported(folder, "node:3 l2:2 pu:1");
  const Machine machine = machine_of(file);
  EXPECT_EQ(6U, machine.units.size());
  EXPECT_EQ(3U, machine.at(Level::numa).size());
  EXPECT_FALSE(machine.is_this_system);
}

/// Variables of hwloc for the length of a test.
class HwlocEnvironment {
 public:
  explicit HwlocEnvironment(std::vector<std::pair<std::string, std::string>> variables)
      : variables_(std::move(variables)) {
    for (const auto& [name, value] : variables_) setenv(name.c_str(), value.c_str(), 1);
  }
  ~HwlocEnvironment() {
    for (const auto& variable : variables_) unsetenv(variable.first.c_str());
  }
  HwlocEnvironment(const HwlocEnvironment&) = delete;
  HwlocEnvironment& operator=(const HwlocEnvironment&) = delete;

 private:
  std::vector<std::pair<std::string, std::string>> variables_;
};

/// This machine, as the thread's mask leaves it: whatever the environment tells hwloc.
void expect_processors_of_the_mask(const MachineOrProblem& read) {
  EXPECT_EQ("", read.problem);
  EXPECT_TRUE(read.machine.is_this_system);
  cpu_set_t mask;
  ASSERT_EQ(0, sched_getaffinity(0, sizeof mask, &mask));
  std::set<uint32_t> processors;
  for (const Unit& unit : read.machine.units) {
    EXPECT_TRUE(CPU_ISSET(unit.os_processor, &mask)) << unit.os_processor;
    processors.insert(unit.os_processor);
  }
  EXPECT_EQ(static_cast<size_t>(CPU_COUNT(&mask)), processors.size());
  EXPECT_EQ(processors.size(), read.machine.units.size());
  size_t in_nodes = 0;
  for (const Group& node : read.machine.at(Level::numa)) in_nodes += node.units.count();
  EXPECT_EQ(processors.size(), in_nodes);
}

/// Reads with the whole mask, and with that of one processor, the last.
void expect_mask_is_respected(const std::vector<std::pair<std::string, std::string>>& variables,
                              bool has_note) {
  const HwlocEnvironment environment(variables);
  MachineOrProblem read = read_machine("");
  expect_processors_of_the_mask(read);
  EXPECT_EQ(has_note, !read.note.empty()) << read.note;
  if (has_note) {
    EXPECT_NE(std::string::npos, read.note.find(variables[0].first)) << read.note;
  }
  const AffinityGuard affinity;
  size_t last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(last, &affinity.before())) --last;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  ASSERT_EQ(0, sched_setaffinity(0, sizeof one, &one));
  expect_processors_of_the_mask(read_machine(""));
}

TEST(ReadMachine, ThisMachineInAFileOfTheEnvironmentIsThisMachine) {
  const Folder folder;
  const std::string own = exported(folder, nullptr);
  for (const char* claim : {"", "0", "1"}) {
    SCOPED_TRACE(claim);
    std::vector<std::pair<std::string, std::string>> variables = {{"HWLOC_XMLFILE", own}};
    if (*claim != '\0') variables.emplace_back("HWLOC_THISSYSTEM", claim);
    expect_mask_is_respected(variables, false);
    const HwlocEnvironment environment(variables);
    const Machine machine = machine_of("");
    for (const auto& [name, value] : variables) unsetenv(name.c_str());
    const Machine plain = machine_of("");
    EXPECT_EQ(plain.processor_name, machine.processor_name);
    for (Level level : all_levels) {
      EXPECT_EQ(plain.at(level).size(), machine.at(level).size()) << name_of(level);
    }
  }
}

TEST(ReadMachine, AnotherMachineInTheEnvironmentGivesNoneOfItsProcessorsCachesOrNodes) {
  const Folder folder;
  const std::string other = exported(folder, large);
  for (const char* claim : {"0", "1"}) {
    SCOPED_TRACE(claim);
    expect_mask_is_respected({{"HWLOC_XMLFILE", other}, {"HWLOC_THISSYSTEM", claim}}, true);
    expect_mask_is_respected({{"HWLOC_SYNTHETIC", large}, {"HWLOC_THISSYSTEM", claim}}, true);
  }
  expect_mask_is_respected({{"HWLOC_XMLFILE", other}}, true);
  expect_mask_is_respected({{"HWLOC_XMLFILE", machine_file("holes")}}, true);
  expect_mask_is_respected({{"HWLOC_SYNTHETIC", "pu:1"}}, true);
  const HwlocEnvironment environment({{"HWLOC_XMLFILE", other}});
  const Machine machine = machine_of("");
  EXPECT_EQ(1U, machine.at(Level::numa).size());
  EXPECT_TRUE(machine.at(Level::l3).empty());
}

TEST(ReadMachine, ComponentsAndFoldersOfTheEnvironmentLeaveThisMachine) {
  const Folder folder;
  expect_mask_is_respected({{"HWLOC_COMPONENTS", "synthetic"}, {"HWLOC_SYNTHETIC", large}}, true);
  expect_mask_is_respected({{"HWLOC_COMPONENTS", "synthetic"}}, false);
  expect_mask_is_respected({{"HWLOC_COMPONENTS", "stop"}}, true);
  expect_mask_is_respected({{"HWLOC_COMPONENTS", "linux,stop"}}, false);
  expect_mask_is_respected({{"HWLOC_FSROOT", "/"}}, false);
  expect_mask_is_respected({{"HWLOC_XMLFILE", folder.file("missing.xml")}}, false);
  // How much of the machine hwloc finds with these is its own affair.
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"HWLOC_FSROOT", folder.file("")},
                                                        {"HWLOC_CPUID_PATH", folder.file("")},
                                                        {"HWLOC_COMPONENTS", "x86,-linux"},
                                                        {"HWLOC_THISSYSTEM", "0"}}) {
    SCOPED_TRACE(name);
    const HwlocEnvironment environment({{name, value}});
    expect_processors_of_the_mask(read_machine(""));
  }
}

TEST(ReadMachine, ADescriptionIsOneWhateverTheEnvironmentClaims) {
  const Folder folder;
  const HwlocEnvironment environment(
      {{"HWLOC_THISSYSTEM", "1"}, {"HWLOC_XMLFILE", exported(folder, nullptr)}});
  for (const std::string& description : {std::string(small), machine_file("holes")}) {
    const MachineOrProblem read = read_machine(description);
    EXPECT_FALSE(read.machine.is_this_system);
    EXPECT_EQ(description == small ? 8U : 7U, read.machine.units.size());
    EXPECT_EQ("", read.note);
  }
}

/// A node of 4 processors with 2 L3 caches, a node of 2 without, and a node of memory alone.
constexpr const char* asymmetric = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
 <object type="Machine" os_index="0" cpuset="0x3f" complete_cpuset="0x3f" allowed_cpuset="0x3f"
   nodeset="0x7" complete_nodeset="0x7" allowed_nodeset="0x7" gp_index="1">
  <object type="NUMANode" os_index="2" cpuset="0x0" complete_cpuset="0x0" nodeset="0x4"
    complete_nodeset="0x4" gp_index="2" local_memory="4000000"/>
  <object type="Package" os_index="0" cpuset="0xf" complete_cpuset="0xf" nodeset="0x1"
    complete_nodeset="0x1" gp_index="3">
   <object type="NUMANode" os_index="0" cpuset="0xf" complete_cpuset="0xf" nodeset="0x1"
     complete_nodeset="0x1" gp_index="4" local_memory="2000000"/>
   <object type="L3Cache" cpuset="0x3" complete_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1"
     gp_index="5" cache_size="8192" depth="3" cache_linesize="128" cache_associativity="0"
     cache_type="0">
    <object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1"
      complete_nodeset="0x1" gp_index="6"/>
    <object type="PU" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x1"
      complete_nodeset="0x1" gp_index="7"/>
   </object>
   <object type="L3Cache" cpuset="0xc" complete_cpuset="0xc" nodeset="0x1" complete_nodeset="0x1"
     gp_index="8" cache_size="4096" depth="3" cache_linesize="128" cache_associativity="0"
     cache_type="0">
    <object type="PU" os_index="2" cpuset="0x4" complete_cpuset="0x4" nodeset="0x1"
      complete_nodeset="0x1" gp_index="9"/>
    <object type="PU" os_index="3" cpuset="0x8" complete_cpuset="0x8" nodeset="0x1"
      complete_nodeset="0x1" gp_index="10"/>
   </object>
  </object>
  <object type="Package" os_index="1" cpuset="0x30" complete_cpuset="0x30" nodeset="0x2"
    complete_nodeset="0x2" gp_index="11">
   <object type="NUMANode" os_index="1" cpuset="0x30" complete_cpuset="0x30" nodeset="0x2"
     complete_nodeset="0x2" gp_index="12" local_memory="1000000"/>
   <object type="PU" os_index="4" cpuset="0x10" complete_cpuset="0x10" nodeset="0x2"
     complete_nodeset="0x2" gp_index="13"/>
   <object type="PU" os_index="5" cpuset="0x20" complete_cpuset="0x20" nodeset="0x2"
     complete_nodeset="0x2" gp_index="14"/>
  </object>
 </object>
</topology>)";

TEST(ReadMachine, ReadsAnAsymmetricMachineAndLeavesOutANodeOfMemoryAlone) {
  const Folder folder;
  std::ofstream(folder.file("machine.xml")) << asymmetric;
  const Machine machine = machine_of(folder.file("machine.xml"));
  ASSERT_EQ(6U, machine.units.size());
  ASSERT_EQ(2U, machine.at(Level::numa).size());
  EXPECT_EQ((UnitSet{0, 1, 2, 3}), machine.at(Level::numa)[0].units);
  EXPECT_EQ((UnitSet{4, 5}), machine.at(Level::numa)[1].units);
  ASSERT_EQ(2U, machine.at(Level::l3).size());
  EXPECT_EQ((UnitSet{2, 3}), machine.at(Level::l3)[1].units);
  EXPECT_EQ(8192U, machine.largest(Level::l3));
  EXPECT_EQ(128U, machine.cache_line_bytes);
}

TEST(ReadMachine, SaysWhatIsWrongWithADescription) {
  for (const char* bad : {"node:2 l3:x", "cores:4", "pu:0", "12 apples"}) {
    const MachineOrProblem read = read_machine(bad);
    EXPECT_NE(std::string::npos, read.problem.find(bad)) << bad << ": " << read.problem;
    EXPECT_NE(std::string::npos, read.problem.find("node:2 l3:1 core:4 pu:2")) << read.problem;
    EXPECT_TRUE(read.machine.units.empty());
  }
}

TEST(ReadMachine, SaysWhichFileItCannotRead) {
  const Folder folder;
  std::ofstream(folder.file("broken.xml")) << "<topology><object type=";
  for (const std::string& file : {folder.file("missing.xml"), folder.file("broken.xml")}) {
    const MachineOrProblem read = read_machine(file);
    EXPECT_NE(std::string::npos, read.problem.find(file)) << read.problem;
    EXPECT_NE(std::string::npos, read.problem.find("lstopo")) << read.problem;
  }
}

}  // namespace
}  // namespace cleave::topology::test
