// cl_khr_subgroups, 3.2: "Sub-groups execute concurrently within a given work-group and make
// independent forward progress with respect to each other even in the absence of work-group barrier
// operations." Kernels that need it, in all the forms that waiting takes.
#include <algorithm>
#include <numeric>

#include "waiter.h"

namespace cleave::test {
namespace {

/// A kernel of which each sub-group waits for the one after it, so that they end in reverse order:
/// the result of sub-group S is N - 1 - S, and TURN afterwards N.
struct WaitingKernel {
  const char* name;
  const char* source;
  const char* options = "-cl-std=CL3.0";
};

// The turn as a local atomic variable, and what most kernels do with it.
#define LOCAL_TURN                                             \
  "kernel void test(global int* o) {\n"                        \
  "  local atomic_int turn;\n"                                 \
  "  const int mine = N - 1 - S;\n"                            \
  "  if (get_local_linear_id() == 0) atomic_init(&turn, 0);\n" \
  "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
#define PASS "RESULT = atomic_load(&turn); atomic_store(&turn, mine + 1);\n"

const WaitingKernel kernels[] = {
    {"LocalAtomic", LOCAL_TURN "if (FIRST) { while (atomic_load(&turn) != mine); " PASS "} }"},
    {"LocalAtomicAllLanes", LOCAL_TURN R"(
       while (atomic_load(&turn) != mine);
       sub_group_barrier(CLK_LOCAL_MEM_FENCE);
       if (FIRST) {)" PASS "} }"},
    {"RelaxedWithFences", LOCAL_TURN R"(
       if (FIRST) {
         while (atomic_load_explicit(&turn, memory_order_relaxed, memory_scope_work_group) != mine);
         atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
         RESULT = mine;
         atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
         atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed, memory_scope_work_group);
       } })"},
    {"GlobalAtomicOfOpenCL1", R"(
       kernel void test(global int* o) {
         volatile global int* turn = SHARED;
         if (FIRST) {
           while (atomic_add(turn, 0) != N - 1 - S);
           RESULT = *turn;
           mem_fence(CLK_GLOBAL_MEM_FENCE);
           atomic_inc(turn);
         }
       })"},
    {"GlobalCompareExchange", R"(
       kernel void test(global int* o) {
         global atomic_int* turn = (global atomic_int*)SHARED;
         if (FIRST) {
           int expected = N - 1 - S;
           while (!atomic_compare_exchange_strong(turn, &expected, 1000)) expected = N - 1 - S;
           RESULT = N - 1 - S;
           atomic_store(turn, N - S);
         }
       })"},
    {"VolatileLocal", R"(
       kernel void test(global int* o) {
         local volatile int turn;
         if (get_local_linear_id() == 0) turn = 0;
         barrier(CLK_LOCAL_MEM_FENCE);
         if (FIRST) {
           while (turn != N - 1 - S);
           RESULT = turn;
           turn = turn + 1;
         }
       })"},
    {"VolatileLocalOfEachLane", R"(
       kernel void test(global int* o) {
         local volatile int turns[64];
         const int lane = get_sub_group_local_id(), items = get_local_size(0) * get_local_size(1);
         const int in_last = items - (N - 1) * (int)get_max_sub_group_size();
         if (S == 0) turns[lane] = lane < in_last ? 0 : 1;
         barrier(CLK_LOCAL_MEM_FENCE);
         while (turns[lane] != N - 1 - S);
         turns[lane] = N - S;
         if (FIRST) RESULT = N - 1 - S;
       })"},
    {"VolatileGlobal", R"(
       kernel void test(global int* o) {
         volatile global int* turn = SHARED;
         while (*turn != N - 1 - S);
         sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
         if (FIRST) { RESULT = *turn; *turn = *turn + 1; }
       })"},
    {"InBothBranches", LOCAL_TURN R"(
       if (S & 1) {
         if (FIRST) { while (atomic_load(&turn) != mine);)" PASS R"(}
       } else if (FIRST) {
         do { } while (atomic_load(&turn) < mine);)" PASS "} }"},
    {"BetweenBarriers", LOCAL_TURN R"(
       for (int round = 0; round < 3; ++round) {
         work_group_barrier(CLK_LOCAL_MEM_FENCE);
         if (FIRST) {
           while (atomic_load(&turn) != round * N + mine);
           RESULT = atomic_load(&turn) - round * N;
           atomic_fetch_add(&turn, 1);
         }
         work_group_barrier(CLK_LOCAL_MEM_FENCE);
       } })"},
    {"InAFunction", R"(
       __attribute__((noinline)) void await(local atomic_int* p, int value) {
         while (atomic_load(p) != value);
       })" LOCAL_TURN "if (FIRST) { await(&turn, mine);" PASS "} }"},
    {"InAFunctionOfAFunction", R"(
       bool is_turn(volatile global int* p, int value) { return atomic_or(p, 0) == value; }
       void await(volatile global int* p, int value) { while (!is_turn(p, value)); }
       kernel void test(global int* o) {
         if (FIRST) {
           await(SHARED, N - 1 - S);
           RESULT = N - 1 - S;
           mem_fence(CLK_GLOBAL_MEM_FENCE);
           atomic_inc(SHARED);
         }
       })"},
    {"NestedLoops", LOCAL_TURN R"(
       if (FIRST) {
         for (int i = 0; i < 3; ++i) {
           int seen;
           do { seen = atomic_load(&turn); } while (seen != i * N + mine);
           RESULT = seen - i * N;
           atomic_store(&turn, seen + 1);
         }
       } })"},
    {"LanesLeaveAtDifferentTimes", R"(
       kernel void test(global int* o) {
         local atomic_int turns[64];
         const int lane = get_sub_group_local_id(), items = get_local_size(0) * get_local_size(1);
         const int in_last = items - (N - 1) * (int)get_max_sub_group_size();
         if (S == 0) atomic_init(&turns[lane], lane < in_last ? 0 : 1);
         barrier(CLK_LOCAL_MEM_FENCE);
         int turns_taken = 0;
         while (atomic_load(&turns[lane]) != N - 1 - S) ++turns_taken;
         atomic_store(&turns[lane], N - S);
         if (turns_taken > 0 && S == N - 1) turns_taken = 1;
         if (FIRST) RESULT = turns_taken < 0 ? -1 : N - 1 - S;
       })"},
    {"EarlyReturns", LOCAL_TURN R"(
       if (!FIRST) return;
       if (S & 1) { while (atomic_load(&turn) != mine);)" PASS R"(return; }
       while (atomic_load(&turn) != mine);)" PASS "}"},
    {"ThenACollective", LOCAL_TURN R"(
       int seen = 0;
       if (FIRST) {
         while ((seen = atomic_load(&turn)) != mine);
         atomic_store(&turn, mine + 1);
       }
       const int sum = work_group_reduce_add(seen);
       if (FIRST) RESULT = sum == N * (N - 1) / 2 ? seen : -1;
     })"},
    {"ACollectiveInTheLoop", LOCAL_TURN R"(
       int seen;
       do { seen = sub_group_broadcast(FIRST ? atomic_load(&turn) : -1, 0); } while (seen != mine);
       if (FIRST) {)" PASS "} }"},
    {"AVoteInTheLoop", LOCAL_TURN R"(
       while (!sub_group_any(FIRST && atomic_load(&turn) == mine));
       if (FIRST) {)" PASS "} }"},
    {"ASubGroupBarrierInTheLoop", LOCAL_TURN R"(
       while (sub_group_broadcast(atomic_load(&turn), 0) != mine)
         sub_group_barrier(CLK_LOCAL_MEM_FENCE);
       sub_group_barrier(CLK_LOCAL_MEM_FENCE);
       if (FIRST) {)" PASS "} }"},
    {"ALoopWithTwoEntries", LOCAL_TURN R"(
       int turns = 0;
       if (FIRST) {
         if (S & 1) goto middle;
       again:
         ++turns;
       middle:
         if (atomic_load(&turn) != mine) goto again;
         if (turns >= 0) {)" PASS "} } }"},
    {"ALongButBoundedLoop", LOCAL_TURN R"(
       if (FIRST) {
         for (int i = 0; i < 1000000000; ++i) {
           if (atomic_load(&turn) == mine) {)" PASS "break; } } } }"},
    {"PolledUnderALock", R"(
       kernel void test(global int* o) {
         local atomic_int lock;
         local int turn;
         if (get_local_linear_id() == 0) { atomic_init(&lock, 0); turn = 0; }
         barrier(CLK_LOCAL_MEM_FENCE);
         if (FIRST) {
           bool done = false;
           while (!done) {
             int free = 0;
             while (!atomic_compare_exchange_strong(&lock, &free, 1)) free = 0;
             if (turn == N - 1 - S) { RESULT = turn++; done = true; }
             atomic_store(&lock, 0);
           }
         }
       })"},
    // A sub-group reads its own value while it has its turn, although that value crosses a barrier
    // and stands at one address for all.
    {"PlainDataBehindTheTurn", LOCAL_TURN R"(
       local int data;
       if (get_local_linear_id() == 0) data = 0;
       work_group_barrier(CLK_LOCAL_MEM_FENCE);
       while (atomic_load(&turn) != mine);
       const int seen = data;
       sub_group_barrier(CLK_LOCAL_MEM_FENCE);
       if (FIRST) { data = seen + 1; atomic_store(&turn, mine + 1); }
       work_group_barrier(CLK_LOCAL_MEM_FENCE);
       if (FIRST) RESULT = data == N ? seen : -1;
     })"},
    {"PrivateArraysStay", LOCAL_TURN R"(
       int kept[40];
       for (int i = 0; i < 40; ++i) kept[(i * 7) % 40] = S * 1000 + i;
       if (FIRST) { while (atomic_load(&turn) != mine); atomic_store(&turn, mine + 1); }
       int wrong = 0;
       for (int i = 0; i < 40; ++i) wrong += kept[(i * 7) % 40] != S * 1000 + i;
       if (FIRST) RESULT = wrong == 0 ? mine : -1;
     })"},
    {"AnInterpreter", LOCAL_TURN R"(
       bool runs = true;
       int next = 0;
       while (runs) {
         switch (next++) {
           case 0: if (FIRST) while (atomic_load(&turn) != mine); break;
           case 1: if (FIRST) {)" PASS R"(} break;
           default: runs = false;
         }
         sub_group_barrier(CLK_LOCAL_MEM_FENCE);
       }
       work_group_barrier(CLK_LOCAL_MEM_FENCE);
     })"},
    {"ManyRounds", LOCAL_TURN R"(
       if (FIRST) {
         for (int i = 0; i < 30; ++i) {
           while (atomic_load(&turn) % N != mine);
           RESULT = mine;
           atomic_fetch_add(&turn, 1);
         }
       } })"},
};

