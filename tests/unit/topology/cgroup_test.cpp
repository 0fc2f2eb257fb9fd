// Quotas and memory limits, as files under a root of the test show them; and the units they leave.
#include "topology/cgroup.h"

#include <cstdlib>
#include <fstream>

#include "machines.h"

namespace cleave::topology::test {
namespace {

namespace fs = std::filesystem;

class Cgroups : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/cleave-cgroup-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    root = name;
  }
  void TearDown() override { fs::remove_all(root); }
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text << "\n";
  }
  [[nodiscard]] CgroupLimits read() const { return read_cgroup_limits(root); }
  fs::path root;
};

TEST_F(Cgroups, WithoutGroupsThereIsNoLimit) {
  EXPECT_EQ(0u, read().processors);
  EXPECT_EQ(UINT64_MAX, read().memory_bytes);
}

TEST_F(Cgroups, QuotasOfVersionTwoAreRoundedUp) {
  write("proc/self/cgroup", "0::/box");
  write("sys/fs/cgroup/box/cpu.max", "max 100000");
  EXPECT_EQ(0u, read().processors);
  write("sys/fs/cgroup/box/cpu.max", "150000 100000");
  EXPECT_EQ(2u, read().processors);
  write("sys/fs/cgroup/box/cpu.max", "200000 100000");
  EXPECT_EQ(2u, read().processors);
  write("sys/fs/cgroup/box/cpu.max", "1000 100000");
  EXPECT_EQ(1u, read().processors);
}

TEST_F(Cgroups, OuterGroupsCountToo) {
  write("proc/self/cgroup", "0::/pod/box");
  write("sys/fs/cgroup/pod/box/cpu.max", "800000 100000");
  write("sys/fs/cgroup/pod/cpu.max", "300000 100000");
  write("sys/fs/cgroup/pod/box/memory.max", "max");
  write("sys/fs/cgroup/pod/memory.max", "1048576");
  EXPECT_EQ(3u, read().processors);
  EXPECT_EQ(1048576u, read().memory_bytes);
}

TEST_F(Cgroups, QuotasOfVersionOneHaveTwoFiles) {
  write("proc/self/cgroup", "5:cpu,cpuacct:/box\n4:memory:/box\n0::/");
  write("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "50000");
  write("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "-1");
  write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "4096");
  EXPECT_EQ(0u, read().processors);
  write("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "120000");
  EXPECT_EQ(3u, read().processors);
  EXPECT_EQ(4096u, read().memory_bytes);
}

TEST_F(Cgroups, InAContainerOnlyTheMountPointExists) {
  write("proc/self/cgroup", "0::/of/the/host");
  write("sys/fs/cgroup/cpu.max", "100000 100000");
  EXPECT_EQ(1u, read().processors);
}

TEST_F(Cgroups, NonsenseIsNoLimit) {
  write("proc/self/cgroup", "0::/\nnonsense");
  for (const char* text : {"", "0 0", "-5 100000", "100000", "a b"}) {
    write("sys/fs/cgroup/cpu.max", text);
    EXPECT_EQ(0u, read().processors) << text;
  }
}

TEST_F(Cgroups, GroupsHaveIdentities) {
  write("proc/self/cgroup", "0::/a");
  write("sys/fs/cgroup/a/cpu.max", "max 100000");
  write("sys/fs/cgroup/b/cpu.max", "max 100000");
  const uint64_t first = read().identity;
  EXPECT_NE(0u, first);
  EXPECT_EQ(first, read().identity);
  write("proc/self/cgroup", "0::/b");
  EXPECT_NE(first, read().identity);
}

TEST(ChooseUnits, TakesNeighboursFromTheStartRound) {
  const Machine machine = read_machine("core:8 pu:1").machine;
  EXPECT_EQ((UnitSet{0, 1, 2}), choose_units(machine, 3, 0));
  EXPECT_EQ((UnitSet{0, 6, 7}), choose_units(machine, 3, 6));
  EXPECT_EQ((UnitSet{2, 3, 4}), choose_units(machine, 3, 8 * 1000 + 2));
}

TEST(ChooseUnits, TakesOneOfEachCoreFirst) {
  const Machine machine = read_machine("core:4 pu:2").machine;
  EXPECT_EQ((UnitSet{0, 2, 4}), choose_units(machine, 3, 0));
  EXPECT_EQ((UnitSet{0, 1, 2, 4, 6}), choose_units(machine, 5, 0));
}

TEST(ChooseUnits, TakesNoMoreThanThereAre) {
  const Machine machine = read_machine("core:2 pu:1").machine;
  EXPECT_EQ(machine.all_units(), choose_units(machine, 2, 1));
  EXPECT_EQ(machine.all_units(), choose_units(machine, 100, 1));
}

}  // namespace
}  // namespace cleave::topology::test
