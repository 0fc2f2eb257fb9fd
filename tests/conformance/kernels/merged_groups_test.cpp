// Work-groups of one work-item, which run as lanes of larger ones: every id and size is the
// program's.
#include <numeric>

#include "runner.h"

namespace cleave::test {
namespace {

const std::string all_answers = R"(
  kernel void test(global ulong *o) {
    const size_t i = get_global_linear_id();
    global ulong *own = o + i * 27;
    for (uint d = 0; d < 3; ++d) {
      own[d] = get_local_id(d);
      own[3 + d] = get_local_size(d);
      own[6 + d] = get_enqueued_local_size(d);
      own[9 + d] = get_group_id(d);
      own[12 + d] = get_num_groups(d);
      own[15 + d] = get_global_id(d);
      own[18 + d] = get_global_size(d);
      own[21 + d] = get_global_offset(d);
    }
    own[24] = get_local_linear_id();
    own[25] = get_sub_group_size() + 100 * get_num_sub_groups();
    own[26] = get_sub_group_id() + get_sub_group_local_id();
  })";

/// Holds what the program's work-groups answer in one dimension.
struct Answers {
  Answers(const Range& range, size_t id, size_t d)
      : group(id / range.local[d]),
        local(id % range.local[d]),
        size(std::min(range.local[d], range.global[d] - group * range.local[d])),
        count((range.global[d] + range.local[d] - 1) / range.local[d]) {}
  size_t group, local, size, count;
};

void expect_answers(const Range& range) {
  const size_t width = Runner::instance().sub_group_size(8);
  const size_t items = range.global[0] * range.global[1] * range.global[2];
  const auto out = Runner::instance().run(all_answers, range, std::vector<cl_ulong>(items * 27), 0,
                                          options_of(range));
  for (size_t i = 0; i < items; ++i) {
    const cl_ulong* own = out.data() + i * 27;
    const std::array<size_t, 3> id = {i % range.global[0], i / range.global[0] % range.global[1],
                                      i / range.global[0] / range.global[1]};
    const Answers all[3] = {{range, id[0], 0}, {range, id[1], 1}, {range, id[2], 2}};
    for (size_t d = 0; d < 3; ++d) {
      ASSERT_EQ(own[d], all[d].local) << i;
      ASSERT_EQ(own[3 + d], all[d].size) << i;
      ASSERT_EQ(own[6 + d], range.local[d]) << i;
      ASSERT_EQ(own[9 + d], all[d].group) << i;
      ASSERT_EQ(own[12 + d], all[d].count) << i;
      ASSERT_EQ(own[15 + d], id[d] + range.offset[d]) << i;
      ASSERT_EQ(own[18 + d], range.global[d]) << i;
      ASSERT_EQ(own[21 + d], range.offset[d]) << i;
    }
    const size_t linear = (all[2].local * all[1].size + all[1].local) * all[0].size + all[0].local;
    const size_t group_items = all[0].size * all[1].size * all[2].size;
    const size_t first = linear / width * width;
    ASSERT_EQ(own[24], linear) << i;
    ASSERT_EQ(own[25],
              std::min(width, group_items - first) + 100 * ((group_items + width - 1) / width))
        << i;
    ASSERT_EQ(own[26], linear / width + linear % width) << i;
  }
}

TEST(MergedGroups, IdsAndSizesAreThoseOfTheProgram) {
  for (const size_t local : {1, 2, 3, 7, 8, 15, 17, 31, 33, 64, 65}) {
    for (const size_t items : {1, 3, 60, 1000}) {
      expect_answers({.dimensions = 1, .global = {items, 1, 1}, .local = {local, 1, 1}});
    }
  }
  expect_answers({.dimensions = 2, .global = {7, 33, 1}, .local = {1, 1, 1}, .offset = {5, 2, 0}});
  expect_answers({.dimensions = 2, .global = {23, 9, 1}, .local = {5, 3, 1}, .offset = {1, 0, 0}});
  expect_answers({.dimensions = 2, .global = {14, 4, 1}, .local = {7, 1, 1}});
  expect_answers({.dimensions = 3, .global = {3, 5, 4}, .local = {1, 1, 1}, .offset = {1, 0, 9}});
  expect_answers({.dimensions = 3, .global = {6, 5, 4}, .local = {2, 2, 3}, .offset = {1, 0, 9}});
}

TEST(MergedGroups, LoopsAndBranchesAreTheirOwn) {
  const char* source = R"(
    kernel void test(global uint *o) {
      const uint group = get_group_id(0);
      uint sum = 0;
      for (uint i = 0; i <= group % 37; ++i) sum += group % 3 == 0 ? i : 2 * i;
      if (group % 5 == 4) return;
      o[group] = sum + get_num_groups(0);
    })";
  constexpr cl_uint groups = 515;
  const auto out = Runner::instance().run(
      source, {.dimensions = 1, .global = {groups, 1, 1}, .local = {1, 1, 1}},
      std::vector<cl_uint>(groups));
  for (cl_uint group = 0; group < groups; ++group) {
    const cl_uint last = group % 37;
    const cl_uint sum = last * (last + 1) / 2 * (group % 3 == 0 ? 1 : 2);
    EXPECT_EQ(out[group], group % 5 == 4 ? 0 : sum + groups) << group;
  }
}

