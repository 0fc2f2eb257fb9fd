// Work-groups whose rows are no whole numbers of sub-groups, at every width.
#include <algorithm>

#include "runner.h"

namespace cleave::test {
namespace {

const Range ranges[] = {
    {.dimensions = 1, .global = {750, 1, 1}, .local = {250, 1, 1}},
    {.dimensions = 2, .global = {501, 3, 1}},
    {.dimensions = 2, .global = {48, 16, 1}, .local = {24, 8, 1}},
    {.dimensions = 2, .global = {34, 6, 1}, .local = {17, 2, 1}, .offset = {3, 1, 0}},
    {.dimensions = 2, .global = {100, 7, 1}, .local = {37, 2, 1}},  // the last ones are smaller
    {.dimensions = 3, .global = {65, 4, 6}, .local = {65, 1, 3}},
    {.dimensions = 3, .global = {66, 4, 4}, .local = {33, 4, 2}},
};

TEST(RaggedRows, HaveAllWorkItemsOnce) {
  const char* source = R"(
    kernel void test(global uint* o) {
      o[get_global_linear_id()] += get_local_linear_id() + 1;
    })";
  for (const Range& range : ranges) {
    if (range.local[0] == 0) continue;
    const auto out = Runner::instance().run(source, range, std::vector<cl_uint>(items_of(range)));
    std::array<size_t, 3> id = {};
    for (size_t at = 0; at < out.size(); ++at) {
      std::array<size_t, 3> local = {}, size = {};
      for (size_t d = 0; d < 3; ++d) {
        local[d] = id[d] % range.local[d];
        size[d] = std::min(range.local[d], range.global[d] - (id[d] - local[d]));
      }
      ASSERT_EQ((local[2] * size[1] + local[1]) * size[0] + local[0] + 1, out[at]) << at;
      for (size_t d = 0; d < 3 && ++id[d] == range.global[d]; ++d) id[d] = 0;
    }
  }
}

// Each work-item finds its own numbers again behind a barrier, and those of its neighbour.
TEST(RaggedRows, KeepValuesAcrossBarriers) {
  const char* source = R"(
    kernel void test(global uint* o, local uint* t) {
      uint l = get_local_linear_id(), history[4];
      uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);
      for (uint i = 0; i < 4; ++i) {
        t[l] = l * 10 + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        history[i & 3] = t[(l + i) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      uint wrong = 0;
      for (uint i = 0; i < 4; ++i) wrong += history[i] != (l + i) % n * 10 + i;
      o[get_global_linear_id()] = wrong;
    })";
  for (const Range& range : ranges) {
    const auto out = Runner::instance().run(source, range, std::vector<cl_uint>(items_of(range), 9),
                                            1024 * sizeof(cl_uint));
    EXPECT_EQ(0, std::ranges::count_if(out, [](cl_uint wrong) { return wrong != 0; }));
  }
}

// One work-item of each row reads and writes a place that is the same for all of its sub-group, in
// which it may be alone.
TEST(RaggedRows, MayChangeWhatALoneLaneReads) {
  const char* source = R"(
    kernel void test(global uint* o) {
      uint y = get_global_id(1);
      if (get_global_id(0) == 16)
        for (uint i = 0; i < 5; ++i) o[y] = o[y] * 2 + 1;
    })";
  const Range range = {.dimensions = 2, .global = {17, 12, 1}, .local = {17, 4, 1}};
  EXPECT_EQ(std::vector<cl_uint>(12, 63),
            Runner::instance().run(source, range, std::vector<cl_uint>(12, 1)));
}

TEST(RaggedRows, GoOnInTheNextRowWhereSubGroupsShow) {
  const char* source = R"(
    kernel void test(global uint* o) {
      o[get_global_linear_id()] = sub_group_reduce_add(1u);
    })";
  const Range range = {.dimensions = 2, .global = {72, 8, 1}, .local = {72, 8, 1}};
  const auto out = Runner::instance().run(source, range, std::vector<cl_uint>(576));
  const cl_uint width = Runner::instance().sub_group_size();
  EXPECT_EQ(std::vector<cl_uint>(576, width), out) << "576 items are whole sub-groups";
}

}  // namespace
}  // namespace cleave::test
