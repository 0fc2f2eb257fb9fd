#include "backend/cpu/memory/numa_memory.h"

#include <gtest/gtest.h>
#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "backend/cpu/pool/execution.h"
#include "os/os.h"
#include "tests/support/process.h"
#include "tests/support/refused_calls.h"

namespace cleave::backend::cpu {
namespace {

using topology::UnitSet;

topology::Machine machine_of(const char* description) {
  topology::MachineOrProblem read = topology::read_machine(description);
  EXPECT_EQ("", read.problem);
  return std::move(read.machine);
}

/// The node of the page, as the system says.
int node_at(const void* address) {
  int node = -1;
  syscall(SYS_get_mempolicy, &node, nullptr, 0, address, MPOL_F_NODE | MPOL_F_ADDR);
  return node;
}

TEST(Placement, UnitsOfOneNodeHaveIt) {
  topology::Machine machine = machine_of("node:2 core:2 pu:1");
  machine.is_this_system = true;
  EXPECT_EQ(memory::node_of(machine, UnitSet{0, 1}), 0U);
  EXPECT_EQ(memory::node_of(machine, UnitSet{3}), 1U);
  EXPECT_EQ(memory::node_of(machine, UnitSet{1, 2}), std::nullopt);
}

TEST(Placement, OneNodeOrADescribedMachineIsNoChoice) {
  EXPECT_EQ(memory::node_of(machine_of("node:2 core:2 pu:1"), UnitSet{0}), std::nullopt);
  topology::Machine machine = machine_of("node:1 core:4 pu:1");
  machine.is_this_system = true;
  EXPECT_EQ(memory::node_of(machine, UnitSet{0}), std::nullopt);
}

TEST(Placement, MemoryOfUsersOfOneNodeIsAtHomeThere) {
  topology::Machine machine = machine_of("node:2 core:2 pu:1");
  machine.is_this_system = true;
  const pool::CpuResourceSet first(UnitSet{0, 1}), part_of_first(UnitSet{1}), second(UnitSet{2, 3}),
      both(UnitSet{0, 1, 2, 3});
  const auto home = [&](std::vector<const ResourceSet*> users) {
    return memory::home_for(machine, users);
  };
  EXPECT_EQ(home({&second}), (memory::Home{memory::Home::Policy::node, 1}));
  EXPECT_EQ(home({&first, &part_of_first}), (memory::Home{memory::Home::Policy::node, 0}));
  EXPECT_EQ(home({&first, &second}), (memory::Home{memory::Home::Policy::first_touch, 0}));
  EXPECT_EQ(home({&both}), memory::Home{});
  EXPECT_EQ(home({&first, &both}), memory::Home{});
  EXPECT_EQ(home({}), (memory::Home{memory::Home::Policy::first_touch, 0}));
  EXPECT_EQ(memory::home_for(machine_of("node:2 core:2 pu:1"), {}), memory::Home{})
      << "a description has no memory";
}

// Needs a machine with two nodes to see a page move; with one it sees that nothing else changes.
void expect_move_keeps_contents() {
  constexpr size_t bytes = size_t{3} << 20;
  auto* memory = static_cast<unsigned char*>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(MAP_FAILED, static_cast<void*>(memory));
  const int own = (memory[0] = 1, node_at(memory));
  if (own < 0) GTEST_SKIP() << "the system refuses get_mempolicy";
  std::memset(memory, 7, bytes / 2);  // the rest has never been touched
  const topology::Machine machine = machine_of("");
  const auto& nodes = machine.at(topology::Level::numa);
  const uint32_t target = nodes.size() < 2 ? static_cast<uint32_t>(own) : nodes.back().os_index;
  memory::move_to_node(memory + 100, bytes - 200, target);
  for (size_t at = 0; at < bytes; at += 4096)
    EXPECT_EQ(static_cast<int>(target), node_at(memory + at));
  EXPECT_EQ(7, memory[0]);
  EXPECT_EQ(7, memory[bytes / 2 - 1]);
  EXPECT_EQ(0, memory[bytes - 1]);
  int policy = -1;
  EXPECT_EQ(0, syscall(SYS_get_mempolicy, &policy, nullptr, 0, memory, MPOL_F_ADDR));
  EXPECT_EQ(MPOL_DEFAULT, policy);
  munmap(memory, bytes);
}

TEST(Placement, PagesLieOnTheNodeAndKeepTheirContents) {
  expect_move_keeps_contents();
}

TEST(Placement, PagesMoveWithoutMovePages) {
  EXPECT_EQ(0, cleave::test::exit_code_of_child([] {
              if (!cleave::test::refuse_calls({SYS_move_pages})) return 0;
              expect_move_keeps_contents();
              return testing::Test::HasFailure() ? 1 : 0;
            }));
}

TEST(Placement, OnlyWholePagesInsideAreForgotten) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  auto* memory = static_cast<unsigned char*>(std::aligned_alloc(page, 4 * page));
  std::memset(memory, 7, 4 * page);
  memory::forget_contents(memory + 1, 3 * page);
  EXPECT_EQ(7, memory[page - 1]);
  EXPECT_EQ(7, memory[3 * page + 1]);
  std::free(memory);
}

TEST(LiesElsewhere, AsksTheSystemForTheNodeOfPages) {
  std::vector<unsigned char> memory(size_t{1} << 20, 1);
  const auto node = os::node_of_page(memory.data());
  if (!node) GTEST_SKIP() << "the system does not tell where pages lie";
  EXPECT_FALSE(memory::lies_elsewhere(memory.data(), 1, *node));
  EXPECT_TRUE(memory::lies_elsewhere(memory.data(), memory.size(), *node + 1));
}

TEST(LiesElsewhere, IsNotKnownOfPagesThatWereNeverTouched) {
  constexpr size_t bytes = size_t{1} << 20;
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_FALSE(memory::lies_elsewhere(memory, bytes, 63));
  munmap(memory, bytes);
}

}  // namespace
}  // namespace cleave::backend::cpu
