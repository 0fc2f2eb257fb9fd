// Splits numbers of a floating-point type into powers of two and what is left. For exponentials,
// logarithms and powers.
#pragma once

// Added to a number of less than a quarter of it and taken away again, it leaves the nearest whole
// number; in between, that number stands in the lowest bits. No conversion, which would be
// undefined for NaN.
static constant const float rounding = 0x1.8p23f;
static constant const double rounding_double = 0x1.8p52;

// Logarithms of 2 to the bases e and 10.
static constant const float natural_of_two = 0x1.62e43p-1f, decimal_of_two = 0x1.344136p-2f;

// x between `least` and `most`. Keeps NaN.
#define CLAMPED(T)                                           \
  static inline T OVERLOADED clamped(T x, T least, T most) { \
    x = x < least ? least : x;                               \
    return x > most ? most : x;                              \
  }
CLAMPED(float)
CLAMPED(double)

// x * 2^n, rounded once, where `shifted` is n + rounding and |n| < 2044. An instruction that scales
// takes n as a number of floating point.
static inline float OVERLOADED scaled_by(float x, float shifted) {
  if (__cleave_has_scaling()) return __cleave_scaled(x, (int)(shifted - rounding));
  return __cleave_scaled(x, as_int(shifted) - as_int(rounding));
}
static inline double OVERLOADED scaled_by(double x, double shifted) {
  if (__cleave_has_scaling()) return __cleave_scaled_double(x, (int)(shifted - rounding_double));
  return __cleave_scaled_double(x, (int)as_long(shifted));
}

// x = 2^exponent * (1 + f) with f between -1/3 and 1/3. The exponent is where it stands in the
// bits: scaled by 2^23, for which constants make up and no shift is needed.
struct FloatParts {
  float scaled_exponent, f;
};

// `bits` are those of a normal x, or continue them below (continued_bits_of).
static constant const int exponent_field = 0xff800000;
static inline struct FloatParts OVERLOADED parts_of_bits(int bits) {
  const int exponent = (bits - as_int(0x1.555556p-1f)) & exponent_field;
  return (struct FloatParts){(float)exponent, as_float(bits - exponent) - 1};
}

// A logarithm of 2^exponent (1 + f), of which those of 2 and of 1 + f over f are given.
static inline float logarithm_of(struct FloatParts parts, float of_two, float over_f) {
  return over_f * parts.f + parts.scaled_exponent * (0x1p-23f * of_two);
}

// x = 2^exponent * significand, which is between the square roots of 1/2 and 2.
struct DoubleParts {
  double exponent, significand;
  ulong exponent_bits;  // of exponent + 1023 + 2048, at the position of a double's
};

// Splits a double as parts_of_bits(int) splits a float. The exponent, made positive by 1023 and
// 2048, becomes a double as the low bits of 2^52: processors have no conversion of long.
static inline struct DoubleParts OVERLOADED parts_of_bits(ulong bits) {
  const ulong biased_one = as_ulong(1.0) + (2048UL << 52);
  const ulong above = bits + (biased_one - as_ulong(0x1.6a09e667f3bcdp-1));
  const ulong exponent_bits = above & 0xfff0000000000000UL;
  const double exponent = as_double(above >> 52 | as_ulong(0x1p52)) - (0x1p52 + 1023 + 2048);
  return (struct DoubleParts){exponent, as_double(bits - exponent_bits + biased_one),
                              exponent_bits};
}

// Bits of such numbers, moved to where signed integers start, are below a bound: one comparison.
static inline bool OVERLOADED is_normal_and_positive(float x) {
  return (int)(as_uint(x) + 0x7f800000u) < (int)0xff000000u;
}
static inline bool OVERLOADED is_normal_and_positive(double x) {
  return (long)(as_ulong(x) + 0x7ff0000000000000u) < (long)0xffe0000000000000u;
}

static inline bool OVERLOADED is_positive_and_finite(float x) {
  return (int)(as_uint(x) + 0x7fffffffu) < (int)0xff7fffffu;
}
static inline bool OVERLOADED is_positive_and_finite(double x) {
  return (long)(as_ulong(x) + 0x7fffffffffffffffu) < (long)0xffefffffffffffffu;
}

// Processors take long for arithmetic of subnormal numbers. Their bits below those of a power of
// two are a normal number less that power: the subnormal one times 2^126, or 2^1074.
static inline bool OVERLOADED is_subnormal(float x) {
  return as_int(x) < 0x800000;
}
static inline bool OVERLOADED is_subnormal(double x) {
  return as_long(x) < 0x10000000000000;
}
static inline float OVERLOADED subnormal_scaled(float x) {
  return as_float(as_int(x) | as_int(1.0f)) - 1;
}
static inline double OVERLOADED subnormal_scaled(double x) {
  return as_double(as_ulong(x) | as_ulong(0x1p52)) - 0x1p52;
}

// Gives the bits of |x|. Taken as an integer, those of a subnormal number are a significand's and a
// negative exponent's: they continue the bits of normal numbers. Those of 0, infinities and NaN may
// be anything, and those of negative numbers where x has to be positive. Without a branch, so that
// what follows leaves loops in which x stays.
#define CONTINUED_BITS(T, BITS, NAME, SCALE)                                          \
  static inline BITS OVERLOADED continued_bits_of_positive(T x) {                     \
    return is_subnormal(x) ? as_##BITS(subnormal_scaled(x)) - (SCALE) : as_##BITS(x); \
  }                                                                                   \
  struct NAME {                                                                       \
    BITS bits;                                                                        \
    bool is_of_logarithm; /* x is above 0 and finite */                               \
  };                                                                                  \
  static inline struct NAME OVERLOADED continued_bits_of(T x) {                       \
    const BITS bits = continued_bits_of_positive(__builtin_elementwise_abs(x));       \
    return (struct NAME){bits, is_positive_and_finite(x)};                            \
  }
CONTINUED_BITS(float, int, ContinuedBits, 126 << 23)
CONTINUED_BITS(double, ulong, DoubleContinuedBits, 1074UL << 52)

// Takes a normal x; of others it gives anything.
static inline struct FloatParts OVERLOADED parts_of_normal(float x) {
  return parts_of_bits(as_int(x));
}
static inline struct DoubleParts OVERLOADED parts_of_normal(double x) {
  return parts_of_bits(as_ulong(x));
}
