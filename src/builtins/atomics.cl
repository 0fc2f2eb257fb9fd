// The atomic_ functions of OpenCL C 1.x and the atom_ functions of the 32-bit and 64-bit atomics
// extensions: relaxed order, as OpenCL C 2.0 (6.13.11, "deprecated") defines them.
#include "library.h"

#define FETCH(NAME, OPERATION, T, SPACE)            \
  T OVERLOADED NAME(volatile SPACE T* p, T value) { \
    return OPERATION(p, value, __ATOMIC_RELAXED);   \
  }
#define STEP(NAME, OPERATION, T, SPACE)          \
  T OVERLOADED NAME(volatile SPACE T* p) {       \
    return OPERATION(p, (T)1, __ATOMIC_RELAXED); \
  }
#define COMPARE_EXCHANGE(NAME, T, SPACE)                                                           \
  T OVERLOADED NAME(volatile SPACE T* p, T expected, T desired) {                                  \
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return expected;                                                                               \
  }

#define FAMILY(PREFIX, T, SPACE)                      \
  FETCH(PREFIX##_add, __atomic_fetch_add, T, SPACE)   \
  FETCH(PREFIX##_sub, __atomic_fetch_sub, T, SPACE)   \
  FETCH(PREFIX##_xchg, __atomic_exchange_n, T, SPACE) \
  FETCH(PREFIX##_min, __atomic_fetch_min, T, SPACE)   \
  FETCH(PREFIX##_max, __atomic_fetch_max, T, SPACE)   \
  FETCH(PREFIX##_and, __atomic_fetch_and, T, SPACE)   \
  FETCH(PREFIX##_or, __atomic_fetch_or, T, SPACE)     \
  FETCH(PREFIX##_xor, __atomic_fetch_xor, T, SPACE)   \
  STEP(PREFIX##_inc, __atomic_fetch_add, T, SPACE)    \
  STEP(PREFIX##_dec, __atomic_fetch_sub, T, SPACE)    \
  COMPARE_EXCHANGE(PREFIX##_cmpxchg, T, SPACE)

#define FAMILIES_32(SPACE)                                                                         \
  FAMILY(atomic, int, SPACE)                                                                       \
  FAMILY(atomic, uint, SPACE)                                                                      \
  FAMILY(atom, int, SPACE)                                                                         \
  FAMILY(atom, uint, SPACE)                                                                        \
  float OVERLOADED atomic_xchg(volatile SPACE float* p, float value) {                             \
    return as_float(__atomic_exchange_n((volatile SPACE int*)p, as_int(value), __ATOMIC_RELAXED)); \
  }

FAMILIES_32(__global)
FAMILIES_32(__local)
FAMILY(atom, long, __global)
FAMILY(atom, ulong, __global)
FAMILY(atom, long, __local)
FAMILY(atom, ulong, __local)
