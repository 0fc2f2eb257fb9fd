// Kernels whose lanes run one after another because each walks through memory of its own, or holds
// wide vectors: every work-item of every range gets its own result.
#include <algorithm>
#include <numeric>

#include "runner.h"

namespace cleave::test {
namespace {

const Range ranges[] = {
    {.dimensions = 1, .global = {1000, 1, 1}},
    {.dimensions = 1, .global = {96, 1, 1}, .local = {96, 1, 1}},
    {.dimensions = 1, .global = {77, 1, 1}, .local = {1, 1, 1}},
    {.dimensions = 1, .global = {77, 1, 1}, .local = {32, 1, 1}, .offset = {5, 0, 0}},
    {.dimensions = 2, .global = {23, 9, 1}, .local = {5, 3, 1}, .offset = {1, 2, 0}},
    {.dimensions = 2, .global = {64, 6, 1}, .local = {32, 2, 1}},
    {.dimensions = 3, .global = {17, 5, 4}, .local = {17, 1, 2}},
};

TEST(SerialLanes, ChunksAreWalkedThrough) {
  const char* source = R"(
    kernel void test(global uint *o) {
      const size_t i = get_global_linear_id(), n = 37;
      for (uint k = 0; k < n; ++k) o[i * n + k] = 3 * o[i * n + k] + get_local_id(0);
    })";
  for (const Range& range : ranges) {
    const size_t items = items_of(range);
    std::vector<cl_uint> numbers(items * 37);
    std::iota(numbers.begin(), numbers.end(), 0U);
    const auto out = Runner::instance().run(source, range, numbers);
    for (size_t at = 0; at < out.size(); ++at) {
      const size_t x = at / 37 % range.global[0];
      const size_t local = range.local[0] == 0 ? 0 : x % range.local[0];
      if (range.local[0] == 0) {
        ASSERT_GE(out[at], 3 * at);
      } else {
        ASSERT_EQ(out[at], 3 * at + local) << at;
      }
    }
  }
}

TEST(SerialLanes, ChunksOfDifferentLengthsEndWhereTheyShould) {
  const char* source = R"(
    kernel void test(global uint *o) {
      const size_t i = get_global_linear_id();
      if (i % 5 == 3) return;
      for (uint k = 0; k < i % 50; ++k) o[i * 64 + k] += k;
    })";
  for (const Range& range : ranges) {
    const size_t items = items_of(range);
    const auto out = Runner::instance().run(source, range, std::vector<cl_uint>(items * 64, 7));
    for (size_t at = 0; at < out.size(); ++at) {
      const size_t i = at / 64, k = at % 64;
      ASSERT_EQ(out[at], i % 5 != 3 && k < i % 50 ? 7 + k : 7) << at;
    }
  }
}

TEST(SerialLanes, WideVectorsKeepTheirElements) {
  const char* source = R"(
    kernel void test(global uint *o) {
      const size_t i = get_global_linear_id();
      uint16 a = vload16(i, o), b = a + 1, c = a ^ 5, d = a * 3, e = a - 7, f = ~a, g = b, h = c;
      for (uint round = 0; round < 20; ++round) {
        a += rotate(b ^ c, (uint16)7);
        b = b.s123456789abcdef0 + d;
        c ^= e + f;
        d = select(d + g, d - h, a > b);
        e += a; f ^= b; g += c; h ^= d;
      }
      vstore16(a + b + c + d + e + f + g + h, i, o);
    })";
  const auto expected = [](cl_uint* own) {
    using Vector = std::array<cl_uint, 16>;
    Vector a, b, c, d, e, f, g, h;
    std::copy_n(own, 16, a.begin());
    for (size_t j = 0; j < 16; ++j) {
      b[j] = g[j] = a[j] + 1;
      c[j] = h[j] = a[j] ^ 5;
      d[j] = a[j] * 3;
      e[j] = a[j] - 7;
      f[j] = ~a[j];
    }
    for (int round = 0; round < 20; ++round) {
      const Vector turned = b;
      for (size_t j = 0; j < 16; ++j) {
        const cl_uint mixed = b[j] ^ c[j];
        a[j] += mixed << 7 | mixed >> 25;
      }
      for (size_t j = 0; j < 16; ++j) {
        b[j] = turned[(j + 1) % 16] + d[j];
        c[j] ^= e[j] + f[j];
        d[j] = a[j] > b[j] ? d[j] - h[j] : d[j] + g[j];
        e[j] += a[j];
        f[j] ^= b[j];
        g[j] += c[j];
        h[j] ^= d[j];
      }
    }
    for (size_t j = 0; j < 16; ++j) {
      own[j] = a[j] + b[j] + c[j] + d[j] + e[j] + f[j] + g[j] + h[j];
    }
  };
  for (const Range& range : ranges) {
    const size_t items = items_of(range);
    std::vector<cl_uint> numbers(items * 16);
    std::iota(numbers.begin(), numbers.end(), 11U);
    const auto out = Runner::instance().run(source, range, numbers);
    for (size_t i = 0; i < items; ++i) expected(&numbers[i * 16]);
    ASSERT_EQ(out, numbers);
  }
}

