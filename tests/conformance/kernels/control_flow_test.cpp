// Kernels without barriers: ids, ranges, divergent control flow, division.
#include <climits>
#include <numeric>

#include "runner.h"

namespace cleave::test {
namespace {

std::vector<cl_int> zeros(size_t count) {
  return std::vector<cl_int>(count, 0);
}

TEST(Ids, GlobalIdCountsFromTheOffset) {
  auto out = Runner::instance().run(
      "kernel void test(global int* o) { o[get_global_id(0) - get_global_offset(0)] = "
      "get_global_id(0); }",
      {.dimensions = 1, .global = {40, 1, 1}, .local = {8, 1, 1}, .offset = {7, 0, 0}}, zeros(40));
  for (int i = 0; i < 40; ++i) EXPECT_EQ(out[i], i + 7);
}

TEST(Ids, ThreeDimensionsWithLocalSizesThatTheWidthDoesNotDivide) {
  const char* source = R"(
    kernel void test(global int* o) {
      size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
      size_t at = (z * get_global_size(1) + y) * get_global_size(0) + x;
      o[at] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2)
            + 1000 * get_group_id(0) + 10000 * get_group_id(1) + 100000 * get_group_id(2);
    })";
  auto out = Runner::instance().run(
      source, {.dimensions = 3, .global = {10, 9, 4}, .local = {5, 3, 2}}, zeros(360));
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 9; ++y)
      for (int x = 0; x < 10; ++x)
        EXPECT_EQ(out[(z * 9 + y) * 10 + x], x % 5 + 10 * (y % 3) + 100 * (z % 2) + 1000 * (x / 5) +
                                                 10000 * (y / 3) + 100000 * (z / 2));
}

TEST(Ids, TrailingWorkGroupsAreSmallerWhenTheLocalSizeDoesNotDivide) {
  const char* source = R"(
    kernel void test(global int* o) {
      size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
      o[at] = get_local_size(0) + 100 * get_local_size(1) + 10000 * get_enqueued_local_size(0);
    })";
  auto out = Runner::instance().run(
      source, {.dimensions = 2, .global = {19, 7, 1}, .local = {8, 4, 1}}, zeros(19 * 7));
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 19; ++x)
      EXPECT_EQ(out[y * 19 + x], (x < 16 ? 8 : 3) + 100 * (y < 4 ? 4 : 3) + 80000);
}

TEST(Ids, DimensionsBeyondTheRangeAnswerAsTheLanguageSays) {
  const char* source = R"(
    kernel void test(global int* o) {
      o[0] = get_global_size(7); o[1] = get_global_id(9); o[2] = get_local_size(3);
      o[3] = get_num_groups(5); o[4] = get_work_dim(); o[5] = get_global_size(2);
    })";
  auto out = Runner::instance().run(source, {.dimensions = 2}, zeros(6));
  EXPECT_EQ(out, (std::vector<cl_int>{1, 0, 1, 1, 2, 1}));
}

TEST(ControlFlow, LoopsWithDivergentTripCountsBreakAndContinue) {
  const char* source = R"(
    kernel void test(global int* o) {
      int id = get_global_id(0), sum = 0;
      for (int i = 0; i < 100; ++i) {
        if (i % 3 == id % 3) continue;
        if (i > id) break;
        sum += i;
      }
      switch (id % 4) { case 0: sum += 1000; break; case 1: sum += 2000; case 2: sum += 3000; }
      o[id] = sum;
    })";
  auto out = Runner::instance().run(source, {.global = {50, 1, 1}, .local = {25, 1, 1}}, zeros(50));
  for (int id = 0; id < 50; ++id) {
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      if (i % 3 == id % 3) continue;
      if (i > id) break;
      sum += i;
    }
    sum += id % 4 == 0 ? 1000 : id % 4 == 1 ? 5000 : id % 4 == 2 ? 3000 : 0;
    EXPECT_EQ(out[id], sum) << id;
  }
}

TEST(ControlFlow, LoopsWithAStrideEndForSomeWorkItemsOneIterationBeforeOthers) {
  const char* source = R"(
    kernel void test(global int* o) {
      int n = o[0], id = get_global_id(0), items = get_global_size(0), sum = 0, last = -1;
      for (int i = id; i < n; i += items) {
        if (i % 7 == 3) o[1 + i] = i;
        sum += i * i;
        last = i;
      }
      o[1 + n + id] = sum;
      o[1 + n + items + id] = last;
    })";
  const int items = 100;
  // Less than a sub-group, one more than all, a multiple of all, and any.
  for (const int n : {1, 3, 101, 400, 437, 999}) {
    std::vector<cl_int> in = zeros(1 + n + 2 * items);
    in[0] = n;
    const auto out =
        Runner::instance().run(source, {.global = {items, 1, 1}, .local = {50, 1, 1}}, in);
    for (int i = 0; i < n; ++i) ASSERT_EQ(out[1 + i], i % 7 == 3 ? i : 0) << n;
    for (int id = 0; id < items; ++id) {
      int sum = 0, last = -1;
      for (int i = id; i < n; i += items) {
        sum += i * i;
        last = i;
      }
      ASSERT_EQ(out[1 + n + id], sum) << n << " " << id;
      ASSERT_EQ(out[1 + n + items + id], last) << n << " " << id;
    }
  }
}

