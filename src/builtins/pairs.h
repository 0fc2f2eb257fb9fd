// Computes sums and products of two numbers with their rounding errors, as pairs: high + low is
// exact. For functions whose intermediate results need more digits than the type has. Arithmetic
// here is never contracted.
#pragma once

#define PAIRS(T, PAIR, FMA, SPLITTER)                                                          \
  struct PAIR {                                                                                \
    T high, low;                                                                               \
  };                                                                                           \
  /* x + y, where |x| >= |y| or x is 0. */                                                     \
  static inline struct PAIR OVERLOADED sum_of_ordered(T x, T y) {                              \
    const T sum = x + y;                                                                       \
    return (struct PAIR){sum, y - (sum - x)};                                                  \
  }                                                                                            \
  static inline struct PAIR OVERLOADED sum_of(T x, T y) {                                      \
    const T sum = x + y, part = sum - x;                                                       \
    return (struct PAIR){sum, (x - (sum - part)) + (y - part)};                                \
  }                                                                                            \
  /* x * y, which must not be subnormal. Without fused multiplication, |x| and |y| are below   \
     the greatest number over SPLITTER. */                                                     \
  static inline struct PAIR OVERLOADED product_of(T x, T y) {                                  \
    const T product = x * y;                                                                   \
    if (__cleave_has_fused_multiply_add()) return (struct PAIR){product, FMA(x, y, -product)}; \
    const T x_scaled = x * SPLITTER, y_scaled = y * SPLITTER;                                  \
    const T x_high = x_scaled - (x_scaled - x), y_high = y_scaled - (y_scaled - y);            \
    const T x_low = x - x_high, y_low = y - y_high;                                            \
    const T rest =                                                                             \
        ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low;       \
    return (struct PAIR){product, rest};                                                       \
  }

#pragma clang fp contract(off)
PAIRS(float, Floats, __builtin_fmaf, 0x1.002p12f)
PAIRS(double, Doubles, __builtin_fma, 0x1.000002p27)
