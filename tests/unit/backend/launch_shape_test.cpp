// Shapes of launches: what all work-groups have in common, and what those of full size have.
#include "backend/cpu/code/launch_shape.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cleave::backend::test {
namespace {

using Size = std::array<uint64_t, 3>;
using compiler::interface::LaunchShape;
using cpu::code::LaunchShapes;

LaunchShapes shapes(const Size& global, const Size& local, uint64_t offset = 0) {
  const auto launch = support::make_ref<Launch>();
  std::ranges::copy(global, launch->global_size);
  std::ranges::copy(local, launch->local_size);
  launch->global_offset[1] = offset;
  launch->sub_group_size = 16;
  launch->streamed_arguments = 2;
  launch->distinct_objects = true;
  return cpu::code::shapes_of(*launch);
}

LaunchShape rows_of(uint8_t sub_groups, uint8_t rows, const std::array<uint32_t, 3>& local = {}) {
  LaunchShape shape = {.small_ids = true,
                       .small_objects = true,
                       .distinct_objects = true,
                       .sub_groups = sub_groups,
                       .rows = rows,
                       .local_size = local};
  if (local[0] != 0) shape.streamed_arguments = 2;
  return shape;
}

LaunchShape ragged(LaunchShape shape) {
  shape.ragged_rows = true;
  return shape;
}

TEST(LaunchShapes, OfGroupsThatAreAllFull) {
  const LaunchShapes found = shapes({1024, 16, 1}, {64, 8, 1});
  EXPECT_EQ(found.general, rows_of(4, 8));
  EXPECT_EQ(found.exact, rows_of(4, 8, {64, 8, 1}));
  EXPECT_FALSE(found.has_smaller_groups);
}

TEST(LaunchShapes, OfGroupsOfWhichTheLastAreSmaller) {
  LaunchShapes found = shapes({1000, 16, 1}, {64, 8, 1});
  EXPECT_EQ(found.general, ragged(rows_of(4, 8))) << "40 items are no whole sub-groups";
  EXPECT_EQ(found.exact, rows_of(4, 8, {64, 8, 1}));
  EXPECT_TRUE(found.has_smaller_groups);
  found = shapes({1024 + 32, 18, 1}, {64, 8, 1});
  EXPECT_EQ(found.general, rows_of(2, 2));
  EXPECT_EQ(found.exact, rows_of(4, 8, {64, 8, 1}));
  EXPECT_TRUE(found.has_smaller_groups);
}

TEST(LaunchShapes, OfRaggedRowsAddFewSubGroups) {
  EXPECT_EQ(shapes({240, 8, 1}, {24, 8, 1}).exact, ragged(rows_of(2, 8, {24, 8, 1})));
  EXPECT_EQ(shapes({501, 7, 1}, {167, 1, 1}).exact, ragged(rows_of(4, 1, {167, 1, 1})))
      << "one beside eleven";
  EXPECT_EQ(shapes({75, 8, 1}, {75, 2, 1}).exact, ragged(rows_of(1, 2, {75, 2, 1})))
      << "one beside five is more than a sixth";
}

TEST(LaunchShapes, OfRowsShorterThanASubGroupSayNothingOfThem) {
  EXPECT_EQ(shapes({80, 8, 1}, {8, 8, 1}).exact, rows_of(0, 0, {8, 8, 1}));
}

TEST(LaunchShapes, WithoutFullGroupsHaveNoLocalSize) {
  const LaunchShapes found = shapes({32, 100, 1}, {64, 8, 1});
  EXPECT_EQ(found.general, rows_of(2, 4));
  EXPECT_EQ(found.exact.local_size[0], 0U);
  EXPECT_EQ(found.exact.sub_groups, 2);
}

TEST(LaunchShapes, WithLargeIdsSayNothingOfSizes) {
  const LaunchShapes found = shapes({1024, 16, 1}, {64, 8, 1}, uint64_t{1} << 31);
  EXPECT_EQ(found.general, (LaunchShape{.small_objects = true, .distinct_objects = true}));
  EXPECT_EQ(
      found.exact,
      (LaunchShape{.small_objects = true, .distinct_objects = true, .streamed_arguments = 2}));
}

}  // namespace
}  // namespace cleave::backend::test
