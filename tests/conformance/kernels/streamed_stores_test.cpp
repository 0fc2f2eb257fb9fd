// Kernels that only write to their object, at aligned and other addresses: each work-item's value
// arrives, and nothing else changes. The test kernels.streamed writes them past the caches.
#include <functional>

#include "runner.h"

namespace cleave::test {
namespace {

constexpr size_t size = 1 << 14;

/// Compares what the object holds at each index after the launch; an element that no work-item
/// writes stays 99.
template <class T>
void expect_written(const std::string& body, const Range& range,
                    const std::function<T(size_t index)>& expected) {
  const std::string source = "kernel void test(global " + body;
  const auto out = Runner::instance().run(source, range, std::vector<T>(size, T(99)));
  for (size_t i = 0; i < size; ++i) ASSERT_EQ(out[i], expected(i)) << i;
}

Range line(size_t items, size_t local = 64) {
  Range range;
  range.global[0] = items;
  range.local = {local, 1, 1};
  return range;
}

TEST(StreamedStores, ArriveAtEveryDistanceFromALine) {
  for (const size_t first : {0, 1, 3, 4, 8, 15, 16, 17}) {
    for (const size_t items : {64, 1000, 4096}) {
      const auto range = line(items);
      const auto at = std::to_string(first) + "]";
      expect_written<cl_float>("float *o) { o[get_global_id(0) + " + at + " = get_global_id(0); }",
                               range, [&](size_t i) {
                                 const bool is_written = i >= first && i < first + items;
                                 return is_written ? static_cast<cl_float>(i - first) : 99;
                               });
      expect_written<cl_uchar>("uchar *o) { o[get_global_id(0) + " + at + " = get_global_id(0); }",
                               range, [&](size_t i) {
                                 const bool is_written = i >= first && i < first + items;
                                 return is_written ? static_cast<cl_uchar>(i - first) : 99;
                               });
      expect_written<cl_ulong>(
          "ulong *o) { o[get_global_id(0) + " + at + " = get_global_id(0); }", range,
          [&](size_t i) { return i >= first && i < first + items ? i - first : 99; });
    }
  }
}

TEST(StreamedStores, ArriveWithAnOffsetOfTheLaunch) {
  for (const size_t offset : {1, 5, 32}) {
    Range range = line(1000);
    range.offset[0] = offset;
    expect_written<cl_int>("int *o) { o[get_global_id(0)] = 7; }", range,
                           [&](size_t i) { return i >= offset && i < offset + 1000 ? 7 : 99; });
  }
}

TEST(StreamedStores, EndAtABound) {
  for (const size_t first : {0, 1, 3, 16}) {
    for (const size_t bound : {1, 500, 900, 1024}) {
      expect_written<cl_float>("float *o) { int i = get_global_id(0); if (i < " +
                                   std::to_string(bound) + ") o[i + " + std::to_string(first) +
                                   "] = i; }",
                               line(1024), [&](size_t i) {
                                 const bool is_written = i >= first && i < first + bound;
                                 return is_written ? static_cast<cl_float>(i - first) : 99;
                               });
    }
  }
}

TEST(StreamedStores, ComeFromLanesThatRunOnly) {
  expect_written<cl_int>("int *o) { if (get_global_id(0) % 3 != 0) o[get_global_id(0)] = 7; }",
                         line(1000), [](size_t i) { return i < 1000 && i % 3 != 0 ? 7 : 99; });
  expect_written<cl_int>(
      "int *o) { size_t i = get_global_id(0); if (i < 500) o[i] = 7; else o[i] = 8; }", line(1000),
      [](size_t i) { return i < 500    ? 7
                            : i < 1000 ? 8
                                       : 99; });
}

TEST(StreamedStores, ArriveInRowsOfOddWidth) {
  Range range;
  range.dimensions = 2;
  range.global = {96, 64, 1};
  range.local = {32, 4, 1};
  expect_written<cl_int>(
      "int *o) { int x = get_global_id(0), y = get_global_id(1); o[y * 97 + x] = y; }", range,
      [](size_t i) { return i % 97 < 96 && i / 97 < 64 ? static_cast<cl_int>(i / 97) : 99; });
}

TEST(StreamedStores, ArriveAsMembersOfStructuresAndVectors) {
  expect_written<cl_int>("int4 *o) { o[get_global_id(0)] = (int4)(1, 2, 3, 4); }", line(1000),
                         [](size_t i) { return i < 4000 ? static_cast<cl_int>(i % 4 + 1) : 99; });
  expect_written<cl_int>("int *o) { size_t i = get_global_id(0); o[2 * i] = 1; o[2 * i + 1] = 2; }",
                         line(1000),
                         [](size_t i) { return i < 2000 ? static_cast<cl_int>(i % 2 + 1) : 99; });
  expect_written<cl_int>("int *o) { vstore3((int3)(1, 2, 3), get_global_id(0), o); }", line(1000),
                         [](size_t i) { return i < 3000 ? static_cast<cl_int>(i % 3 + 1) : 99; });
}

TEST(StreamedStores, ArriveFromBothSidesOfABarrier) {
  expect_written<cl_int>(
      "int *o) { local int t[64]; size_t i = get_global_id(0), l = get_local_id(0);"
      "  o[i] = 5; t[l] = l; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
      "  o[i + 5000] = t[63 - l]; }",
      line(1024), [](size_t i) {
        if (i < 1024) return 5;
        return i >= 5000 && i < 6024 ? static_cast<cl_int>(63 - (i - 5000) % 64) : 99;
      });
}

/// The last store in the order of a work-item stays.
TEST(StreamedStores, KeepTheOrderOfAWorkItem) {
  expect_written<cl_int>(
      "int *o) { size_t i = get_global_id(0); for (int n = 0; n < 3; ++n) o[i + 1] = n;"
      "  if (i % 2) o[i + 1] = 8; }",
      line(1024), [](size_t i) { return i == 0 || i > 1024 ? 99
                                        : (i - 1) % 2 != 0 ? 8
                                                           : 2; });
}

}  // namespace
}  // namespace cleave::test
