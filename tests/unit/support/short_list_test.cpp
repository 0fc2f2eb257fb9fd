// Fills short lists, and lists that are longer than they should be.
#include "support/short_list.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace {

using cleave::support::ShortList;
using Owned = std::shared_ptr<int>;

ShortList<Owned, 2> list_of(int count, const Owned& element) {
  ShortList<Owned, 2> list;
  for (int i = 0; i < count; ++i) list.push_back(element);
  return list;
}

TEST(ShortList, KeepsElementsInTheirOrderWhereverTheyLie) {
  for (int count = 0; count < 10; ++count) {
    ShortList<int, 3> list;
    EXPECT_TRUE(list.empty());
    for (int i = 0; i < count; ++i) list.push_back(i);
    ASSERT_EQ(list.size(), static_cast<size_t>(count));
    int next = 0;
    for (const int element : std::as_const(list)) EXPECT_EQ(element, next++);
  }
}

TEST(ShortList, LiesInItselfAsLongAsItIsShort) {
  ShortList<int, 2> list;
  const auto is_near = [&] {
    const void* const element = list.data();
    return element >= &list && element < &list + 1;
  };
  list.push_back(1);
  list.push_back(2);
  EXPECT_TRUE(is_near());
  list.push_back(3);
  EXPECT_FALSE(is_near());
  list.clear();
  list.push_back(4);
  EXPECT_TRUE(is_near());
}

TEST(ShortList, LetsGoOfEachElementOnce) {
  const auto element = std::make_shared<int>(7);
  for (const int count : {0, 1, 2, 3, 7}) {
    {
      ShortList<Owned, 2> list = list_of(count, element);
      EXPECT_EQ(element.use_count(), 1 + count);
      ShortList<Owned, 2> moved = std::move(list);
      EXPECT_EQ(element.use_count(), 1 + count);
      EXPECT_EQ(moved.size(), static_cast<size_t>(count));
      moved = list_of(5, element);
      EXPECT_EQ(element.use_count(), 6);
      moved.clear();
      EXPECT_EQ(element.use_count(), 1);
      moved.push_back(element);
    }
    EXPECT_EQ(element.use_count(), 1);
  }
}

TEST(ShortList, MakesRoomThatTheNextElementTakes) {
  ShortList<int, 1> list;
  list.push_back(1);
  list.make_room();
  const int* const data = list.data();
  list.push_back(2);
  EXPECT_EQ(list.data(), data);
  EXPECT_EQ(list[1], 2);
}

}  // namespace
