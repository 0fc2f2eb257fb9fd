// Atomic functions and loads and stores of vectors. An address space is a part of the name only:
// on this processor all are one.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

using Int4 = int __attribute__((vector_size(16)));

int atomic_add(volatile int*, int) asm("_Z10atomic_addPU3AS1Vii");
int atomic_sub(volatile int*, int) asm("_Z10atomic_subPU3AS3Vii");
int atomic_inc(volatile int*) asm("_Z10atomic_incPU3AS1Vi");
unsigned atomic_dec(volatile unsigned*) asm("_Z10atomic_decPU3AS1Vj");
int atomic_min(volatile int*, int) asm("_Z10atomic_minPU3AS1Vii");
unsigned atomic_max(volatile unsigned*, unsigned) asm("_Z10atomic_maxPU3AS1Vjj");
int atomic_cmpxchg(volatile int*, int, int) asm("_Z14atomic_cmpxchgPU3AS1Viii");
float atomic_xchg(volatile float*, float) asm("_Z11atomic_xchgPU3AS1Vff");
long atom_xor(volatile long*, long) asm("_Z8atom_xorPU3AS1Vll");
long atom_cmpxchg(volatile long*, long, long) asm("_Z12atom_cmpxchgPU3AS1Vlll");
int atomic_fetch_add(volatile int*, int) asm("_Z16atomic_fetch_addPU3AS4VU7_Atomicii");
bool atomic_compare_exchange(volatile double*, double*, double) asm(
    "_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomicdPU3AS4dd");
bool atomic_flag_test_and_set(volatile int*) asm("_Z24atomic_flag_test_and_setPU3AS4VU7_Atomici");
void atomic_flag_clear(volatile int*) asm("_Z17atomic_flag_clearPU3AS4VU7_Atomici");
Int4 vload4(std::size_t, const int*) asm("_Z6vload4mPKi");
void vstore4(Int4, std::size_t, int*) asm("_Z7vstore4Dv4_imPi");
void vstore3(Int4, std::size_t, int*) asm("_Z7vstore3Dv3_imPi");

namespace cleave::test {
namespace {

TEST(Atomics, ReturnTheOldValueAndLeaveTheNewOne) {
  int number = 10;
  EXPECT_EQ(atomic_add(&number, 5), 10);
  EXPECT_EQ(atomic_sub(&number, 3), 15);
  EXPECT_EQ(atomic_inc(&number), 12);
  EXPECT_EQ(atomic_min(&number, -4), 13);
  EXPECT_EQ(atomic_cmpxchg(&number, 0, 9), -4);
  EXPECT_EQ(atomic_cmpxchg(&number, -4, 9), -4);
  EXPECT_EQ(number, 9);
  unsigned counter = 0;
  EXPECT_EQ(atomic_dec(&counter), 0U);
  EXPECT_EQ(atomic_max(&counter, 7), 0xffffffffU);
  EXPECT_EQ(counter, 0xffffffffU);
  float real = 1.5F;
  EXPECT_EQ(atomic_xchg(&real, 2.5F), 1.5F);
  EXPECT_EQ(real, 2.5F);
  long wide = 0x100000001;
  EXPECT_EQ(atom_xor(&wide, 1), 0x100000001);
  EXPECT_EQ(atom_cmpxchg(&wide, 0x100000000, 6), 0x100000000);
  EXPECT_EQ(wide, 6);
}

TEST(Atomics, CompareExchangeTellsWhatItSaw) {
  double value = 1;
  double expected = 2;
  EXPECT_FALSE(atomic_compare_exchange(&value, &expected, 3));
  EXPECT_EQ(expected, 1);
  EXPECT_TRUE(atomic_compare_exchange(&value, &expected, 3));
  EXPECT_EQ(value, 3);
  int flag = 0;
  EXPECT_FALSE(atomic_flag_test_and_set(&flag));
  EXPECT_TRUE(atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  EXPECT_FALSE(atomic_flag_test_and_set(&flag));
}

TEST(Atomics, LoseNothingAmongThreads) {
  int relaxed = 0;
  int sequential = 0;
  constexpr int rounds = 20000;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < rounds; ++k) {
        atomic_inc(&relaxed);
        atomic_fetch_add(&sequential, 2);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(relaxed, 4 * rounds);
  EXPECT_EQ(sequential, 8 * rounds);
}

TEST(VectorData, NeedsTheAlignmentOfTheElementAndTouchesNoMore) {
  alignas(16) std::array<int, 12> memory = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const Int4 loaded = vload4(1, memory.data() + 1);
  EXPECT_EQ(loaded[0], 5);
  EXPECT_EQ(loaded[3], 8);
  vstore4(Int4{-1, -2, -3, -4}, 1, memory.data() + 1);
  EXPECT_EQ(memory[4], 4);
  EXPECT_EQ(memory[5], -1);
  EXPECT_EQ(memory[8], -4);
  EXPECT_EQ(memory[9], 9);
  vstore3(Int4{20, 21, 22, 23}, 1, memory.data());  // elements 3 to 5
  EXPECT_EQ(memory[2], 2);
  EXPECT_EQ(memory[3], 20);
  EXPECT_EQ(memory[5], 22);
  EXPECT_EQ(memory[6], -2);
}

}  // namespace
}  // namespace cleave::test
