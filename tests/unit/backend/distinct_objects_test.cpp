#include "backend/distinct_objects.h"

#include <gtest/gtest.h>

#include <vector>

namespace cleave::backend::test {
namespace {

bool distinct(const std::vector<ReachedRange>& ranges) {
  return are_distinct(ranges);
}

TEST(DistinctObjects, HaveNoByteInCommon) {
  EXPECT_TRUE(distinct({}));
  EXPECT_TRUE(distinct({{1000, 8}}));
  EXPECT_TRUE(distinct({{1000, 8}, {1008, 8}, {992, 8}}));
  EXPECT_FALSE(distinct({{1000, 8}, {1000, 8}}));
  EXPECT_FALSE(distinct({{1000, 8}, {1007, 8}}));
  EXPECT_FALSE(distinct({{1000, 8}, {993, 8}}));
  EXPECT_FALSE(distinct({{1000, 100}, {1050, 1}})) << "inside";
  EXPECT_FALSE(distinct({{1000, 8}, {2000, 8}, {1004, 8}}));
}

TEST(DistinctObjects, MayShareWhatNobodyWrites) {
  const ReachedRange read = {1000, 8, true};
  EXPECT_TRUE(distinct({read, read, {2000, 8}}));
  EXPECT_FALSE(distinct({read, {1004, 8}}));
}

TEST(DistinctObjects, AreFew) {
  std::vector<ReachedRange> ranges;
  for (uint64_t i = 1; i <= 8; ++i) ranges.push_back({1000 * i, 1000});
  EXPECT_TRUE(distinct(ranges));
  ranges.push_back({100'000, 8});
  EXPECT_FALSE(distinct(ranges)) << "nobody compares each with each";
}

}  // namespace
}  // namespace cleave::backend::test