// Each work-item is its own work-group and sub-group, or keeps its work-group because of its
// required size.
TEST(MergedGroups, AWorkItemIsAWholeGroup) {
  const Range range = {.dimensions = 1, .global = {50, 1, 1}, .local = {1, 1, 1}};
  std::vector<cl_uint> expected(50);
  std::iota(expected.begin(), expected.end(), 7U);
  const auto expect_ids = [&](const std::string& statement, const std::string& attribute = "") {
    const std::string source = attribute + " kernel void test(global uint *o) {\n" + statement +
                               "\n o[get_global_id(0)] = x + 7; }";
    EXPECT_EQ(Runner::instance().run(source, range, std::vector<cl_uint>(50)), expected) << source;
  };
  expect_ids(
      "local uint own[4]; own[get_local_id(0)] = 7; barrier(CLK_LOCAL_MEM_FENCE);"
      "own[0] += get_group_id(0); barrier(CLK_LOCAL_MEM_FENCE); uint x = own[0] - 7;");
  const std::string group = "uint group = get_group_id(0);";
  expect_ids(group + "uint x = group;", "__attribute__((reqd_work_group_size(1, 1, 1)))");
  expect_ids(group + "if (group % 3) barrier(CLK_GLOBAL_MEM_FENCE); uint x = group;");
  for (const char* scope : {"work_group", "sub_group"}) {
    const std::string f = scope;
    for (const char* same : {"_reduce_add", "_reduce_min", "_scan_inclusive_add"}) {
      expect_ids(group + "uint x = " + f + same + "(group);");
    }
    expect_ids(group + "uint x = " + f + "_broadcast(group, 0);");
    expect_ids(group + "uint x = group + " + f + "_scan_exclusive_add(group);");
    expect_ids(group + "float z = " + f +
               "_scan_exclusive_max((float)group); "
               "uint x = isinf(z) && z < 0 ? group : 0;");
    expect_ids(group + "float z = " + f +
               "_scan_exclusive_add((float)group); "
               "uint x = as_uint(z) + group;");
    expect_ids(group + "uint x = " + f + "_all(group % 2) == " + f + "_any(group % 2) && !" + f +
               "_all(group % 2) == (group % 2 == 0) ? group : 0;");
  }
  expect_ids(group + "if (group % 3) sub_group_barrier(CLK_LOCAL_MEM_FENCE); uint x = group;");
}

}  // namespace
}  // namespace cleave::test
