// Compiled once for each instruction set, under the name CLEAVE_NATIVE_LOOPS. It includes nothing
// with inline functions: the linker could take those of an instruction set that the processor
// lacks.
#include "harness/native_loops.h"

namespace cleave::benchmark {

extern const NativeLoops CLEAVE_NATIVE_LOOPS;

namespace {

#if defined(__AVX512F__)
constexpr size_t register_bytes = 64;
constexpr size_t blocks = 2;  // whose chains are in flight at once: registers for them are there
#elif defined(__AVX2__)
constexpr size_t register_bytes = 32;
constexpr size_t blocks = 1;
#else
constexpr size_t register_bytes = 16;
constexpr size_t blocks = 1;
#endif
constexpr size_t lanes = register_bytes / sizeof(float);
constexpr size_t chains = 8;
using Vector [[gnu::vector_size(register_bytes)]] = float;

void triad(float* __restrict a, const float* __restrict b, const float* __restrict c, float factor,
           size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) a[i] = b[i] + factor * c[i];
}

void store_past_caches(float* to, Vector value) {
#if defined(__clang__)
  __builtin_nontemporal_store(value, reinterpret_cast<Vector*>(to));
#elif defined(__AVX512F__)
  __builtin_ia32_movntps512(to, value);
#elif defined(__AVX2__)
  __builtin_ia32_movntps256(to, value);
#else
  __builtin_ia32_movntps(to, value);
#endif
}

void streamed_triad(float* a, const float* b, const float* c, float factor, size_t begin,
                    size_t end) {
  for (size_t i = begin; i < end; i += lanes) {
    Vector x, y;
    __builtin_memcpy(&x, b + i, sizeof x);
    __builtin_memcpy(&y, c + i, sizeof y);
    store_past_caches(a + i, x + factor * y);
  }
  __builtin_ia32_sfence();
}

/// The numbers from `first` on, each modulo 1024.
Vector starts(size_t first) {
  float numbers[lanes];
  for (size_t lane = 0; lane < lanes; ++lane)
    numbers[lane] = static_cast<float>((first + lane) % 1024);
  Vector result;
  __builtin_memcpy(&result, numbers, sizeof result);
  return result;
}

void multiply_add(float* results, float factor, float addend, int rounds, size_t begin,
                  size_t end) {
  const Vector factors = Vector{} + factor, addends = Vector{} + addend;
  for (size_t i = begin; i < end; i += blocks * lanes) {
    Vector x[blocks][chains];
#pragma GCC unroll 2
    for (size_t block = 0; block < blocks; ++block) {
#pragma GCC unroll 8
      for (size_t chain = 0; chain < chains; ++chain)
        x[block][chain] = starts(i + block * lanes) + static_cast<float>(chain);
    }
    for (int round = 0; round < rounds; ++round) {
#pragma GCC unroll 2
      for (size_t block = 0; block < blocks; ++block) {
#pragma GCC unroll 8
        for (size_t chain = 0; chain < chains; ++chain)
          x[block][chain] = x[block][chain] * factors + addends;
      }
    }
#pragma GCC unroll 2
    for (size_t block = 0; block < blocks; ++block) {
      Vector sum = x[block][0];
#pragma GCC unroll 8
      for (size_t chain = 1; chain < chains; ++chain) sum += x[block][chain];
      __builtin_memcpy(results + i + block * lanes, &sum, sizeof sum);
    }
  }
}

void block_sums(unsigned* __restrict results, const unsigned* __restrict numbers, size_t begin,
                size_t end) {
  for (size_t first = begin; first < end; first += 16) {
    for (size_t lane = 0; lane < 16; ++lane) {
      const unsigned* b = numbers + 4 * first + lane;
      results[first + lane] = b[0] + 3 * b[16] + 5 * b[32] + 7 * b[48];
    }
  }
}

}  // namespace

const NativeLoops CLEAVE_NATIVE_LOOPS = {triad, streamed_triad, multiply_add, block_sums};

}  // namespace cleave::benchmark
