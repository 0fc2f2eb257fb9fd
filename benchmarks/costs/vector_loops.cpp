// Compiled once for each instruction set, under the name CLEAVE_VECTOR_LOOPS. It includes nothing
// with inline functions of C++: the linker could take those of an instruction set that the
// processor lacks.
#include <immintrin.h>

#include "costs/loops.h"

namespace cleave::benchmark::costs {
namespace {

#if defined(__AVX512F__)
constexpr size_t bytes = 64;
#elif defined(__AVX2__)
constexpr size_t bytes = 32;
#else
constexpr size_t bytes = 16;
#endif
constexpr size_t lanes = bytes / 4;
[[maybe_unused]] constexpr size_t wide_lanes = bytes / 8;
using Floats [[gnu::vector_size(bytes)]] = float;
using Doubles [[gnu::vector_size(bytes)]] = double;
using Integers [[gnu::vector_size(bytes)]] = int;

/// The compiler knows nothing of the value from here on.
template <class T>
[[gnu::always_inline]] inline void hide(T& value) {
#if defined(__AVX512F__)
  asm volatile("" : "+v"(value));
#else
  asm volatile("" : "+x"(value));
#endif
}
/// Whatever is in memory may have changed.
void hide_memory() {
  asm volatile("" ::: "memory");
}

template <class T>
T load(const void* from) {
  T value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
template <class T>
void store(void* to, T value) {
  __builtin_memcpy(to, &value, sizeof value);
}

/// Each lane reads a chunk of its own: after each step all lanes have gone on by `step` elements.
constexpr size_t chunk_elements = Memory::chunk_bytes / 4;
constexpr size_t steps = 2048, wide_steps = 1024;
Integers chunk_starts() {
  Integers starts;
  for (size_t lane = 0; lane < lanes; ++lane)
    starts[lane] = static_cast<int>(lane * chunk_elements);
  hide(starts);
  return starts;
}

/// Three values that each wait for themselves only.
struct Chains {
  Floats product;
  Integers sum, bits;
  [[gnu::always_inline]] void step(Floats factor, Integers other) {
    product *= factor, sum += other, bits ^= other;
    hide(product), hide(sum), hide(bits);
  }
};
void operations(Memory& /*memory*/, size_t repetitions) {
  Chains a = {}, b = {}, c = {}, d = {};
  Floats factor = {};
  Integers other = {};
  hide(factor), hide(other);
  for (size_t i = 0; i < repetitions; ++i) {
    a.step(factor, other), b.step(factor, other), c.step(factor, other), d.step(factor, other);
  }
}

// --- gathers and scatters -----------------------------------------------------------------------

#if defined(__AVX512F__)
constexpr __mmask16 every_lane = 0xffff, every_other = 0x5555;

/// GCC 12 warns of its own _mm512_castsi512_si256.
__m256i low_half(__m512i lanes_of_all) {
  const auto all = reinterpret_cast<Integers>(lanes_of_all);
  return reinterpret_cast<__m256i>(__builtin_shufflevector(all, all, 0, 1, 2, 3, 4, 5, 6, 7));
}
__m512i gather_floats(const void* base, __m512i at, __mmask16 mask) {
  return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), mask, at, base, 4);
}
__m512i gather_doubles(const void* base, __m512i at, __mmask16 mask) {
  return _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), static_cast<__mmask8>(mask),
                                     low_half(at), base, 4);
}
void scatter_floats(void* base, __m512i at, __mmask16 mask, __m512i value) {
  _mm512_mask_i32scatter_epi32(base, mask, at, value, 4);
}
void scatter_doubles(void* base, __m512i at, __mmask16 mask, __m512i value) {
  _mm512_mask_i32scatter_epi64(base, static_cast<__mmask8>(mask), low_half(at), value, 4);
}
using Lanes = __m512i;
using Mask = __mmask16;
Mask all_lanes() {
  return every_lane;
}
Mask half_of_lanes() {
  return every_other;
}
#elif defined(__AVX2__)
using Lanes = __m256i;
using Mask = __m256i;
Mask all_lanes() {
  return _mm256_set1_epi32(-1);
}
Mask half_of_lanes() {
  return _mm256_set1_epi64x(0xffffffff);
}