class WaitingKernels : public testing::TestWithParam<WaitingKernel> {};

void expect_reverse_order(const std::vector<cl_int>& results, size_t groups) {
  const size_t count = results.size() / groups;
  for (size_t i = 0; i < results.size(); ++i) {
    ASSERT_EQ(results[i], static_cast<cl_int>(count - 1 - i % count)) << i << " of " << count;
  }
}

TEST_P(WaitingKernels, Finish) {
  Waiter waiter(GetParam().source, GetParam().options);
  const size_t w = Waiter::width();
  // Whole sub-groups in rows; rows of several; one sub-group alone; the last not full; rows that
  // are no whole sub-groups.
  const Shape shapes[] = {{{4 * w, 1}}, {{2 * w, 3}}, {{w, 1}}, {{3 * w + 3, 1}}, {{w + 1, 5}}};
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(std::to_string(shape.local[0]) + " x " + std::to_string(shape.local[1]));
    expect_reverse_order(waiter.run(shape), shape.groups);
  }
}

INSTANTIATE_TEST_SUITE_P(InAllForms, WaitingKernels, testing::ValuesIn(kernels),
                         [](const auto& row) { return row.param.name; });

TEST(WaitingSubGroups, MayBeAsManyAsFitAWorkGroup) {
  Waiter waiter(kernels[0].source);
  const size_t items = std::min<size_t>(4096, 256 * Waiter::width());
  expect_reverse_order(waiter.run({{items, 1}, 1}), 1);
}

