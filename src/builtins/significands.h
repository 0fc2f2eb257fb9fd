// Numbers of a floating-point type as powers of two and what is left. For exponentials, logarithms
// and powers.
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

// x * 2^n, rounded once, where `shifted` is n + rounding and |n| < 2044.
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
struct Parts {
  float scaled_exponent, f;
};

// `bits` are those of a normal x times 2^bias.
static constant const int exponent_field = 0xff800000;
static inline struct Parts OVERLOADED parts_of_bits(int bits, int bias) {
  const int exponent = (bits - as_int(0x1.555556p-1f)) & exponent_field;
  return (struct Parts){(float)(exponent - bias * (1 << 23)), as_float(bits - exponent) - 1};
}

// A logarithm of 2^exponent (1 + f), of which those of 2 and of 1 + f over f are given.
static inline float logarithm_of(struct Parts parts, float of_two, float over_f) {
  return over_f * parts.f + parts.scaled_exponent * (0x1p-23f * of_two);
}

// x = 2^exponent * significand, which is between the square roots of 1/2 and 2.
struct DoubleParts {
  double exponent, significand;
  ulong exponent_bits;  // of exponent + bias + 1023, in place
};

// Likewise. The exponent, made positive by 1023, becomes a double as the low bits of 2^52:
// processors have no conversion of long.
static inline struct DoubleParts OVERLOADED parts_of_bits(ulong bits, double bias) {
  const ulong above = bits + (as_ulong(1.0) - as_ulong(0x1.6a09e667f3bcdp-1));
  const ulong exponent_bits = above & 0xfff0000000000000UL;
  const double exponent = as_double(above >> 52 | as_ulong(0x1p52)) - (0x1p52 + 1023 + bias);
  return (struct DoubleParts){exponent, as_double(bits - exponent_bits + as_ulong(1.0)),
                              exponent_bits};
}

// Bits of such numbers, moved to where signed integers start, are below a bound: one comparison.
static inline bool OVERLOADED is_normal_and_positive(float x) {
  return (int)(as_uint(x) + 0x7f800000u) < (int)0xff000000u;
}
static inline bool OVERLOADED is_normal_and_positive(double x) {
  return (long)(as_ulong(x) + 0x7ff0000000000000u) < (long)0xffe0000000000000u;
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
static constant const int subnormal_scale = 126;
static constant const double subnormal_scale_double = 1074;

// parts_of_normal takes a normal x, parts_of any positive one; of others both give anything.
#define PARTS(T, BITS, PARTS, BIAS, NONE)                                   \
  static inline BITS OVERLOADED normal_bits_of(T x) {                       \
    return as_##BITS(is_subnormal(x) ? subnormal_scaled(x) : x);            \
  }                                                                         \
  static inline struct PARTS OVERLOADED parts_of_normal(T x) {              \
    return parts_of_bits(as_##BITS(x), NONE);                               \
  }                                                                         \
  static inline struct PARTS OVERLOADED parts_of(T x) {                     \
    return parts_of_bits(normal_bits_of(x), is_subnormal(x) ? BIAS : NONE); \
  }
PARTS(float, int, Parts, subnormal_scale, 0)
PARTS(double, ulong, DoubleParts, subnormal_scale_double, 0.0)
