#include "model/memory/valid_ranges.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace cleave::model::test {
namespace {

using ValidRange = memory::ValidRanges::ValidRange;
using Ranges = std::vector<ValidRange>;

constexpr memory::MemorySet everywhere = ~memory::MemorySet{0};

TEST(ByteRanges, UndefinedContentsAreCurrentEverywhere) {
  const memory::ValidRanges valid(100, everywhere);
  EXPECT_EQ(valid.stale(0, 100, 0), Ranges());
  EXPECT_EQ(valid.stale(0, 100, 63), Ranges());
}

TEST(ByteRanges, WhatIsWrittenInOneMemoryIsStaleInTheOthers) {
  memory::ValidRanges valid(100, everywhere);
  valid.set(10, 20, 1);
  EXPECT_EQ(valid.stale(0, 100, 1), Ranges());
  EXPECT_EQ(valid.stale(0, 100, 0), (Ranges{{10, 20, 2}}));
  EXPECT_EQ(valid.stale(15, 100, 0), (Ranges{{15, 20, 2}}));
  EXPECT_EQ(valid.stale(20, 100, 0), Ranges());
  valid.add(10, 20, 0);
  EXPECT_EQ(valid.stale(0, 100, 0), Ranges());
  EXPECT_EQ(valid.stale(0, 100, 2), (Ranges{{10, 20, 3}}));
}

TEST(ByteRanges, NeighboursThatAreCurrentInTheSameMemoriesAreOneRange) {
  memory::ValidRanges valid(100, everywhere);
  for (size_t begin = 0; begin < 100; begin += 10) valid.set(begin, begin + 10, 3);
  EXPECT_EQ(valid.ranges(), (Ranges{{0, 100, 8}}));
}

TEST(ByteRanges, NothingHappensToNoBytes) {
  memory::ValidRanges valid(100, everywhere);
  valid.set(50, 50, 1);
  valid.set(100, 100, 1);
  EXPECT_EQ(valid.ranges(), (Ranges{{0, 100, everywhere}}));
}

// Compared with a set of memories for every byte.
TEST(ByteRanges, AgreesWithBytesThatAreLookedAtOneByOne) {
  constexpr size_t bytes = 40;
  std::mt19937 random(1);
  const auto less_than = [&](size_t limit) { return random() % limit; };
  memory::ValidRanges valid(bytes, everywhere);
  std::array<memory::MemorySet, bytes> expected;
  expected.fill(everywhere);
  for (int step = 0; step < 5000; ++step) {
    const size_t begin = less_than(bytes + 1), end = begin + less_than(bytes + 1 - begin);
    const auto memory = static_cast<uint32_t>(less_than(3));
    const bool is_written = less_than(2) == 0;
    if (is_written) {
      valid.set(begin, end, memory);
    } else {
      valid.add(begin, end, memory);
    }
    for (size_t byte = begin; byte < end; ++byte) {
      const memory::MemorySet here = memory::MemorySet{1} << memory;
      expected[byte] = is_written ? here : expected[byte] | here;
    }
    size_t position = 0;
    for (const ValidRange& range : valid.ranges()) {
      ASSERT_EQ(position, range.begin);
      ASSERT_LT(range.begin, range.end);
      for (; position < range.end; ++position) ASSERT_EQ(expected[position], range.memories);
    }
    ASSERT_EQ(bytes, position);
  }
}

}  // namespace
}  // namespace cleave::model::test
