// Computes powers and roots whose exponent is a constant of the program by the few instructions
// that they take. At most 1.9 units in the last place.
#pragma once

#include "library.h"

// x^y, where is_simple(y).
#define CONSTANT_POWERS(T, SQRT)                                                                   \
  static inline bool OVERLOADED is_simple(T y) {                                                   \
    return (y == 1) | (y == 2) | (y == 3) | (y == 4) | (y == -1) | (y == -2) | (y == (T)0.5);      \
  }                                                                                                \
  static inline T OVERLOADED simple_power(T x, T y) {                                              \
    if (y == 1) return x;                                                                          \
    if (y == 2) return x * x;                                                                      \
    if (y == 3) return x * x * x;                                                                  \
    if (y == 4) return x * x * (x * x);                                                            \
    if (y == -1) return 1 / x;                                                                     \
    if (y == -2) return 1 / x * (1 / x); /* a square may overflow where this does not underflow */ \
    return x == -INFINITY ? INFINITY : SQRT(x) + 0; /* of -0 it is +0 */                           \
  }                                                                                                \
  /* powr(x, y): of no negative x, and zeros have no sign. */                                      \
  static inline T OVERLOADED simple_power_of_positive(T x, T y) {                                  \
    return x < 0 ? NAN : simple_power(x + 0, y);                                                   \
  }

CONSTANT_POWERS(float, __builtin_sqrtf)
CONSTANT_POWERS(double, __builtin_sqrt)

float VALUE cbrt(float x);
double VALUE cbrt(double x);

// x^(1/n) for n of 1, 2, 3, -1, -2 and -3, where is_simple_root(n). Even roots of -0 are +0.
static inline bool is_simple_root(int n) {
  return (n == 1) | (n == 2) | (n == 3) | (n == -1) | (n == -2) | (n == -3);
}
#define CONSTANT_ROOTS(T, SQRT)                        \
  static inline T OVERLOADED simple_root(T x, int n) { \
    if (n == 1) return x;                              \
    if (n == -1) return 1 / x;                         \
    if (n == 3) return cbrt(x);                        \
    if (n == -3) return 1 / cbrt(x);                   \
    const T root = SQRT(x) + 0;                        \
    return n == 2 ? root : 1 / root;                   \
  }

CONSTANT_ROOTS(float, __builtin_sqrtf)
CONSTANT_ROOTS(double, __builtin_sqrt)
