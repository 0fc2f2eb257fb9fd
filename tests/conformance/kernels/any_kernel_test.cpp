// Kinds of kernels that vectorise like any other: barriers where work-items agree in fact and not
// by what can be seen, control flow of every form, calls, atomics anywhere.
#include <algorithm>
#include <array>

#include "runner.h"

namespace cleave::test {
namespace {

/// Twice 40 work-items, in groups that few widths divide.
constexpr size_t items = 80, local_items = 40;

std::vector<cl_int> run(const std::string& source, std::vector<cl_int> data) {
  return Runner::instance().run(source, {.global = {items, 1, 1}, .local = {local_items, 1, 1}},
                                std::move(data), local_items * sizeof(cl_int));
}

/// The elements from `items` on are what every work-item reads of the same.
std::vector<cl_int> with_agreement(cl_int value) {
  std::vector<cl_int> data(2 * items);
  std::fill(data.begin() + items, data.end(), value);
  return data;
}

struct Agreement {
  const char* name;
  const char* body;  // of a kernel: `mine` is the same in all work-items, here 3, `t` local memory
  cl_int (*expected)(cl_int local_id);
};

cl_int next_of(cl_int l) {
  return (l + 1) % static_cast<cl_int>(local_items);
}

class WhereWorkItemsAgree : public testing::TestWithParam<Agreement> {};

TEST_P(WhereWorkItemsAgree, BarriersAreMet) {
  const std::string source = std::string(R"(
    int shifted(local int* t, int l, int value) {
      t[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = t[(l + 1) % get_local_size(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      return other;
    }
    kernel void test(global int* o, local int* t) {
      int id = get_global_id(0), l = get_local_id(0), mine = o[get_global_size(0) + id], sum = 0;
      )") + GetParam().body + R"(
      o[id] = sum;
    })";
  const std::vector<cl_int> out = run(source, with_agreement(3));
  for (size_t i = 0; i < items; ++i) {
    const auto l = static_cast<cl_int>(i % local_items);
    EXPECT_EQ(out[i], GetParam().expected(l)) << i;
  }
}

constexpr std::array agreements = {
    Agreement{"Branch", "if (mine == 3) sum = shifted(t, l, l); else sum = -1;", next_of},
    Agreement{"BothSides",
              "if (mine & 1) sum = shifted(t, l, l); else { sum = shifted(t, l, -l); sum -= l; }",
              next_of},
    Agreement{"Loop", "for (int i = 0; i < mine; ++i) sum += shifted(t, l, l + i);",
              [](cl_int l) { return 3 * next_of(l) + 3; }},
    Agreement{"LoopThatIsLeft",
              "for (int i = 0;; ++i) { if (i == mine) break; if (i == mine - 2) continue; "
              "sum += shifted(t, l, l + i); }",
              [](cl_int l) { return 2 * next_of(l) + 2; }},
    Agreement{"LoopsInLoops",
              "int i = 0; do { for (int k = mine; k > i; --k) sum += shifted(t, l, l * k); } "
              "while (++i < mine);",
              [](cl_int l) { return next_of(l) * (1 + 2 + 3 + 2 + 3 + 3); }},
    Agreement{"Switch",
              "switch (mine) { case 1: sum = shifted(t, l, 0); break; "
              "case 3: sum = shifted(t, l, l);  /* falls through */ "
              "default: sum += shifted(t, l, 1); }",
              [](cl_int l) { return next_of(l) + 1; }},
    Agreement{"ReturnOfAll",
              "if (mine == 4) return; sum = shifted(t, l, l); if (mine == 3) "
              "{ o[id] = sum; return; } sum = shifted(t, l, 0);",
              next_of},
    Agreement{"Condition", "sum = mine > 2 && l >= 0 ? shifted(t, l, l) : 0;", next_of},
    Agreement{"DivergenceBefore",
              "if (l % 3 == 0) sum = 5; for (int i = 0; i < l % 4; ++i) sum += i; "
              "for (int i = 0; i < mine; ++i) { if (l % 5 == i) continue; sum += l; } "
              "sum = 0; sum += shifted(t, l, l);",
              next_of},
    Agreement{"WorkGroupFunction",
              "for (int i = 0; i < mine; ++i) sum += work_group_reduce_add(i + (l == 0));",
              [](cl_int) { return static_cast<cl_int>(3 * local_items + 3); }},
    Agreement{"AsyncCopy",
              "if (mine == 3) { t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); "
              "event_t e = async_work_group_copy(o + get_group_id(0) * get_local_size(0), t, "
              "get_local_size(0), 0); wait_group_events(1, &e); "
              "barrier(CLK_GLOBAL_MEM_FENCE); sum = o[id]; }",
              [](cl_int l) { return l; }}};

INSTANTIATE_TEST_SUITE_P(In, WhereWorkItemsAgree, testing::ValuesIn(agreements),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(AnyKernel, WaysIntoTheMiddleOfALoop) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      int id = get_global_id(0), i = id % 5, sum = 0;
      if (id % 3 == 0) goto middle;
    begin:
      sum += 10;
    middle:
      sum += i;
      if (++i < 6) { if (sum % 7 == 3) goto begin; goto middle; }
      o[id] = sum;
    })";
  const std::vector<cl_int> out = run(source, std::vector<cl_int>(items));
  for (cl_int id = 0; id < static_cast<cl_int>(items); ++id) {
    cl_int i = id % 5, sum = id % 3 == 0 ? 0 : 10;
    while (true) {
      sum += i;
      if (++i >= 6) break;
      if (sum % 7 == 3) sum += 10;
    }
    EXPECT_EQ(out[static_cast<size_t>(id)], sum) << id;
  }
}

TEST(AnyKernel, FunctionsThatAreCalledOnDivergentWays) {
  // Called in divergent control flow and in a loop, with a pointer to private memory.
  const char* source = R"(
    int own(int x, int* last);
    int __attribute__((noinline)) own(int x, int* last) {
      for (int i = 0; i < (x & 3); ++i) { if (*last > 50) return *last; *last += x + i; }
      return *last ^ get_local_id(0);
    }
    kernel void test(global int* o, local int* t) {
      int id = get_global_id(0), last = id % 11, sum = 0;
      for (int i = 0; i < id % 3; ++i) sum += id & 4 ? own(i, &last) : own(id - i, &last);
      o[id] = sum + 1000 * last;
    })";
  const std::vector<cl_int> out = run(source, std::vector<cl_int>(items));
  const auto own = [](cl_int x, cl_int& last, cl_int l) {
    for (cl_int i = 0; i < (x & 3); ++i) {
      if (last > 50) return last;
      last += x + i;
    }
    return last ^ l;
  };
  for (cl_int id = 0; id < static_cast<cl_int>(items); ++id) {
    const cl_int l = id % static_cast<cl_int>(local_items);
    cl_int last = id % 11, sum = 0;
    for (cl_int i = 0; i < id % 3; ++i) sum += own((id & 4) != 0 ? i : id - i, last, l);
    EXPECT_EQ(out[static_cast<size_t>(id)], sum + 1000 * last) << id;
  }
}

TEST(AnyKernel, CallsThatWouldBeFarTooManyWhenInlined) {
  // The kernel would have 2^14 copies of the first function, which asks for its work-item.
  constexpr int levels = 14;
  std::string source =
      "int f0(int x) { return (x ^ (x >> 3)) * 7 + (int)get_local_id(0) + (int)get_group_id(0); }";
  for (int i = 1; i <= levels; ++i) {
    const std::string own = std::to_string(i), below = "f" + std::to_string(i - 1);
    source +=
        "int f" + own + "(int x) { return " + below + "(x + " + own + ") ^ " + below + "(x * 3); }";
  }
  source +=
      "kernel void test(global int* o, local int* t) { int id = get_global_id(0);"
      "if (id % 3 != 1) o[id] = f14(id); }";
  const std::vector<cl_int> out = run(source, std::vector<cl_int>(items));
  for (cl_int id = 0; id < static_cast<cl_int>(items); id += 7) {
    const auto l = static_cast<cl_uint>(id) % local_items, group = id / local_items;
    const auto f = [&](const auto& self, int level, cl_uint x) -> cl_uint {
      if (level == 0) {
        const auto shifted = static_cast<cl_uint>(static_cast<cl_int>(x) >> 3);
        return (x ^ shifted) * 7 + static_cast<cl_uint>(l + group);
      }
      return self(self, level - 1, x + static_cast<cl_uint>(level)) ^ self(self, level - 1, x * 3);
    };
    const auto right =
        id % 3 == 1 ? 0 : static_cast<cl_int>(f(f, levels, static_cast<cl_uint>(id)));
    EXPECT_EQ(out[static_cast<size_t>(id)], right) << id;
  }
}

TEST(AnyKernel, AtomicsAtPlacesThatLanesShareOrNot) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      int id = get_global_id(0);
      if (id % 4 != 1) atomic_inc(&o[id % 7]);
      int before = atomic_add(&o[8 + id % 5], 1);
      atomic_max(&o[16 + id % 5], before);
      int seen = o[24 + id % 6], wanted;
      do { wanted = seen; seen = atomic_cmpxchg(&o[24 + id % 6], wanted, wanted + id); }
      while (seen != wanted);
      atomic_or(&o[32], 1 << id % 9);
      atomic_xchg(&o[40 + id % 2], 5);
    })";
  const std::vector<cl_int> out = run(source, std::vector<cl_int>(items));
  std::vector<cl_int> right(items);
  for (cl_int id = 0; id < static_cast<cl_int>(items); ++id) {
    const auto at = [&](cl_int place) -> cl_int& { return right[static_cast<size_t>(place)]; };
    at(id % 7) += id % 4 != 1;
    ++at(8 + id % 5);
    at(24 + id % 6) += id;
  }
  for (size_t i = 16; i < 21; ++i) right[i] = 15;  // the last of 16 has found 15
  right[32] = 0x1ff;
  right[40] = right[41] = 5;
  EXPECT_EQ(out, right);
}

