#include "backend/local_size.h"

#include <gtest/gtest.h>

#include <random>

namespace cleave::backend {
namespace {

LocalSizeRequest request(std::array<uint64_t, 3> global_size, bool uniform) {
  LocalSizeRequest result;
  result.global_size = global_size;
  result.maximum_item_sizes = {4096, 4096, 4096};
  result.maximum_group_size = 4096;
  result.sub_group_size = 16;
  result.compute_units = 4;
  result.uniform = uniform;
  return result;
}

uint64_t product(const std::array<uint64_t, 3>& size) {
  return size[0] * size[1] * size[2];
}

TEST(LocalSize, KeepsEveryLimit) {
  std::mt19937_64 random(1);
  for (int turn = 0; turn < 20000; ++turn) {
    LocalSizeRequest wanted =
        request({random() % 5000 + 1, random() % 70 + 1, random() % 20 + 1}, random() % 2 == 0);
    wanted.maximum_group_size = random() % 512 + 1;
    wanted.maximum_item_sizes = {random() % 512 + 1, random() % 64 + 1, random() % 64 + 1};
    wanted.sub_group_size = uint64_t{1} << (random() % 7);
    wanted.compute_units = random() % 64 + 1;
    wanted.has_tiles = random() % 2 == 0;
    const auto local = choose_local_size(wanted);
    for (size_t dimension = 0; dimension < 3; ++dimension) {
      ASSERT_GE(local[dimension], 1u);
      ASSERT_LE(local[dimension], wanted.maximum_item_sizes[dimension]);
      if (!wanted.uniform) continue;
      ASSERT_EQ(wanted.global_size[dimension] % local[dimension], 0u);
    }
    ASSERT_LE(product(local), wanted.maximum_group_size);
  }
}

TEST(LocalSize, FillsWholeSubGroups) {
  for (const uint64_t items : {1024u, 4096u, 100000u, 1u << 20}) {
    EXPECT_EQ(choose_local_size(request({items, 1, 1}, true))[0] % 16, 0u) << items;
  }
}

TEST(LocalSize, IsLargeWhenThereIsMuchWork) {
  EXPECT_EQ(choose_local_size(request({1 << 20, 1, 1}, true)),
            (std::array<uint64_t, 3>{256, 1, 1}));
}

TEST(LocalSize, GivesEveryUnitWork) {
  const auto local = choose_local_size(request({1024, 1, 1}, true));
  EXPECT_GE(1024 / product(local), 4u);
}

TEST(LocalSize, NeedsNoDivisorWhenGroupsMayDiffer) {
  EXPECT_EQ(choose_local_size(request({1000003, 1, 1}, true))[0], 1u);
  EXPECT_EQ(choose_local_size(request({1000003, 1, 1}, false))[0], 256u);
  // 146 divides, but is no whole number of sub-groups.
  EXPECT_EQ(choose_local_size(request({146 * 1009, 1, 1}, false))[0], 256u);
  EXPECT_EQ(choose_local_size(request({30, 1, 1}, false))[0], 16u);
}

TEST(LocalSize, LeavesTheEndOfRowsToWorkGroupsOfTheirOwn) {
  using Size = std::array<uint64_t, 3>;
  EXPECT_EQ(choose_local_size(request({1021, 1021, 1}, false)), (Size{1008, 1, 1}));
  EXPECT_EQ(choose_local_size(request({127, 127, 127}, false)), (Size{112, 4, 1}));
  EXPECT_EQ(choose_local_size(request({61, 61, 61}, false)), (Size{48, 10, 1}));
  EXPECT_EQ(choose_local_size(request({1024, 1021, 1}, false)), (Size{256, 1, 1}));
  EXPECT_EQ(choose_local_size(request({2039, 2039, 1}, false))[0], 256u) << "rows are too long";
  EXPECT_EQ(choose_local_size(request({1021, 4, 1}, false))[0], 240u) << "few groups would be left";
  EXPECT_EQ(choose_local_size(request({47, 4096, 1}, false))[0], 47u) << "most would be ends";
}

TEST(LocalSize, HasLongerRowsWhereNoShortOneFillsASubGroup) {
  using Size = std::array<uint64_t, 3>;
  EXPECT_EQ(choose_local_size(request({1366, 768, 1}, true)), (Size{683, 1, 1}));
  EXPECT_EQ(choose_local_size(request({1021, 1021, 1}, true)), (Size{1021, 1, 1}));
  EXPECT_EQ(choose_local_size(request({1366, 4, 1}, true))[0], 2u) << "few groups would be left";
  EXPECT_EQ(choose_local_size(request({65521, 1, 1}, true))[0], 1u) << "a group would be too large";
  EXPECT_EQ(choose_local_size(request({1000, 1000, 1}, true)), (Size{250, 1, 1}));
  constexpr uint64_t prime = (uint64_t{1} << 61) - 1;
  EXPECT_EQ(choose_local_size(request({prime, 1, 1}, true))[0], 1u) << "and soon";
  EXPECT_EQ(choose_local_size(request({(uint64_t{1} << 32) + 1, 1, 1}, true))[0], 641u);
}

TEST(LocalSize, HasRowsOfTiles) {
  LocalSizeRequest wanted = request({2048, 2048, 1}, true);
  EXPECT_EQ(choose_local_size(wanted), (std::array<uint64_t, 3>{256, 1, 1}));
  wanted.has_tiles = true;
  EXPECT_EQ(choose_local_size(wanted), (std::array<uint64_t, 3>{64, 4, 1}));
  // Four rows do not divide the picture; whole sub-groups matter more.
  wanted.global_size = {2048, 2047, 1};
  EXPECT_EQ(choose_local_size(wanted)[0], 256u);
  wanted.global_size = {64, 64, 1};
  wanted.compute_units = 32;
  EXPECT_EQ(choose_local_size(wanted)[0], 32u);
}

TEST(LocalSize, ObeysWhatTheKernelRequires) {
  LocalSizeRequest wanted = request({64, 64, 1}, true);
  wanted.required = {8, 4, 1};
  wanted.hint = {16, 1, 1};
  EXPECT_EQ(choose_local_size(wanted), wanted.required);
}

TEST(LocalSize, FollowsAHintThatFits) {
  LocalSizeRequest wanted = request({64, 64, 1}, true);
  wanted.hint = {8, 8, 1};
  EXPECT_EQ(choose_local_size(wanted), wanted.hint);
  wanted.hint = {7, 1, 1};
  EXPECT_NE(choose_local_size(wanted), wanted.hint);
}

TEST(LocalSize, FollowsNoHintBeyondTheRange) {
  LocalSizeRequest wanted = request({64, 1, 1}, false);  // perhaps of one dimension
  wanted.hint = {8, 2, 1};
  EXPECT_EQ(choose_local_size(wanted)[1], 1u);
}

TEST(LocalSize, SurvivesSizesWhoseProductOverflows) {
  const uint64_t huge = uint64_t{1} << 40;
  EXPECT_EQ(product(choose_local_size(request({huge, huge, huge}, true))), 256u);
}

}  // namespace
}  // namespace cleave::backend