TEST(WaitingSubGroups, TakeALockInSomeOrder) {
  Waiter waiter(R"(
    void acquire(volatile global int* lock) { while (atomic_cmpxchg(lock, 0, 1) != 0); }
    void release(volatile global int* lock) {
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(lock, 0);
    }
    kernel void test(global int* o) {
      if (FIRST) {
        for (int i = 0; i < 20; ++i) {
          acquire(SHARED);
          volatile global int* count = SHARED + 1;
          const int seen = *count;
          RESULT = seen;
          *count = seen + 1;
          release(SHARED);
        }
        while (atomic_add(SHARED + 1, 0) != 20 * N);
        RESULT = SHARED[1];
      }
    })");
  const size_t w = Waiter::width();
  const auto results = waiter.run({{6 * w + 1, 1}});
  for (const cl_int result : results) EXPECT_EQ(result, 20 * 7);
}

TEST(WaitingSubGroups, ProduceAndConsume) {
  Waiter waiter(R"(
    kernel void test(global int* o) {
      local atomic_int written, read;
      local int ring[4];
      if (get_local_linear_id() == 0) { atomic_init(&written, 0); atomic_init(&read, 0); }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (FIRST && S == 0) {
        int sum = 0;
        for (int i = 0; i < 100; ++i) {
          while (atomic_load(&written) == i);
          sum += ring[i % 4];
          atomic_store(&read, i + 1);
        }
        RESULT = sum;
      }
      if (FIRST && S == N - 1) {
        for (int i = 0; i < 100; ++i) {
          while (i - atomic_load(&read) == 4);
          ring[i % 4] = i;
          atomic_store(&written, i + 1);
        }
        RESULT = 1;
      }
    })");
  const auto results = waiter.run({{3 * Waiter::width(), 1}, 1});
  EXPECT_EQ(results, (std::vector<cl_int>{4950, 0, 1}));
}

TEST(WaitingSubGroups, AddFloatsByCompareExchange) {
  Waiter waiter(R"(
    kernel void test(global int* o) {
      volatile global int* sum = SHARED;
      int seen = *sum, found;
      while ((found = atomic_cmpxchg(sum, seen, as_int(as_float(seen) + 1.0f))) != seen) {
        seen = found;
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (FIRST) RESULT = as_float(SHARED[0]);
    })");
  const size_t items = 5 * Waiter::width() + 2;
  for (const cl_int result : waiter.run({{items, 1}})) {
    EXPECT_EQ(result, static_cast<cl_int>(items));
  }
}

}  // namespace
}  // namespace cleave::test