TEST(SerialLanes, PrivateArraysAreTheirOwn) {
  const char* source = R"(
    kernel void test(global uint *o) {
      const size_t i = get_global_linear_id();
      uint row[40];
      for (uint k = 0; k < 40; ++k) row[k] = o[i * 40 + k];
      for (uint k = 0; k < 40; ++k) o[i * 40 + k] = row[(k * 7 + i) % 40];
    })";
  for (const Range& range : ranges) {
    std::vector<cl_uint> numbers(items_of(range) * 40);
    std::iota(numbers.begin(), numbers.end(), 0U);
    const auto out = Runner::instance().run(source, range, numbers);
    for (size_t at = 0; at < out.size(); ++at) {
      const size_t i = at / 40;
      ASSERT_EQ(out[at], i * 40 + (at % 40 * 7 + i) % 40) << at;
    }
  }
}

// Lanes that do not come to one function are at the next one already, to which all come.
TEST(SerialLanes, ValuesStayUntilAllThatCameHaveReadThem) {
  const char* source = R"(
    bool comes(uint id, uint choice) { return (choice >> (id & 7) & 1) != 0; }
    kernel void test(global uint *o) {
      const uint id = get_local_id(0), choice = get_group_id(1);
      const uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
      uint expected = 0, voting = 0, broadcasting = 0;
      for (uint i = id - lane; i <= id; ++i) expected += comes(i, choice);
      if (comes(id, choice)) voting = sub_group_non_uniform_scan_inclusive_add(1u);
      bool right = sub_group_any(lane == last) != 0;
      if (comes(id, choice)) broadcasting = sub_group_non_uniform_scan_inclusive_add(3u);
      right = right && sub_group_broadcast(lane + 7, last) == last + 7;
      if (!comes(id, choice)) expected = 0;
      o[get_global_linear_id()] = right && voting == expected && broadcasting == 3 * expected;
    })";
  const Range range{.dimensions = 2, .global = {64, 256, 1}, .local = {64, 1, 1}};
  const std::vector<cl_uint> all_right(64 * 256, 1);
  EXPECT_EQ(Runner::instance().run(source, range, std::vector<cl_uint>(64 * 256)), all_right);
}

TEST(SerialLanes, OneWorkItemWaitsForItself) {
  const char* source = R"(
    void add_up(local uint *sums) {
      const uint id = get_local_id(0);
      for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (id < step) sums[id] += sums[id + step];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    }
    kernel void test(global uint *o) {
      local uint sums[64];
      const uint id = get_local_id(0), size = get_local_size(0), n = 40;
      for (uint row = get_group_id(0); row < 9; row += get_num_groups(0)) {
        uint sum = 0;
        for (uint k = id; k < n; k += size) sum += o[row * n + k];
        sums[id] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        add_up(sums);
        const uint all = sums[0] + work_group_scan_exclusive_add(1u) + work_group_reduce_max(id) +
                         work_group_broadcast(id, 0) + work_group_any(id == 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = id; k < n; k += size) o[row * n + k] = o[row * n + k] * 1000000 + all;
      }
    })";
  for (const size_t local : {1, 2, 8, 64}) {
    for (const size_t groups : {1, 2, 5}) {
      const Range range{.dimensions = 1, .global = {local * groups, 1, 1}, .local = {local, 1, 1}};
      std::vector<cl_uint> numbers(9 * 40);
      std::iota(numbers.begin(), numbers.end(), 0U);
      const auto out = Runner::instance().run(source, range, numbers);
      for (size_t at = 0; at < out.size(); ++at) {
        const size_t row = at / 40, id = at % 40 % local;
        const size_t sum = 40 * (40 * row) + 39 * 40 / 2;
        ASSERT_EQ(out[at], static_cast<cl_uint>(at * 1000000 + sum + id + (local - 1) + 1)) << at;
      }
    }
  }
}

}  // namespace
}  // namespace cleave::test
