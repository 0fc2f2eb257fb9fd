// Which small work-groups of a kernel may run as lanes of larger ones.
#include <gtest/gtest.h>

#include "build_support.h"

namespace cleave::compiler {
namespace {

/// `statements` of a kernel with a buffer, a number and local memory; `functions` stand before it.
interface::GroupMerging merging_of(const std::string& statements,
                                   const std::string& functions = "") {
  const std::string source = functions + R"(
    kernel void k(global int *a, int n, local int *x) {
      const int i = get_global_id(0), l = get_local_id(0);
      )" + statements + "\n}";
  const interface::BuildResult result = build(source, "-cl-std=CL2.0");
  EXPECT_EQ(result.status, CL_SUCCESS) << result.log;
  return result.kernels.empty()
             ? interface::GroupMerging::none
             : interface::unpack(result.kernels.front().of_target)->group_merging;
}

const std::string meet = "barrier(CLK_LOCAL_MEM_FENCE);";

TEST(GroupMerging, KernelsWithoutMeetings) {
  EXPECT_EQ(merging_of("a[i] = n;"), interface::GroupMerging::all);
  EXPECT_EQ(merging_of("while (a[i] > n) a[i] /= 2;"), interface::GroupMerging::all);
  EXPECT_EQ(merging_of("x[l] = n; atomic_add(a, x[l]);"), interface::GroupMerging::all);
}

TEST(GroupMerging, BarriersThatAllPassAlike) {
  EXPECT_EQ(merging_of("x[l] = i; " + meet + " a[i] = x[0];"),
            interface::GroupMerging::whole_groups);
  for (const char* head :
       {"for (int k = 0; k < n; ++k)", "for (int k = get_local_size(0); k > 1; k = (k + 1) / 2)",
        "if (n > 3)", "for (int k = 0; k < get_num_groups(0); ++k)",
        "switch (n) case 1:", "do { x[l] += 1; } while (--n); if (n == 0)"}) {
    EXPECT_EQ(merging_of(std::string(head) + " { x[l] += 1; " + meet + "}"),
              interface::GroupMerging::whole_groups)
        << head;
  }
}

TEST(GroupMerging, BarriersThatSomePassMoreOften) {
  for (const char* head :
       {"for (int k = 0; k < get_group_id(0); ++k)", "for (int k = 0; k < a[0]; ++k)",
        "if (x[0] > 3)", "if (i > 3)", "if (i > n) return; if (n)", "while (a[n]-- > 0)",
        "int m = n; if (i == 7) ++m; if (m > n)", "int m[2]; m[l & 1] = i; if (m[0])",
        "int m[2] = {n, n}; int *p = m; *(p + (i & 1)) = 3; if (m[1])", "if (x == (local int *)16)",
        "int k = 0; do { if (a[i]) break; } while (++k < n); if (k)", "if (atomic_inc(a) == 0)"}) {
    EXPECT_EQ(merging_of(std::string(head) + " { x[l] += 1; " + meet + "}"),
              interface::GroupMerging::single_item_groups)
        << head;
  }
}

TEST(GroupMerging, BarriersInFunctions) {
  const std::string functions = R"(
    void meet_when(int wanted) { if (wanted) barrier(CLK_LOCAL_MEM_FENCE); }
    int same(int n) { return n * 2; }
    int other(int n) { return n + get_group_id(0); }
    int early(global int *a, int n) { if (a[0]) return 1; return n; }
    void set(int *to, int value) { *to = value; }
  )";
  EXPECT_EQ(merging_of("meet_when(same(n));", functions), interface::GroupMerging::whole_groups);
  EXPECT_EQ(merging_of("meet_when(other(n));", functions),
            interface::GroupMerging::single_item_groups);
  EXPECT_EQ(merging_of("meet_when(early(a, n));", functions),
            interface::GroupMerging::single_item_groups);
  EXPECT_EQ(merging_of("meet_when(n); if (a[i]) meet_when(1);", functions),
            interface::GroupMerging::single_item_groups);
  EXPECT_EQ(merging_of("int m = n; set(&m, i); meet_when(m);", functions),
            interface::GroupMerging::single_item_groups);
}

TEST(GroupMerging, ValuesThatGroupsComputeTogether) {
  EXPECT_EQ(merging_of("a[i] = sub_group_reduce_add(n);"),
            interface::GroupMerging::single_item_groups);
  EXPECT_EQ(merging_of("sub_group_barrier(CLK_LOCAL_MEM_FENCE);"),
            interface::GroupMerging::single_item_groups);
}

TEST(GroupMerging, KernelsThatWaitKeepTheirGroups) {
  EXPECT_EQ(merging_of("while (atomic_add(a, 0) == 0);"), interface::GroupMerging::none);
}

TEST(GroupMerging, KernelsThatRequireASizeMerge) {
  const interface::BuildResult result = build(
      "__attribute__((reqd_work_group_size(2, 1, 1))) kernel void k(global int *a) { *a = 1; }");
  ASSERT_EQ(result.kernels.size(), 1U);
  EXPECT_EQ(interface::unpack(result.kernels[0].of_target)->group_merging,
            interface::GroupMerging::all);
}

TEST(GroupMerging, LocalVariablesSayHowTheyAreAligned) {
  const interface::BuildResult result = build(R"(
    kernel void k(global int *a) { local char c; local double4 d; c = 1; d.x = c; a[0] = d.x; })");
  ASSERT_EQ(result.kernels.size(), 1U);
  EXPECT_EQ(result.kernels[0].local_memory_alignment, 32U);
}

}  // namespace
}  // namespace cleave::compiler