Lanes gather_floats(const void* base, Lanes at, Mask mask) {
  return _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), static_cast<const int*>(base), at,
                                     mask, 4);
}
Lanes gather_doubles(const void* base, Lanes at, Mask mask) {
  const __m256i wide = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(mask));
  return _mm256_mask_i32gather_epi64(_mm256_setzero_si256(), static_cast<const long long*>(base),
                                     _mm256_castsi256_si128(at), wide, 4);
}
#else
using Lanes = __m128i;
#endif

#if !defined(__AVX512F__)
/// One lane after the other: what there is without an instruction for it.
void scatter_floats(void* base, Integers at, Integers value) {
  for (size_t lane = 0; lane < lanes; ++lane) static_cast<int*>(base)[at[lane]] = value[lane];
}
void scatter_doubles(void* base, Integers at, Doubles value) {
  for (size_t lane = 0; lane < wide_lanes; ++lane) {
    store(static_cast<int*>(base) + at[lane], value[lane]);
  }
}
#endif
#if !defined(__AVX2__)
Integers gather_floats(const void* base, Integers at) {
  Integers result;
  for (size_t lane = 0; lane < lanes; ++lane) {
    result[lane] = static_cast<const int*>(base)[at[lane]];
  }
  return result;
}
Doubles gather_doubles(const void* base, Integers at) {
  Doubles result;
  for (size_t lane = 0; lane < wide_lanes; ++lane) {
    result[lane] = load<double>(static_cast<const int*>(base) + at[lane]);
  }
  return result;
}
#endif

/// Calls `access` with the lanes' places in their chunks, which go on by `stride` elements.
template <class Access>
void walk(size_t repetitions, size_t count, int stride, Access access) {
  Integers start = chunk_starts(), at = start;
  const Integers step = Integers{} + stride;
  for (size_t i = 0, left = count; i < repetitions; ++i) {
    access(at);
    at += step;
    if (--left == 0) at = start, left = count;
  }
}

#if defined(__AVX2__)
void gather(Memory& memory, size_t repetitions) {
  walk(repetitions, steps, 1, [&](Integers at) {
    Lanes got = gather_floats(memory.data, reinterpret_cast<Lanes>(at), all_lanes());
    hide(got);
  });
}
void masked_gather(Memory& memory, size_t repetitions) {
  Mask mask = half_of_lanes();
  walk(repetitions, steps, 1, [&](Integers at) {
    Lanes got = gather_floats(memory.data, reinterpret_cast<Lanes>(at), mask);
    hide(got);
  });
}
void wide_gather(Memory& memory, size_t repetitions) {
  walk(repetitions, wide_steps, 2, [&](Integers at) {
    Lanes got = gather_doubles(memory.data, reinterpret_cast<Lanes>(at), all_lanes());
    hide(got);
  });
}
void masked_wide_gather(Memory& memory, size_t repetitions) {
#if defined(__AVX512F__)
  Mask mask = half_of_lanes();
#else
  Mask mask = _mm256_setr_epi32(-1, 0, -1, 0, -1, 0, -1, 0);
#endif
  walk(repetitions, wide_steps, 2, [&](Integers at) {
    Lanes got = gather_doubles(memory.data, reinterpret_cast<Lanes>(at), mask);
    hide(got);
  });
}
#else
void gather(Memory& memory, size_t repetitions) {
  walk(repetitions, steps, 1, [&](Integers at) {
    Integers got = gather_floats(memory.data, at);
    hide(got);
  });
}
void wide_gather(Memory& memory, size_t repetitions) {
  walk(repetitions, wide_steps, 2, [&](Integers at) {
    Doubles got = gather_doubles(memory.data, at);
    hide(got);
  });
}
constexpr Loop masked_gather = nullptr, masked_wide_gather = nullptr;
#endif

