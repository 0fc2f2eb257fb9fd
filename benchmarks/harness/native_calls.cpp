// Compiled once for each instruction set, under the name CLEAVE_NATIVE_CALLS, and once more to
// choose among them. The first includes nothing with inline functions: the linker could take those
// of an instruction set that the processor lacks.
#include "harness/native_calls.h"

namespace cleave::benchmark {

#if defined(CLEAVE_NATIVE_CALLS)

extern const NativeCalls CLEAVE_NATIVE_CALLS;

namespace {

#if defined(__AVX512F__)
constexpr size_t bytes_of_vector = 64;
#else
constexpr size_t bytes_of_vector = 32;
#endif
// Vectors of floats and of doubles are passed in the same registers.
using Vector [[gnu::vector_size(bytes_of_vector)]] = float;

Vector vector_at(const void* numbers, size_t offset) {
  Vector vector;
  __builtin_memcpy(&vector, static_cast<const char*>(numbers) + offset, sizeof vector);
  return vector;
}

void store(void* results, size_t offset, Vector vector) {
  __builtin_memcpy(static_cast<char*>(results) + offset, &vector, sizeof vector);
}

void one(VectorFunction function, const void* xs, void* results, size_t bytes) {
  const auto call = reinterpret_cast<Vector (*)(Vector)>(function);
  for (size_t i = 0; i < bytes; i += bytes_of_vector) store(results, i, call(vector_at(xs, i)));
}

void two(VectorFunction function, const void* xs, const void* ys, void* results, size_t bytes) {
  const auto call = reinterpret_cast<Vector (*)(Vector, Vector)>(function);
  for (size_t i = 0; i < bytes; i += bytes_of_vector)
    store(results, i, call(vector_at(xs, i), vector_at(ys, i)));
}

}  // namespace

const NativeCalls CLEAVE_NATIVE_CALLS = {bytes_of_vector, one, two};

#else

extern const NativeCalls avx2_calls, avx512_calls;

const NativeCalls& native_calls() {
  static const NativeCalls none = {};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return avx512_calls;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2_calls;
#endif
  return none;
}

#endif

}  // namespace cleave::benchmark
