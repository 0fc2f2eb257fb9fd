#include <cstdint>

#include "costs/loops.h"

namespace cleave::benchmark::costs {
namespace {

/// A value that the compiler knows nothing of.
template <class T>
T hidden(T value) {
  volatile T memory = value;
  return memory;
}

/// By a register: some processors add constants before they execute anything.
void integer_chain(Memory& /*memory*/, size_t repetitions) {
  uint64_t sum = hidden<uint64_t>(1), addend = hidden<uint64_t>(3);
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<64>([&](size_t) { asm volatile("add %1, %0" : "+r"(sum) : "r"(addend) : "cc"); });
  }
}

/// Runs what scalar loops consist of: a load, arithmetic on it, an address, a sum.
void scalar_operations(Memory& memory, size_t repetitions) {
  uint64_t a = 0, b = 0, c = 0, d = 0, e = hidden<uint64_t>(5);
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<4>([&](size_t k) {
      asm volatile(
          "mov %5, %k3\n\t"
          "imul %k4, %k3\n\t"
          "xor %3, %2\n\t"
          "shr $3, %3\n\t"
          "add %3, %0\n\t"
          "add %4, %1\n\t"
          "lea (%3, %4), %3\n\t"
          "sub %3, %1"
          : "+r"(a), "+r"(b), "+r"(c), "+r"(d)
          : "r"(e), "m"(memory.data[64 * k])
          : "cc");
    });
  }
}

void float_chain(Memory& /*memory*/, size_t repetitions) {
  float sum = hidden(1.0F), addend = hidden(1e-9F);
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<16>([&](size_t) {
      sum += addend;
      asm volatile("" : "+x"(sum));
    });
  }
}

/// Divisions that do not wait for each other.
template <class T>
void divide(size_t repetitions) {
  const T dividend = hidden(T{1.23456789}), divisor = hidden(T{1.98765432});
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<8>([&](size_t) {
      T one = dividend;
      asm volatile("" : "+x"(one));
      one /= divisor;
      asm volatile("" : "+x"(one));
    });
  }
}
void float_division(Memory& /*memory*/, size_t repetitions) {
  divide<float>(repetitions);
}
void double_division(Memory& /*memory*/, size_t repetitions) {
  divide<double>(repetitions);
}

void integer_division(Memory& /*memory*/, size_t repetitions) {
  const uint32_t dividend = hidden(123456789U), divisor = hidden(1234U);
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<8>([&](size_t) {
      uint32_t one = dividend;
      asm volatile("" : "+r"(one));
      one /= divisor;
      asm volatile("" : "+r"(one));
    });
  }
}

/// One for each lane: neighbours, as counters of a histogram are.
void atomic_addition(Memory& memory, size_t repetitions) {
  auto* counters = reinterpret_cast<uint32_t*>(memory.data);
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<8>([&](size_t k) { asm volatile("lock addl $1, %0" : "+m"(counters[k * 16])::"cc"); });
  }
}

/// Xorshift, and a branch on a bit of its numbers that `mask` may hide.
void branches(Memory& memory, size_t repetitions, uint64_t mask) {
  uint64_t state = memory.random, taken = 0;
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<16>([&](size_t) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      asm volatile(
          "test %1, %2\n\t"
          "jz 1f\n\t"
          "add $1, %0\n"
          "1:"
          : "+r"(taken)
          : "r"(mask), "r"(state)
          : "cc");
    });
  }
  memory.random = state;
}
void foreseen_branches(Memory& memory, size_t repetitions) {
  branches(memory, repetitions, hidden<uint64_t>(0));
}
void unforeseen_branches(Memory& memory, size_t repetitions) {
  branches(memory, repetitions, hidden<uint64_t>(uint64_t{1} << 21));
}

}  // namespace

const ScalarLoops scalar_loops = {
#define CLEAVE_VECTOR_LOOP(name, count, what)
#define CLEAVE_SCALAR_LOOP(name, count, what) name,
#include "costs/loops.def"
#undef CLEAVE_SCALAR_LOOP
#undef CLEAVE_VECTOR_LOOP
};

}  // namespace cleave::benchmark::costs