// OpenCL C 2.0, 6.5.5: a pointer that names no address space points into any but constant.
TEST(AnyKernel, PointersOfLanesIntoDifferentAddressSpaces) {
  const char* source = R"(
    int sum(int* p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }
    void add(int* p, int n, int by) { for (int i = n; i-- > 0;) p[i] += by; }
    kernel void test(global int* o, local int* t) {
      int id = get_global_id(0), l = get_local_id(0), own[4];
      for (int i = 0; i < 4; ++i) own[i] = id * i;
      o[id] = 5 * id;
      t[l] = 3 * id;
      barrier(CLK_LOCAL_MEM_FENCE);
      int* p = id % 3 == 0 ? (int*)&o[id] : id % 3 == 1 ? (int*)&t[l] : (int*)own;
      int n = id % 3 == 2 ? 4 : 1;
      add(p, n, id);
      int result = sum(p, n) + 100 * t[l];
      o[id] = result;
    })";
  const std::vector<cl_int> out = Runner::instance().run(
      source, {.global = {items, 1, 1}, .local = {local_items, 1, 1}}, std::vector<cl_int>(items),
      local_items * sizeof(cl_int), "-cl-std=CL2.0");
  for (cl_int id = 0; id < static_cast<cl_int>(items); ++id) {
    const cl_int near = (id % 3 == 1 ? 4 : 3) * id;
    const cl_int sum = id % 3 == 0 ? 6 * id : id % 3 == 1 ? 4 * id : 10 * id;
    EXPECT_EQ(out[static_cast<size_t>(id)], sum + 100 * near) << id;
  }
}

}  // namespace
}  // namespace cleave::test
