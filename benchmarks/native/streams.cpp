// Loops that stream through memory, or whose work is in registers alone.
#include "native/loops.h"
#include "native/vector.h"

namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL {

void triad(float* __restrict a, const float* __restrict b, const float* __restrict c, float factor,
           size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) a[i] = b[i] + factor * c[i];
}

static void store_past_caches(float* to, Vector value) {
  __builtin_nontemporal_store(value, reinterpret_cast<Vector*>(to));
}

void streamed_triad(float* a, const float* b, const float* c, float factor, size_t begin,
                    size_t end) {
  for (size_t i = begin; i < end; i += lanes) {
    store_past_caches(a + i, load(b + i) + factor * load(c + i));
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// The numbers from `first` on, each modulo 1024.
static Vector starts(size_t first) {
  float numbers[lanes];
  for (size_t lane = 0; lane < lanes; ++lane)
    numbers[lane] = static_cast<float>((first + lane) % 1024);
  return load(numbers);
}

// Chains of so many vectors are in flight at once: registers for them are there.
static constexpr size_t blocks = register_bytes == 64 ? 2 : 1;
static constexpr size_t chains = 8;

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
      store(results + i + block * lanes, sum);
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

void row_sums(unsigned* sums, const unsigned* numbers, size_t length, size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row) {
    unsigned sum = 0;
    for (size_t i = row * length; i < (row + 1) * length; ++i) sum += numbers[i];
    sums[row] = sum;
  }
}

void scan(unsigned* sums, const unsigned* numbers, unsigned start, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) sums[i] = start += numbers[i];
}

void mix_vectors(float* __restrict results, const float* __restrict vectors,
                 const float* __restrict factors, size_t begin, size_t end) {
  const float a = factors[0], b = factors[1], c = factors[2];
#pragma omp simd
  for (size_t i = begin; i < end; ++i) {
    float x = vectors[4 * i], y = vectors[4 * i + 1], z = vectors[4 * i + 2],
          w = vectors[4 * i + 3];
    for (int turn = 0; turn < 16; ++turn) {
      const float first = x;
      x = x * a + y * b + c;
      y = y * a + z * b + c;
      z = z * a + w * b + c;
      w = w * a + first * b + c;
    }
    results[4 * i] = x;
    results[4 * i + 1] = y;
    results[4 * i + 2] = z;
    results[4 * i + 3] = w;
  }
}

void count_bytes(unsigned* counts, const unsigned char* bytes, size_t begin, size_t end) {
  constexpr size_t tables = 4;  // equal bytes beside each other do not wait for one counter
  unsigned own[tables][256] = {};
  size_t i = begin;
  for (; i + tables <= end; i += tables)
    for (size_t table = 0; table < tables; ++table) ++own[table][bytes[i + table]];
  for (; i < end; ++i) ++own[0][bytes[i]];
  for (size_t byte = 0; byte < 256; ++byte) {
    const unsigned count = own[0][byte] + own[1][byte] + own[2][byte] + own[3][byte];
    __atomic_fetch_add(&counts[byte], count, __ATOMIC_RELAXED);
  }
}

void search(unsigned* places, size_t* found, const char* text, const char* pattern, size_t length,
            size_t begin, size_t end) {
  constexpr size_t block = 64;
  size_t count = 0;
  for (size_t first = begin; first < end; first += block) {
    // The first four letters of a block's places at once, then the rest where they agree.
    unsigned char agrees[block];
    unsigned any = 0;
#pragma omp simd reduction(| : any)
    for (size_t i = 0; i < block; ++i) {
      const char* at = text + first + i;
      agrees[i] = (at[0] == pattern[0]) & (at[1] == pattern[1]) & (at[2] == pattern[2]) &
                  (at[3] == pattern[3]);
      any |= agrees[i];
    }
    if (any == 0) continue;
    for (size_t i = 0; i < block; ++i) {
      if (agrees[i] == 0) continue;
      size_t matched = 4;
      while (matched < length && text[first + i + matched] == pattern[matched]) ++matched;
      if (matched == length) places[count++] = static_cast<unsigned>(first + i);
    }
  }
  *found = count;
}

}  // namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL
