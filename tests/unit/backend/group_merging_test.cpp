#include "backend/group_merging.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cleave::backend {
namespace {

using Size = std::array<uint64_t, 3>;

enum class Argument { buffer, picture };

/// The local size at which small work-groups run that have no barriers; nullopt: as they are.
std::optional<Size> merged(Size local_size, uint64_t local_stride = 0,
                           Size global_size = {2048, 2048, 1},
                           Argument argument = Argument::picture, uint32_t lanes = 16) {
  compiler::interface::KernelFacts kernel;
  kernel.sub_group_size = lanes;
  kernel.maximum_work_group_size = 4096;
  kernel.arguments.resize(1);
  if (argument == Argument::picture) kernel.arguments[0].image_type = CL_MEM_OBJECT_IMAGE2D;
  DeviceFacts device;
  std::ranges::fill(device.maximum_work_item_sizes, 4096);
  device.maximum_work_group_size = 4096;
  const auto larger = merge_groups({.global_size = global_size,
                                    .local_size = local_size,
                                    .local_stride = local_stride,
                                    .compute_units = 2},
                                   kernel, compiler::interface::GroupMerging::all, device);
  return larger ? std::optional(larger->local_size) : std::nullopt;
}

TEST(GroupMerging, FillsSubGroups) {
  EXPECT_EQ(merged({1, 1, 1}, 0, {1 << 20, 1, 1}), (Size{256, 1, 1}));
  EXPECT_EQ(merged({3, 1, 1}, 0, {3 << 20, 1, 1}), (Size{192, 1, 1}));
  EXPECT_EQ(merged({16, 1, 1}), std::nullopt);
  EXPECT_EQ(merged({64, 1, 1}), std::nullopt);
}

TEST(GroupMerging, MakesRowsOfWholeSubGroups) {
  EXPECT_EQ(merged({8, 8, 1}), (Size{64, 8, 1}));
  EXPECT_EQ(merged({4, 4, 4}, 0, {256, 256, 256}), (Size{64, 4, 4}));
  EXPECT_EQ(merged({16, 16, 1}), std::nullopt) << "rows are whole sub-groups";
  EXPECT_EQ(merged({8, 8, 1}, 0, {8, 2048, 1}), std::nullopt) << "none is beside another";
  EXPECT_EQ(merged({8, 8, 1}, 0, {2048, 2048, 1}, Argument::buffer), std::nullopt);
  EXPECT_EQ(merged({8, 8, 1}, 0, {64, 64, 1}), std::nullopt) << "few would be left";
}

/// Kernels on bytes have 64 lanes, which are four rows of a tile.
TEST(GroupMerging, MakesRowsOfTheWidestSubGroups) {
  const auto of_bytes = [](Size local_size, Size global_size) {
    return merged(local_size, 0, global_size, Argument::buffer, 64);
  };
  EXPECT_EQ(of_bytes({16, 16, 1}, {2048, 2048, 1}), (Size{256, 16, 1}));
  EXPECT_EQ(of_bytes({32, 8, 1}, {2048, 2048, 1}), (Size{256, 8, 1}));
  EXPECT_EQ(of_bytes({64, 4, 1}, {2048, 2048, 1}), std::nullopt);
  EXPECT_EQ(of_bytes({16, 16, 1}, {64, 16, 1}), std::nullopt) << "two units, and one for both";
  for (const uint64_t local : {16, 32, 40}) {
    const std::optional<Size> larger = of_bytes({local, 1, 1}, {local << 12, 1, 1});
    ASSERT_TRUE(larger) << local;
    EXPECT_EQ((*larger)[0] % 64, 0U) << local;
  }
}

TEST(GroupMerging, LeavesUnitsTheirShare) {
  EXPECT_EQ(merged({31, 2, 1}, 0, {31, 18, 1}), std::nullopt) << "one of two units would have all";
  EXPECT_EQ(merged({31, 2, 1}, 0, {31 << 10, 2048, 1}), (Size{1984, 2, 1}));
  EXPECT_EQ(merged({1, 1, 1}, 0, {16, 1, 1}), (Size{16, 1, 1})) << "a sub-group for eight";
  EXPECT_EQ(merged({3, 1, 1}, 0, {12, 1, 1}), (Size{12, 1, 1}));
}

TEST(GroupMerging, LeavesRowsOfLocalMemoryTogether) {
  EXPECT_EQ(merged({8, 8, 1}, 1024), std::nullopt);
}

compiler::interface::MergedGroups of(uint32_t size) {
  return {.size = {size, 1, 1}, .all_whole = true, .local_stride = 0};
}

TEST(MergedSizes, AdmitsTheFirstOnesAndThoseWithMuchToDo) {
  MergedSizes sizes;
  for (const uint32_t size : {2, 3, 5, 6}) EXPECT_TRUE(sizes.admits(of(size), 60));
  EXPECT_FALSE(sizes.admits(of(7), 60));
  EXPECT_TRUE(sizes.admits(of(3), 60)) << "there is code for it";
  EXPECT_TRUE(sizes.admits(of(1), 60)) << "work-groups of one work-item are not counted";
  EXPECT_TRUE(sizes.admits(of(9), uint64_t{1} << 40)) << "one launch has enough to do";
}

TEST(MergedSizes, AdmitsASizeWhoseLaunchesHaveMuchToDoTogether) {
  MergedSizes sizes;
  for (const uint32_t size : {2, 3, 5, 6}) EXPECT_TRUE(sizes.admits(of(size), 60));
  unsigned launches = 1;
  while (!sizes.admits(of(7), 1 << 16)) ++launches;
  EXPECT_EQ(launches, 4U);
  EXPECT_TRUE(sizes.admits(of(7), 1));
}

TEST(MergedSizes, ForgetsNoneOfThoseItKnowsWhenThereAreTooMany) {
  MergedSizes sizes;
  for (uint32_t size = 2; size < 2000; ++size) static_cast<void>(sizes.admits(of(size), 60));
  EXPECT_TRUE(sizes.admits(of(2), 60));
  EXPECT_FALSE(sizes.admits(of(1999), 60));
  EXPECT_TRUE(sizes.admits(of(1999), 1 << 20));
}

}  // namespace
}  // namespace cleave::backend
