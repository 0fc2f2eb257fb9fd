#include "topology/permission.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <functional>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/refused_calls.h"

namespace cleave::topology {
namespace {

constexpr int cannot_filter = 77;

Machine with_nodes(uint32_t count) {
  Machine machine;
  for (uint32_t node = 0; node < count; ++node) {
    machine.units.push_back({node, node});
    machine.groups[static_cast<size_t>(Level::numa)].push_back(
        {node, 0, UnitSet::range(node, node + 1)});
  }
  return machine;
}

/// In a process that may not make the call: whether something is so.
void expect_without(const std::vector<unsigned>& calls, const std::function<bool()>& is_so) {
  const int code = cleave::test::exit_code_of_child([&] {
    return !cleave::test::refuse_calls(calls) ? cannot_filter : is_so() ? 0 : 1;
  });
  if (code == cannot_filter) GTEST_SKIP() << "no seccomp filter can be set here";
  EXPECT_EQ(0, code);
}

TEST(Permission, NothingIsInTheWayOfAnOrdinaryProcess) {
  if (prctl(PR_GET_SECCOMP) != 0) GTEST_SKIP() << "a seccomp filter is set already";
  EXPECT_EQ("", why_unbound(with_nodes(2)));
  EXPECT_EQ("", why_unplaced(with_nodes(2)));
  EXPECT_EQ("", why_unmoved(with_nodes(2)));
}

TEST(Permission, RefusedBindingIsNoticed) {
  expect_without({SYS_sched_setaffinity}, [] {
    return why_unbound(with_nodes(1)) ==
               "the system refuses sched_setaffinity (Operation not permitted)" &&
           why_unplaced(with_nodes(2)).empty();
  });
}

TEST(Permission, RefusedPlacementIsNoticedWhereThereAreSeveralNodes) {
  expect_without({SYS_mbind}, [] {
    return why_unplaced(with_nodes(2)) == "the system refuses mbind (Operation not permitted)" &&
           why_unplaced(with_nodes(1)).empty() && why_unmoved(with_nodes(2)).empty();
  });
}

TEST(Permission, MigrationNeedsOneOfTwoCalls) {
  expect_without({SYS_move_pages}, [] { return why_unmoved(with_nodes(2)).empty(); });
  expect_without({SYS_mbind, SYS_move_pages}, [] {
    return why_unmoved(with_nodes(2)) ==
               "the system refuses move_pages (Operation not permitted)" &&
           why_unmoved(with_nodes(1)).empty();
  });
}

TEST(Permission, ADescriptionIsNeitherBoundNorPlaced) {
  Machine machine = with_nodes(2);
  machine.is_this_system = false;
  EXPECT_NE("", why_unbound(machine));
  EXPECT_EQ("", why_unplaced(machine));
}

}  // namespace
}  // namespace cleave::topology
