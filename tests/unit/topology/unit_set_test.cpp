#include <gtest/gtest.h>

#include "topology/topology.h"

namespace cleave::topology::test {
namespace {

TEST(UnitSet, IsOrderedAndCountsDuplicatesOnce) {
  const UnitSet set{7, 1, 300, 1};
  EXPECT_EQ(3U, set.count());
  EXPECT_EQ(1U, set[0]);
  EXPECT_EQ(300U, set[2]);
  EXPECT_TRUE(set.contains(7));
  EXPECT_FALSE(set.contains(2));
}

TEST(UnitSet, KnowsSubsetsAndIntersections) {
  const UnitSet even{0, 2, 4, 6};
  EXPECT_TRUE((UnitSet{2, 6}).is_subset_of(even));
  EXPECT_FALSE((UnitSet{2, 3}).is_subset_of(even));
  EXPECT_TRUE(UnitSet().is_subset_of(even));
  EXPECT_EQ((UnitSet{2, 4}), even.intersection(UnitSet::range(1, 4)));
  EXPECT_TRUE(even.intersects(UnitSet::range(6, 1)));
  EXPECT_FALSE(even.intersects({1, 3, 5}));
}

}  // namespace
}  // namespace cleave::topology::test
