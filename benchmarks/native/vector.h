// Vectors as wide as the instruction set's registers, for loops that keep blocks of results in them.
#pragma once

#include <cstddef>

namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL {

#if defined(__AVX512F__)
inline constexpr size_t register_bytes = 64;
#elif defined(__AVX2__)
inline constexpr size_t register_bytes = 32;
#else
inline constexpr size_t register_bytes = 16;
#endif
inline constexpr size_t lanes = register_bytes / sizeof(float);
using Vector [[gnu::vector_size(register_bytes)]] = float;
using Words [[gnu::vector_size(register_bytes)]] = unsigned;

static inline Vector load(const float* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}

template <class T>
static inline void store(void* to, T vector) {
  __builtin_memcpy(to, &vector, sizeof vector);
}

}  // namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL
