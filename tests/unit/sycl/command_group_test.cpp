// Places local arrays of a command group.
#include "sycl/command_group.h"

#include <gtest/gtest.h>

namespace {

using cleave::sycl::CommandGroup;

TEST(CommandGroup, PlacesLocalArraysBehindEachOtherWithTheirAlignment) {
  CommandGroup group(nullptr);
  EXPECT_EQ(group.local_bytes(), 0);
  EXPECT_EQ(group.place_local(1, 3, 1), 0);
  EXPECT_EQ(group.place_local(2, 8, 8), 8);
  EXPECT_EQ(group.place_local(3, 1, 64), 64);
  EXPECT_EQ(group.local_bytes(), 65);
}

TEST(CommandGroup, PlacesCopiesOfALocalArrayOnce) {
  CommandGroup group(nullptr);
  EXPECT_EQ(group.place_local(7, 16, 16), 0);
  EXPECT_EQ(group.place_local(8, 16, 16), 16);
  EXPECT_EQ(group.place_local(7, 16, 16), 0);
  EXPECT_EQ(group.local_bytes(), 32);
}

TEST(CommandGroup, WithoutDependenciesAsksForNothing) {
  CommandGroup group(nullptr);
  EXPECT_EQ(group.contents()->dependency_count, 0);
  EXPECT_EQ(group.contents()->access_count, 0);
}

}  // namespace