TEST(ControlFlow, LoopsInLoopsEndAtDifferentIterations) {
  const char* source = R"(
    kernel void test(global int* o) {
      int id = get_global_id(0), sum = 0, turns = 0;
      if (id % 5 == 4) sum = 1000;  // these come to no loop
      else {
        int outer = id % 3;
        do {
          int inner = 0;
          do {
            sum += inner + outer;
            ++turns;
          } while (++inner < 4 + id % 2);
        } while (++outer < 6);
      }
      o[2 * id] = sum;
      o[2 * id + 1] = turns;
    })";
  const auto out =
      Runner::instance().run(source, {.global = {90, 1, 1}, .local = {45, 1, 1}}, zeros(180));
  for (int id = 0; id < 90; ++id) {
    int sum = id % 5 == 4 ? 1000 : 0, turns = 0;
    for (int outer = id % 3; id % 5 != 4 && outer < 6; ++outer) {
      for (int inner = 0; inner < 4 + id % 2; ++inner, ++turns) sum += inner + outer;
    }
    ASSERT_EQ(out[2 * id], sum) << id;
    ASSERT_EQ(out[2 * id + 1], turns) << id;
  }
}

TEST(ControlFlow, FunctionsThatAreCalledKnowTheirWorkItem) {
  const char* source = R"(
    int __attribute__((noinline)) twice(int x) { return 2 * x + get_local_id(0); }
    int __attribute__((noinline)) sum(int n) {
      int s = 0;
      for (int i = 0; i < n; ++i) s += twice(i);
      return s + get_group_id(0);
    }
    kernel void test(global int* o) { int id = get_global_id(0); o[id] = sum(id % 7); })";
  auto out = Runner::instance().run(source, {.global = {64, 1, 1}, .local = {16, 1, 1}}, zeros(64));
  for (int id = 0; id < 64; ++id) {
    int n = id % 7;
    EXPECT_EQ(out[id], n * (n - 1) + n * (id % 16) + id / 16) << id;
  }
}

TEST(ControlFlow, AKernelMayCallAKernel) {
  const char* source = R"(
    kernel void inner(global int* o) { o[get_global_id(0)] += 1; }
    kernel void test(global int* o) { o[get_global_id(0)] = 5; inner(o); })";
  auto out = Runner::instance().run(source, {.global = {32, 1, 1}}, zeros(32));
  EXPECT_EQ(out, std::vector<cl_int>(32, 6));
}

TEST(Division, ByZeroAndOfTheLeastIntegerNeverTraps) {
  const char* source = R"(
    kernel void test(global int* o) {
      int id = get_global_id(0);
      int a = o[2 * id], b = o[2 * id + 1];
      volatile int q = a / b, r = a % b;
      long la = (long)a << 32, lb = b;
      volatile long lq = la / lb, lr = la % lb;
      uint ua = a, ub = b;
      volatile uint uq = ua / ub;
      int4 v = (int4)(a, b, 7, -9) / (int4)(b, b, 0, 2);
      o[2 * id] = b != 0 && b != -1 ? q : v.w;
    })";
  auto out = Runner::instance().run(source, {.global = {3, 1, 1}},
                                    std::vector<cl_int>{INT_MIN, -1, 5, 0, 17, 5});
  EXPECT_EQ(out[0], -4);
  EXPECT_EQ(out[4], 3);
}

TEST(Types, StructsByValueAndVectorsOfThree) {
  const char* source = R"(
    typedef struct { int a; float3 v; char c[3]; } S;
    S make(int i) { S s; s.a = i; s.v = (float3)(i, 2 * i, 3 * i); s.c[2] = (char)i; return s; }
    kernel void test(global int* o) {
      int id = get_global_id(0);
      S s = make(id);
      o[id] = s.a + (int)(s.v.x + s.v.y + s.v.z) + s.c[2] + (int)sizeof(S);
    })";
  auto out = Runner::instance().run(source, {.global = {20, 1, 1}}, zeros(20));
  for (int id = 0; id < 20; ++id) EXPECT_EQ(out[id], 8 * id + 48);
}

TEST(Types, ConstantTablesAndPrivateArrays) {
  const char* source = R"(
    constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    kernel void test(global int* o) {
      int id = get_global_id(0), copy[8];
      for (int i = 0; i < 8; ++i) copy[(i + id) % 8] = table[i];
      o[id] = copy[0] + 10 * copy[id % 8];
    })";
  const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  auto out = Runner::instance().run(source, {.global = {24, 1, 1}}, zeros(24));
  for (int id = 0; id < 24; ++id) {
    EXPECT_EQ(out[id], table[(8 - id % 8) % 8] + 10 * table[0]) << id;
  }
}

}  // namespace
}  // namespace cleave::test