#if defined(__AVX512F__)
void scatter(Memory& memory, size_t repetitions) {
  const Lanes value = _mm512_set1_epi32(0x3f800000);
  walk(repetitions, steps, 1, [&](Integers at) {
    scatter_floats(memory.data, reinterpret_cast<Lanes>(at), every_lane, value);
  });
}
void masked_scatter(Memory& memory, size_t repetitions) {
  const Lanes value = _mm512_set1_epi32(0x3f800000);
  walk(repetitions, steps, 1, [&](Integers at) {
    scatter_floats(memory.data, reinterpret_cast<Lanes>(at), every_other, value);
  });
}
void wide_scatter(Memory& memory, size_t repetitions) {
  const Lanes value = _mm512_set1_epi32(0x3f800000);
  walk(repetitions, wide_steps, 2, [&](Integers at) {
    scatter_doubles(memory.data, reinterpret_cast<Lanes>(at), every_lane, value);
  });
}
#else
void scatter(Memory& memory, size_t repetitions) {
  Integers value = Integers{} + 0x3f800000;
  walk(repetitions, steps, 1, [&](Integers at) {
    hide(value);
    scatter_floats(memory.data, at, value);
  });
}
void wide_scatter(Memory& memory, size_t repetitions) {
  Doubles value = Doubles{} + 1;
  walk(repetitions, wide_steps, 2, [&](Integers at) {
    hide(value);
    scatter_doubles(memory.data, at, value);
  });
}
constexpr Loop masked_scatter = nullptr;
#endif

// --- arithmetic and permutations ----------------------------------------------------------------

template <class Vector>
void divide(size_t repetitions, Vector dividend, Vector divisor) {
  hide(dividend), hide(divisor);
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<4>([&](size_t) {
      Vector one = dividend;
      hide(one);
      one /= divisor;
      hide(one);
    });
  }
}
void division(Memory& /*memory*/, size_t repetitions) {
  divide(repetitions, Floats{} + 1.2345678F, Floats{} + 1.9876543F);
}
void wide_division(Memory& /*memory*/, size_t repetitions) {
  divide(repetitions, Doubles{} + 1.23456789, Doubles{} + 1.98765432);
}

#if defined(__AVX2__)
Lanes permute(Lanes value, Lanes at) {
#if defined(__AVX512F__)
  return _mm512_maskz_permutexvar_epi32(every_lane, at, value);
#else
  return _mm256_permutevar8x32_epi32(value, at);
#endif
}
void permutation(Memory& /*memory*/, size_t repetitions) {
  Lanes at = reinterpret_cast<Lanes>(chunk_starts()), values = at;
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<8>([&](size_t) {
      Lanes one = values;
      hide(one);
      one = permute(one, at);
      hide(one);
    });
  }
}
#else
constexpr Loop permutation = nullptr;
#endif
#if defined(__AVX512F__)
void permutation_of_two(Memory& /*memory*/, size_t repetitions) {
  Lanes at = reinterpret_cast<Lanes>(chunk_starts()), low = at, high = at;
  hide(high);
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<8>([&](size_t) {
      Lanes one = low;
      hide(one);
      one = _mm512_permutex2var_epi32(one, at, high);
      hide(one);
    });
  }
}
#else
constexpr Loop permutation_of_two = nullptr;
#endif

/// Even elements of two vectors, as one: in what order, the processor has an instruction for.
Integers evens(Integers low, Integers high) {
#if defined(__AVX512F__)
  return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                 30);
#elif defined(__AVX2__)
  return __builtin_shufflevector(low, high, 0, 2, 8, 10, 4, 6, 12, 14);
#else
  return __builtin_shufflevector(low, high, 0, 2, 4, 6);
#endif
}
Integers in_order(Integers fourths) {
#if defined(__AVX2__) && !defined(__AVX512F__)
  return __builtin_shufflevector(fourths, fourths, 0, 4, 1, 5, 2, 6, 3, 7);
#else
  return fourths;
#endif
}
void transposed(Memory& memory, size_t repetitions) {
  constexpr size_t block = 4 * bytes, blocks = sizeof memory.data / block;
  for (size_t i = 0, at = 0; i < repetitions; ++i) {
    const unsigned char* from = memory.data + at * block;
    const Integers low = evens(load<Integers>(from), load<Integers>(from + bytes));
    const Integers high = evens(load<Integers>(from + 2 * bytes), load<Integers>(from + 3 * bytes));
    Integers result = in_order(evens(low, high));
    hide(result);
    at = at + 1 == blocks ? 0 : at + 1;
  }
}

// --- loads and stores ---------------------------------------------------------------------------

/// Eight vectors for each repetition, at `offset` bytes behind the beginning of a line, of 32 lines
/// that the first-level cache holds.
template <class Access>
void for_vectors(Memory& memory, size_t repetitions, size_t offset, Access access) {
  for (size_t i = 0; i < repetitions; ++i) {
    unsigned char* at = memory.data + i % 4 * 512 + offset;
    repeat<8>([&](size_t k) { access(at + k * 64); });
    hide_memory();
  }
}
constexpr size_t crossing = 64 - bytes / 2;

