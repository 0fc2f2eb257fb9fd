// Kernels with pointers that do not name their address space (OpenCL C 3.0, 6.7.5.1), and the
// functions that ask where such a pointer leads (6.15.10).
#include "runner.h"

namespace cleave::test {
namespace {

std::vector<cl_int> run(const std::string& source, size_t items, size_t local,
                        size_t local_bytes = 0) {
  return Runner::instance().run(source, {.global = {items, 1, 1}, .local = {local, 1, 1}},
                                std::vector<cl_int>(items, -1), local_bytes);
}

enum : cl_int { is_global = 1, is_local = 2, is_private = 4, has_local_fence = 8 };

// The kernels ask the functions about a pointer, and give the answers as the bits above.
const std::string asking = R"(
  int asked(int* p) {
    return (to_global(p) == p ? 1 : 0) | (to_local(p) == p ? 2 : 0) | (to_private(p) == p ? 4 : 0) |
           (get_fence(p) & CLK_LOCAL_MEM_FENCE ? 8 : 0);
  }
)";

class GenericPointers : public testing::TestWithParam<size_t> {};  // the local size

TEST_P(GenericPointers, LeadIntoEachAddressSpace) {
  const size_t local = GetParam(), items = 12 * local;
  const auto out = run(asking + R"(
    global int of_program;
    kernel void test(global int* o, local int* l) {
      int id = get_global_id(0), mine = 0, array[3];
      array[id % 3] = id;
      int* p = o + id;
      if (id % 4 == 1) p = l + get_local_id(0);
      if (id % 4 == 2) p = array + id % 3;
      if (id % 4 == 3) p = &of_program;
      o[id] = asked(p);
    })",
                       items, local, local * sizeof(cl_int));
  for (size_t id = 0; id < items; ++id) {
    const cl_int expected[] = {is_global, is_local | has_local_fence, is_private, is_global};
    ASSERT_EQ(out[id], expected[id % 4]) << id;
  }
}

TEST_P(GenericPointers, ThatAreKnownWhenCodeIsMadeAnswerTheSame) {
  const size_t local = GetParam(), items = 3 * local;
  const auto out = run(asking + R"(
    kernel void test(global int* o, local int* l) {
      local int own;
      int id = get_global_id(0), mine = id;
      o[id] = asked(o + id) + 100 * asked(l) + 10000 * asked(&own) + 1000000 * asked(&mine);
    })",
                       items, local, sizeof(cl_int));
  for (size_t id = 0; id < items; ++id) ASSERT_EQ(out[id], 4'101'001) << id;
}

TEST_P(GenericPointers, MayBeComputedFromOnesThatWereNeverAssigned) {
  const size_t local = GetParam(), items = 3 * local;
  const auto out = run(R"(
    kernel void test(global int* o, local int* l) {
      int id = get_global_id(0);
      int *way, *nowhere;
      if (o[id] < 0) way = o + id;
      else way = nowhere + id;
      *way = id + 5;
    })",
                       items, local, sizeof(cl_int));
  for (size_t id = 0; id < items; ++id) ASSERT_EQ(out[id], static_cast<cl_int>(id) + 5) << id;
}

TEST_P(GenericPointers, AreReadAndWrittenByFunctions) {
  const size_t local = GetParam(), items = 12 * local;
  const auto out = run(R"(
    void add_to(int* p, int value) { *p += value; }
    int sum(const int* p, int n) {
      int s = 0;
      for (int i = 0; i < n; ++i) s += p[i];
      return s;
    }
    kernel void test(global int* o, local int* l) {
      int id = get_global_id(0), mine[5];
      for (int i = 0; i < 5; ++i) mine[i] = id + i;
      o[id] = id;
      l[get_local_id(0)] = 7;
      int* p = mine + 2;
      if (id % 3 == 1) p = l + get_local_id(0);
      if (id % 3 == 2) p = o + id;
      add_to(p, 1000);
      int value = *p;
      p = mine;
      o[id] = value + 10000 * (sum(p, 5) - 5 * id);
    })",
                       items, local, local * sizeof(cl_int));
  for (size_t id = 0; id < items; ++id) {
    const auto i = static_cast<cl_int>(id);
    const cl_int value = (id % 3 == 0 ? i + 2 : id % 3 == 1 ? 7 : i) + 1000;
    ASSERT_EQ(out[id], value + 10000 * (id % 3 == 0 ? 1010 : 10)) << id;
  }
}

TEST_P(GenericPointers, ToPrivateMemoryLiveAcrossBarriers) {
  const size_t local = GetParam(), items = 4 * local;
  const auto out = run(asking + R"(
    kernel void test(global int* o, local int* l) {
      int id = get_global_id(0), t = get_local_id(0), mine[4];
      for (int i = 0; i < 4; ++i) mine[i] = 10 * id + i;
      l[t] = id;
      int* p = id % 2 ? (int*)(mine + id % 4) : (int*)(l + t);
      barrier(CLK_LOCAL_MEM_FENCE);
      *p += 100000;
      barrier(CLK_LOCAL_MEM_FENCE);
      o[id] = *p + 1000000 * asked(p);
    })",
                       items, local, local * sizeof(cl_int));
  for (size_t id = 0; id < items; ++id) {
    const auto i = static_cast<cl_int>(id);
    const cl_int value = id % 2 ? 10 * i + i % 4 + 4'000'000 : i + 10'000'000;
    ASSERT_EQ(out[id], value + 100000) << id;
  }
}

TEST_P(GenericPointers, LieInMemoryAndAreFollowed) {
  const size_t local = GetParam(), items = 6 * local;
  const auto out = run(R"(
    struct Node { struct Node* next; int value; };
    kernel void test(global int* o, local int* l) {
      local struct Node shared_node;
      int id = get_global_id(0);
      struct Node first, second;
      if (get_local_id(0) == 0) { shared_node.next = 0; shared_node.value = 5; }
      barrier(CLK_LOCAL_MEM_FENCE);
      second.next = (struct Node*)&shared_node;
      second.value = id;
      first.next = id % 3 == 0 ? (struct Node*)&shared_node : (struct Node*)&second;
      first.value = 1000;
      int sum = 0;
      for (struct Node* n = &first; n; n = n->next) sum += n->value;
      o[id] = sum;
    })",
                       items, local, sizeof(cl_int));
  for (size_t id = 0; id < items; ++id) {
    ASSERT_EQ(out[id], 1005 + static_cast<cl_int>(id % 3 == 0 ? 0 : id)) << id;
  }
}

TEST_P(GenericPointers, AreTakenByAtomicFunctions) {
  const size_t local = GetParam(), items = 4 * local;
  const auto out = run(R"(
    int add(volatile atomic_int* p, int value) {
      return atomic_fetch_add_explicit(p, value, memory_order_relaxed, memory_scope_device);
    }
    kernel void test(global int* o, local int* l) {
      local atomic_int count;
      int id = get_global_id(0);
      if (get_local_id(0) == 0) atomic_init(&count, 0);
      o[id] = 3;
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      volatile atomic_int* p = &count;
      if (id % 2) p = (volatile atomic_int*)(o + id);
      add(p, 1);
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      int total = atomic_load(&count);
      o[id] = o[id] * 1000 + total;
    })",
                       items, local, sizeof(cl_int));
  for (size_t id = 0; id < items; ++id) {
    const size_t first = id / local * local;
    cl_int total = 0;
    for (size_t i = first; i < first + local; ++i) total += i % 2 == 0;
    ASSERT_EQ(out[id], (id % 2 ? 4000 : 3000) + total) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(LocalSizes, GenericPointers, testing::Values(1, 3, 16, 67),
                         testing::PrintToStringParamName());

TEST(GenericPointersOfBuiltIns, AreThoseOfTheNamedSpaces) {
  constexpr size_t items = 70;
  const auto out = run(R"(
    kernel void test(global int* o) {
      int id = get_global_id(0), exponent, quotient;
      local float whole_of[70];
      local event_t events[1];
      float whole, mine[4] = {id, id + 1, id + 2, id + 3};
      float f = fract(id + 0.25f, &whole) + modf(id + 0.5f, whole_of + get_local_id(0));
      frexp(1.0f + id, &exponent);
      remquo((float)id, 3.0f, &quotient);
      float4 v = vload4(0, mine);
      vstore4(v + 1, 0, mine);
      o[id] = (f == 0.75f && whole == id && whole_of[get_local_id(0)] == id) +
              2 * (exponent == ilogb(1.0f + id) + 1) + 4 * (mine[3] == id + 4);
    })",
                       items, items);
  for (size_t id = 0; id < items; ++id) ASSERT_EQ(out[id], 7) << id;
}

// Its sub-groups wait on stacks of their own, where their private memory lies too.
TEST(GenericPointersOfWaitingKernels, TellPrivateMemory) {
  constexpr size_t items = 256;
  const auto out = run(asking + R"(
    kernel void test(global int* o) {
      local atomic_int turn;
      int id = get_global_id(0), mine[2] = {id, id};
      if (id == 0) atomic_init(&turn, 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      int last = get_num_sub_groups() - 1 - get_sub_group_id();
      int* p = mine + id % 2;
      int before = asked(p);
      while (atomic_load(&turn) != last) {}
      o[id] = before + 10 * asked(p) + 100 * (*p == id);
      sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
      if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1);
    })",
                       items, items);
  for (size_t id = 0; id < items; ++id) ASSERT_EQ(out[id], 144) << id;
}

TEST(GenericPointersOfTheProgram, AreInitialValues) {
  constexpr size_t items = 20;
  const auto out = run(R"(
    global int numbers[4] = {10, 20, 30, 40};
    global int* global named = numbers + 1;
    int* global generic_one = numbers + 2;
    kernel void test(global int* o) {
      o[get_global_id(0)] = *named + *generic_one;
    })",
                       items, items);
  for (size_t id = 0; id < items; ++id) ASSERT_EQ(out[id], 50) << id;
}

TEST(GenericPointersOfOpenCl2, NeedNoFeatureMacro) {
  const auto out = Runner::instance().run(
      R"(
    int twice(int* p) { return 2 * *p; }
    kernel void test(global int* o) {
      int mine = get_global_id(0);
      o[get_global_id(0)] = twice(&mine) + twice(o + get_global_id(0));
    })",
      {.global = {20, 1, 1}}, std::vector<cl_int>(20, 3), 0, "-cl-std=CL2.0");
  for (size_t id = 0; id < out.size(); ++id) ASSERT_EQ(out[id], static_cast<cl_int>(2 * id + 6));
}

TEST(GenericPointersOfOpenCl1, AreNoneAndTheLogSaysSo) {
  const std::string log = Runner::instance().failing_build_log(
      "int f(int* p) { return *p; } kernel void k(global int* o) { o[0] = f(o); }",
      "-cl-std=CL1.2");
  EXPECT_NE(std::string::npos, log.find("address space")) << log;
}

}  // namespace
}  // namespace cleave::test
