// Tests memory accesses of lanes: rows that only the numbers make, and elements beside each other.
#include <algorithm>
#include <numeric>

#include "runner.h"

namespace cleave::test {
namespace {

constexpr size_t count = 192;

std::vector<cl_int> numbers(size_t size) {
  std::vector<cl_int> data(size);
  std::iota(data.begin(), data.end(), 0);
  return data;
}

/// Results lie behind `count` ints to read.
std::vector<cl_int> run(const std::string& body, size_t work_items, size_t local) {
  const std::string source = "kernel void test(global int* data) { global int* out = data + " +
                             std::to_string(count) +
                             "; int i = get_global_id(0), n = get_global_size(0);" + body + "}";
  auto out = Runner::instance().run(
      source, {.dimensions = 1, .global = {work_items, 1, 1}, .local = {local, 1, 1}},
      numbers(3 * count));
  out.erase(out.begin(), out.begin() + count);
  return out;
}

TEST(Rows, MasksOfIdsKeepThemOrNot) {
  for (cl_int mask : {0, 1, 6, 7, 15, 31, 63, 127, 255}) {
    const auto out = run("out[i] = data[(i & " + std::to_string(mask) + ") % n];", 144, 48);
    for (cl_int i = 0; i < 144; ++i) ASSERT_EQ(out[i], (i & mask) % 144) << "mask " << mask;
  }
}

TEST(Rows, MasksOfTheLaunchKeepThemOrNot) {
  // Loaded, so that the mask is not known when code is made.
  for (cl_int width : {1, 2, 4, 8, 16, 64, 128}) {
    const std::string body = "uint w = data[" + std::to_string(width) +
                             "], u = i, k = u & (w - 1), to = 2 * u - k;"
                             "out[to] = data[k]; out[to + w] = -data[i];";
    const auto out = run(body, 128, 64);
    for (cl_int i = 0; i < 128; ++i) {
      const cl_int k = i & (width - 1), to = 2 * i - k;
      ASSERT_EQ(out[to], k) << "width " << width;
      ASSERT_EQ(out[to + width], -i) << "width " << width;
    }
  }
}

TEST(Rows, ClampedIdsAreBentAtTheEnds) {
  const auto out = run("out[i] = data[clamp(i - 5, 0, n - 20)] + data[max(i - 9, 3)];", 150, 50);
  for (cl_int i = 0; i < 150; ++i) {
    EXPECT_EQ(out[i], std::clamp(i - 5, 0, 130) + std::max(i - 9, 3));
  }
}

/// Runs work-items with the ids from `first` on, each with its id as the int `x`. They write to `out`, two rows of ints
/// that are returned; `at` is `first`.
std::vector<cl_int> run_from(int64_t first, const std::string& body) {
  const std::string source = "kernel void test(global int* out) { int x = get_global_id(0), at = " +
                             std::to_string(first) + ";" + body + "}";
  return Runner::instance().run(source,
                                {.dimensions = 1,
                                 .global = {count, 1, 1},
                                 .local = {64, 1, 1},
                                 .offset = {static_cast<size_t>(first), 0, 0}},
                                std::vector<cl_int>(2 * count, -1));
}

TEST(Rows, OfSumsOfIdsEndWhereIntDoes) {
  // The last work-item's id is the largest int.
  constexpr auto items = static_cast<int64_t>(count);
  constexpr int64_t first = (int64_t{1} << 31) - items;
  const auto out = run_from(
      first, "if (x < INT_MAX) out[x + 1 - at] = x; if (x - at >= 5) out[x - 5 - at + 192] = x;");
  for (int64_t i = 0; i < items; ++i) {
    EXPECT_EQ(out[i], i > 0 ? first + i - 1 : -1) << i;
    EXPECT_EQ(out[items + i], i < items - 5 ? first + i + 5 : -1) << i;
  }
}

TEST(Rows, OfIdsThatPassIntBeginAgainBelowZero) {
  const int64_t first = (int64_t{1} << 31) - 100;
  const auto out = run_from(first,
                            "if (x >= 0) out[x - at] = x;"
                            "else out[x + INT_MAX + 101] = x;");
  for (size_t i = 0; i < count; ++i) {
    const int64_t id = first + static_cast<int64_t>(i);
    EXPECT_EQ(out[i], static_cast<cl_int>(id)) << i;
  }
  // Each lane's id is cut off for itself: rows of masked ids go on where the sign changes.
  const auto masked = run_from(first, "out[(size_t)x & 127] = x & 127;");
  for (size_t i = 0; i < 128; ++i) EXPECT_EQ(masked[i], static_cast<cl_int>(i));
}

TEST(Rows, IndicesRoundedFromRealsMayBeNearEachOther) {
  // Steps between lanes: below one, one, two, more than two vectors; backwards; from both ends.
  for (const char* step : {"0", "0.25f", "0.6f", "1", "1.7f", "2", "2.1f", "5"}) {
    const double number = std::strtod(step, nullptr);
    for (bool backwards : {false, true}) {
      const std::string real = backwards ? std::string("(n - 1 - i)") : std::string("i");
      const std::string index = "(int)(" + real + " * " + step + " + 0.25f)";
      const auto out = run("int k = clamp(" + index +
                               ", 0, n - 1);"
                               "out[i] = data[k]; if (i % 3) out[i] += data[max(k - 1, 0)];",
                           144, 48);
      for (cl_int i = 0; i < 144; ++i) {
        const cl_int place = backwards ? 143 - i : i;
        const cl_int k = std::clamp(static_cast<cl_int>(place * number + 0.25), 0, 143);
        ASSERT_EQ(out[i], k + (i % 3 ? std::max(k - 1, 0) : 0)) << index << " of " << i;
      }
    }
  }
}

TEST(Rows, IndicesRoundedFromRealsMayBeApart) {
  const auto out = run("float f = i * 0.6f; out[i] = data[(int)(f * f * 0.1f) % n];", 144, 48);
  for (cl_int i = 0; i < 144; ++i) {
    const float f = static_cast<float>(i) * 0.6F;
    EXPECT_EQ(out[i], static_cast<cl_int>(f * f * 0.1F) % 144) << i;
  }
}

TEST(Rows, LanesThatDoNotRunNeitherReadNorWrite) {
  const auto out =
      run("if (data[i] % 3 == 1) { int k = i & 127; out[k] = data[k ^ 0] + 1000; }"
          "else if (i < 40) out[i & 63] = -1;",
          128, 32);
  for (cl_int i = 0; i < 128; ++i) {
    EXPECT_EQ(out[i], i % 3 == 1 ? i + 1000 : i < 40 ? -1 : i + cl_int{count});
  }
}

/// A kernel of 200 work-items doubles the first `bound` of as many elements.
template <class T>
void expect_doubled_below(cl_int bound, const std::string& type) {
  constexpr size_t items = 200;
  std::vector<T> data(2 * items);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<T>(i % 100);
  const auto out = Runner::instance().run(
      "kernel void test(global " + type + "* data) { int i = get_global_id(0); if (i >= " +
          std::to_string(bound) + ") return; data[i + 200] = data[i] * (" + type + ")2; }",
      {.dimensions = 1, .global = {items, 1, 1}, .local = {40, 1, 1}}, data);
  for (size_t i = 0; i < items; ++i) {
    ASSERT_EQ(out[i + items], static_cast<cl_int>(i) < bound ? data[i] * 2 : data[i]) << type;
  }
}

TEST(Rows, OfAllTypesEndAtTheirBounds) {
  for (cl_int bound : {0, 1, 39, 64, 100, 131, 199, 200}) {
    expect_doubled_below<cl_uchar>(bound, "uchar");
    expect_doubled_below<cl_short>(bound, "short");
    expect_doubled_below<cl_int>(bound, "int");
    expect_doubled_below<cl_float>(bound, "float");
    expect_doubled_below<cl_long>(bound, "long");
    expect_doubled_below<cl_double>(bound, "double");
  }
}

/// Vectors of whole cache lines, at some of these sizes of sub-groups.
TEST(Rows, AreReadWithoutCachesWhereSomeLanesRun) {
  constexpr size_t items = 192;
  std::vector<cl_long> data(2 * items);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<cl_long>(i);
  const std::string source = R"(
      kernel void test(global long* data) {
        int i = get_global_id(0);
        if (data[i] % 3 != 1) data[i] *= __builtin_nontemporal_load(&data[i + 192]);
      })";
  const auto out = Runner::instance().run(
      source, {.dimensions = 1, .global = {items, 1, 1}, .local = {48, 1, 1}}, data);
  for (size_t i = 0; i < items; ++i) {
    ASSERT_EQ(out[i], i % 3 != 1 ? data[i] * data[i + items] : data[i]) << i;
  }
}

TEST(Rows, OfVectorsEndAtTheirBounds) {
  for (cl_int bound : {0, 1, 15, 17, 48}) {
    const auto out = run("if (i < " + std::to_string(bound) +
                             ") ((global int4*)out)[i] = ((global int4*)data)[i].wzyx;",
                         48, 16);
    for (cl_int k = 0; k < cl_int{count}; ++k) {
      EXPECT_EQ(out[k], k / 4 < bound ? (k ^ 3) : k + cl_int{count}) << "bound " << bound;
    }
  }
}

TEST(Elements, VectorsAtAnyPlaceAreLoadedAndStoredWhole) {
  const auto pairs =
      run("int p = (data[i] * 37) % 96; int2 v = ((global int2*)data)[p];"
          "((global int2*)out)[p] = v.yx + 1;",
          96, 32);
  for (cl_int p = 0; p < 96; ++p) {
    EXPECT_EQ(pairs[2 * p], 2 * p + 2);
    EXPECT_EQ(pairs[2 * p + 1], 2 * p + 1);
  }
  const auto fours =
      run("int p = (data[i] * 37) % 48; int4 v = ((global int4*)data)[p];"
          "if (i % 5 != 2) ((global int4*)out)[p] = v.wzyx;",
          48, 16);
  for (cl_int i = 0; i < 48; ++i) {
    const cl_int p = i * 37 % 48;
    for (cl_int k = 0; k < 4; ++k) {
      EXPECT_EQ(fours[4 * p + k], i % 5 != 2 ? 4 * p + 3 - k : 4 * p + k + cl_int{count});
    }
  }
}

// LLVM knows what is zero, and may forget to clear another index above such a one.
TEST(Elements, AreFoundByIndicesWhoseUpperBitsAreZero) {
  const auto sums = run("out[i] = data[(data[i] & 7) + (data[i + 2] & 3)];", 128, 64);
  const auto bits = run("out[i] = data[((i & 15) << 2) + (data[i] & 3)];", 128, 64);
  const auto both = run("out[i] = data[(data[i] & 3) | (i & 3) << 2];", 128, 64);
  for (cl_int i = 0; i < 128; ++i) {
    ASSERT_EQ(sums[i], (i & 7) + ((i + 2) & 3));
    ASSERT_EQ(bits[i], ((i & 15) << 2) + (i & 3));
    ASSERT_EQ(both[i], (i & 3) | (i & 3) << 2);
  }
}

TEST(Elements, SmallOnesAreLoadedAndStoredWithTheirWord) {
  const auto out =
      run("int p = (data[i] * 37) % 64; uchar4 v = ((global uchar4*)data)[p];"
          "((global uchar4*)out)[p] = v.wzyx;"
          "short2 s = ((global short2*)data)[p]; ((global short2*)out)[64 + p] = s.yx;",
          64, 16);
  for (cl_int p = 0; p < 64; ++p) {
    EXPECT_EQ(static_cast<cl_uint>(out[p]), static_cast<cl_uint>(p) << 24);
    EXPECT_EQ(static_cast<cl_uint>(out[64 + p]), static_cast<cl_uint>(p) << 16);
  }
}

struct Tile {
  size_t x, y;
};

/// A matrix of 64 columns and 32 rows, then room for its transpose.
std::vector<cl_int> transposed(const std::string& body, Tile tile) {
  constexpr size_t columns = 64, rows = 32;
  auto data = numbers(columns * rows);
  data.resize(2 * data.size(), -1);
  auto out = Runner::instance().run(
      "#define X " + std::to_string(tile.x) + "\n#define Y " + std::to_string(tile.y) +
          "\nkernel void test(global int* in) { global int* out = in + 2048;"
          "int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0),"
          "h = get_global_size(1);" +
          body + "}",
      {.dimensions = 2, .global = {columns, rows, 1}, .local = {tile.x, tile.y, 1}}, data);
  out.erase(out.begin(), out.begin() + columns * rows);
  return out;
}

constexpr Tile tiles[] = {{64, 16}, {64, 8}, {16, 16}, {32, 4}, {64, 2}, {8, 8}, {4, 16}};

TEST(Transposes, RowsBecomeColumns) {
  for (const Tile tile : tiles) {
    const auto out = transposed("out[x * h + y] = in[y * w + x];", tile);
    for (cl_int i = 0; i < 2048; ++i) ASSERT_EQ(out[i], i % 32 * 64 + i / 32) << tile.x;
  }
}

TEST(Transposes, ColumnsBecomeRows) {
  for (const Tile tile : tiles) {
    const auto out = transposed(
        "int i = y * w + x; global int* part = in + i / 1024 * 1024; i %= 1024;"
        "out[y * w + x] = part[i % 32 * 32 + i / 32] + in[(x % 32) * w + y];",
        tile);
    for (cl_int i = 0; i < 2048; ++i) {
      const cl_int part = i / 1024 * 1024, k = i % 1024;
      ASSERT_EQ(out[i], part + k % 32 * 32 + k / 32 + i % 64 % 32 * 64 + i / 64) << tile.x;
    }
  }
}

TEST(Transposes, ThroughLocalMemory) {
  for (const Tile tile : tiles) {
    const auto out = transposed(
        "local int t[X][Y + 1]; int lx = get_local_id(0), ly = get_local_id(1);"
        "t[lx][ly] = in[y * w + x]; barrier(CLK_LOCAL_MEM_FENCE);"
        "int i = ly * X + lx, c = i / Y, r = i % Y;"
        "out[(get_group_id(0) * X + c) * h + get_group_id(1) * Y + r] = t[c][r];",
        tile);
    for (cl_int i = 0; i < 2048; ++i) ASSERT_EQ(out[i], i % 32 * 64 + i / 32) << tile.x;
  }
}

TEST(Transposes, RowsInsideBounds) {
  for (const Tile tile : tiles) {
    const auto out = transposed(
        "int n = in[48], m = in[30]; if (x < n && y < m) out[x * h + y] = in[y * w + x];", tile);
    for (cl_int i = 0; i < 2048; ++i) {
      const cl_int x = i / 32, y = i % 32;
      ASSERT_EQ(out[i], x < 48 && y < 30 ? y * 64 + x : -1) << tile.x;
    }
  }
}

TEST(Transposes, ColumnsInsideBounds) {
  for (const Tile tile : tiles) {
    const auto out = transposed(
        "int n = in[30], m = in[16]; if (x < n && y < m) out[y * w + x] = in[x * 64 + y];", tile);
    for (cl_int i = 0; i < 2048; ++i) {
      const cl_int x = i % 64, y = i / 64;
      ASSERT_EQ(out[i], x < 30 && y < 16 ? x * 64 + y : -1) << tile.x;
    }
  }
}

TEST(Transposes, ColumnsThatSomeLanesStore) {
  for (const Tile tile : tiles) {
    const auto out = transposed("if (x % 7 != y % 5) out[x * h + y] = in[y * w + x];", tile);
    for (cl_int i = 0; i < 2048; ++i) {
      const cl_int x = i / 32, y = i % 32;
      ASSERT_EQ(out[i], x % 7 != y % 5 ? y * 64 + x : -1) << tile.x;
    }
  }
}

// All work-items write the same, which no barrier orders; each may read what it wrote itself.
TEST(Rows, OfMatricesWithTheirOwnPitchesAreFound) {
  // Tiles of 16 by 16 in loops: more rows at once than processors have registers for their addresses.
  constexpr size_t n = 32, head = 4, pitch_a = 40, pitch_b = 48, pitch_out = 36;
  constexpr size_t a = head, b = a + n * pitch_a, out = b + n * pitch_b;
  const std::string source = R"(
    kernel void test(global int* data) {
      local int x[16][16], y[16][16];
      size_t p = data[0], q = data[1], r = data[2];
      global const int *a = data + 4, *b = a + 32 * p;
      global int* out = data + 4 + 32 * p + 32 * q;
      size_t column = get_local_id(0), row = get_local_id(1);
      int sum = 0;
      for (size_t tile = 0; tile < 32; tile += 16) {
        x[row][column] = a[get_global_id(1) * p + tile + column];
        y[row][column] = b[(tile + row) * q + get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k) sum += x[row][k] * y[k][column];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[get_global_id(1) * r + get_global_id(0)] = sum;
    })";
  std::vector<cl_int> data(out + n * pitch_out);
  for (size_t i = head; i < out; ++i) data[i] = static_cast<cl_int>(i % 23) - 11;
  data[0] = pitch_a, data[1] = pitch_b, data[2] = pitch_out;
  const auto result = Runner::instance().run(
      source, {.dimensions = 2, .global = {n, n, 1}, .local = {16, 16, 1}}, data);
  for (size_t y = 0; y < n; ++y) {
    for (size_t x = 0; x < n; ++x) {
      cl_int sum = 0;
      for (size_t k = 0; k < n; ++k) sum += data[a + y * pitch_a + k] * data[b + k * pitch_b + x];
      ASSERT_EQ(result[out + y * pitch_out + x], sum) << x << ", " << y;
    }
  }
}

TEST(LocalMemory, IsReadAsTheWorkItemHasFilledIt) {
  for (cl_int offset : {3, 5, 7}) {  // what the launch before has left there is another number
    const std::string body =
        "struct table { int numbers[100]; }; local struct table filled;"
        "filled = *(global struct table*)(data + " +
        std::to_string(offset) + "); out[i] = filled.numbers[data[59]];";
    const auto out = run(body, 128, 64);
    for (cl_int i = 0; i < 128; ++i) ASSERT_EQ(out[i], 59 + offset);
  }
}

}  // namespace
}  // namespace cleave::test