void load_vectors(Memory& memory, size_t repetitions, size_t offset) {
  for_vectors(memory, repetitions, offset, [](unsigned char* from) {
    auto value = load<Integers>(from);
    hide(value);
  });
}
void vector_load(Memory& memory, size_t repetitions) {
  load_vectors(memory, repetitions, 0);
}
void crossing_load(Memory& memory, size_t repetitions) {
  load_vectors(memory, repetitions, crossing);
}
void vector_store(Memory& memory, size_t repetitions) {
  Integers value = Integers{} + 0x3f800000;
  for_vectors(memory, repetitions, 0, [&](unsigned char* to) { store(to, value); });
}

#if defined(__AVX2__)
Lanes load_masked(const void* from, Mask mask) {
#if defined(__AVX512F__)
  return _mm512_maskz_loadu_epi32(mask, from);
#else
  return _mm256_maskload_epi32(static_cast<const int*>(from), mask);
#endif
}
void store_masked(void* to, Mask mask, Lanes value) {
#if defined(__AVX512F__)
  _mm512_mask_storeu_epi32(to, mask, value);
#else
  _mm256_maskstore_epi32(static_cast<int*>(to), mask, value);
#endif
}
void load_masked_vectors(Memory& memory, size_t repetitions, size_t offset) {
  for_vectors(memory, repetitions, offset, [mask = half_of_lanes()](unsigned char* from) {
    Lanes value = load_masked(from, mask);
    hide(value);
  });
}
void store_masked_vectors(Memory& memory, size_t repetitions, size_t offset) {
  const Mask mask = half_of_lanes();
  const Lanes value = reinterpret_cast<Lanes>(Integers{} + 0x3f800000);
  for_vectors(memory, repetitions, offset,
              [&](unsigned char* to) { store_masked(to, mask, value); });
}
void masked_load(Memory& memory, size_t repetitions) {
  load_masked_vectors(memory, repetitions, 0);
}
void masked_crossing_load(Memory& memory, size_t repetitions) {
  load_masked_vectors(memory, repetitions, crossing);
}
void masked_store(Memory& memory, size_t repetitions) {
  store_masked_vectors(memory, repetitions, 0);
}
void masked_crossing_store(Memory& memory, size_t repetitions) {
  store_masked_vectors(memory, repetitions, crossing);
}
#else
constexpr Loop masked_load = nullptr, masked_crossing_load = nullptr, masked_store = nullptr,
               masked_crossing_store = nullptr;
#endif

/// A round of a hash of vectors of 16 words: 48 values, each computed of two others and all of them
/// spilled, take a register for each word.
void operations_in_memory(Memory& memory, size_t repetitions) {
  constexpr size_t values = 48, words = 16;
  const auto value = [&](size_t number, size_t word) {
    return memory.data + (number % values * words + word) * bytes;
  };
  for (size_t i = 0; i < repetitions; ++i) {
    for (size_t k = 0; k < values; ++k) {
      repeat<words>([&](size_t word) {
        Integers a = load<Integers>(value(k + 5, word)), b = load<Integers>(value(k + 29, word));
        hide(a), hide(b);
        store(value(k, word), a + b);
        hide_memory();
      });
    }
  }
}

/// 16 sub-groups with 8 crossing values each: one region stores all, the next loads them.
void frame(Memory& memory, size_t repetitions) {
  constexpr size_t vectors = size_t{16} * 8;
  Integers value = Integers{} + 0x3f800000;
  for (size_t i = 0; i < repetitions; ++i) {
    repeat<vectors>([&](size_t k) {
      hide(value);
      store(memory.data + k * bytes, value);
    });
    hide_memory();
    repeat<vectors>([&](size_t k) {
      Integers again = load<Integers>(memory.data + k * bytes);
      hide(again);
    });
  }
}

}  // namespace

const VectorLoops CLEAVE_VECTOR_LOOPS = {
    8 * bytes,
#define CLEAVE_VECTOR_LOOP(name, count, what) name,
#define CLEAVE_SCALAR_LOOP(name, count, what)
#include "costs/loops.def"
#undef CLEAVE_SCALAR_LOOP
#undef CLEAVE_VECTOR_LOOP
};

}  // namespace cleave::benchmark::costs
