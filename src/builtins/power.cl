// Computes powers and roots (OpenCL C 3.0, 6.15.2) without branches but for zeros, infinities, NaN
// and negative arguments. Powers in single precision err by 5.3 units in the last place at most
// with fused multiplication, 3.1 without, where 7.4 allows 16; subnormal arguments and results are
// exact to the same bound. Powers with whole exponents below 16 are products: at most 10.9 units.
//
// The logarithm to base 2 and its product with the exponent are sums of two numbers: an error in
// the product counts 128 times in a result of single precision, and 1024 times in one of double
// precision. The polynomials are minimax in relative error, found by Remez' algorithm, or
// interpolate at Chebyshev's points.
#include "constant_powers.h"
#include "library.h"
#include "pairs.h"
#include "powers_of_two.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// The 12 bits of a significand that count most: products of two such numbers are exact.
static inline float upper_half(float x) {
  return as_float(as_int(x) & 0xfffff000);
}

// With fused multiplication. A significand m from 15/16 to 31/16 times the inverse of the nearest
// 1 + i / 8 is 1 + f with |f| <= 1/16, where f is a product less 1 and what the product lost. The
// logarithm of such a number is one of 15 bits and a rest.
constant const float inverse_centres[] = {0x1p+0f,        0x1.c71c72p-1f, 0x1.99999ap-1f,
                                          0x1.745d18p-1f, 0x1.555556p-1f, 0x1.3b13b2p-1f,
                                          0x1.24924ap-1f, 0x1.111112p-1f};
constant const float centre_logarithms[] = {0,           0x1.5cp-3f,  0x1.49a8p-2f, 0x1.d678p-2f,
                                            0x1.2b8p-1f, 0x1.66ap-1f, 0x1.9d5cp-1f, 0x1.d054p-1f};
constant const float centre_rests[] = {0,
                                       0x1.a22e68p-19f,
                                       -0x1.f2d20ap-20f,
                                       -0x1.626fbep-17f,
                                       0x1.98151ap-20f,
                                       0x1.c5b3bep-23f,
                                       0x1.9dab02p-17f,
                                       -0x1.767e68p-22f};

// log2(1 + f) = f / ln(2) + f^2 q(f). `bits` are as in parts_of_bits.
static inline struct Floats fused_logarithm_of(int bits) {
  const int above = bits + (1 << 19);  // so that 15/16 is the least of an exponent's
  const int index = (above >> 20) & 7;
  const int exponent_bits = (above & exponent_field) - as_int(1.0f);
  const float significand = as_float(bits - exponent_bits);
  const float inverse = inverse_centres[index];
  const float product = significand * inverse, f = product - 1;
  const float product_rest = __builtin_fmaf(significand, inverse, -product);
  const float f_rest = product_rest - product_rest * f;  // over 1 + f

  const float of_two = 0x1.715476p+0f, of_two_rest = 0x1.4ae0cp-26f;  // 1 / ln(2)
  const float fraction = f * of_two;
  float q = -0x1.ee3fbap-3f;
  q = q * f + 0x1.287f62p-2f;
  q = q * f - 0x1.71543cp-2f;
  q = q * f + 0x1.ec705cp-2f;
  q = q * f - 0x1.715476p-1f;
  const float lost = __builtin_fmaf(f, of_two, -fraction) + (f_rest * of_two + centre_rests[index]);
  const float rest = (q * f + of_two_rest) * f + lost;
  const float whole = (float)((above >> 23) - 127) + centre_logarithms[index];
  const float sum = whole + fraction;
  return (struct Floats){sum, fraction - (sum - whole) + rest};
}

// Without: the logarithm to base 2 of a positive finite x, `high` of 12 bits. x = 2^whole * (1 + f)
// with f between -1/6 and 1/6, and log(1 + f) = f - f^2 / 2 + f^3 q(f).
static inline struct Floats OVERLOADED logarithm_of(struct FloatParts p) {
  const bool is_low = p.f < -0x1.555556p-3f, is_high = p.f > 0x1.555556p-3f;
  const float factor = is_low ? 1.25f : is_high ? 0.75f : 1;
  const float whole = p.scaled_exponent * 0x1p-23f + (is_low    ? -0x1.49cp-2f
                                                      : is_high ? 0x1.a9p-2f
                                                                : 0);
  const float whole_rest = is_low ? 0x1.87b432p-14f : is_high ? -0x1.a39fbep-20f : 0;
  const float first = upper_half(p.f);
  const float f = factor * (p.f - first) + (factor * first + (factor - 1));  // exact

  float q = -0x1.0e3dfcp-3f;
  q = q * f + 0x1.31d256p-3f;
  q = q * f - 0x1.550562p-3f;
  q = q * f + 0x1.995ddep-3f;
  q = q * f - 0x1.000048p-2f;
  q = q * f + 0x1.55557ep-2f;
  const float upper = upper_half(f);
  const float half_square = 0.5f * upper * upper, rest = 0.5f * (f + upper) * (f - upper);
  const float natural = f - half_square;
  const float natural_rest = (f - natural - half_square) + (f * f * f * q - rest);

  // 1 / ln(2), of which the first 12 bits are exact.
  const float of_two = 0x1.714p+0f, of_two_rest = 0x1.47652cp-12f;
  const float natural_upper = upper_half(natural);
  const float fraction = natural_upper * of_two;
  const float fraction_rest = (natural - natural_upper) * (of_two + of_two_rest) +
                              natural_upper * of_two_rest + natural_rest * (of_two + of_two_rest);
  const float sum = whole + fraction;
  const float sum_rest = fraction - (sum - whole) + (fraction_rest + whole_rest);
  const float sum_upper = upper_half(sum + sum_rest);
  return (struct Floats){sum_upper, sum - sum_upper + sum_rest};
}

// x = 2^exponent * m, and with s = (m - c) / (m + c) log2(m / c) = 2 / ln(2) (s + s^3 / 3 + ...).
// The centres are near 2^(1/3) and 2^(-1/3) and their logarithms, 40 bits long, are right to 70
// bits.
static inline struct Doubles OVERLOADED logarithm_of(struct DoubleParts p) {
  const double m = p.significand;
  const bool is_low = m < 0x1.c8p-1, is_high = m > 0x1.1f8p+0;
  const double centre = is_low ? 0x1.965feccd1ef1bp-1 : is_high ? 0x1.428a30c30536bp+0 : 1;
  const double whole = p.exponent + (is_low ? -0x1.55554c572p-2 : is_high ? 0x1.55555aab14p-2 : 0);

  const double difference = m - centre, sum = centre + m, sum_rest = m - (sum - centre);
  const double reciprocal = 1 / sum, s = difference * reciprocal;
  double lacking;  // difference - s * sum
  if (__cleave_has_fused_multiply_add()) {
    lacking = __builtin_fma(-s, sum, difference);
  } else {
    const struct Doubles product = product_of(s, sum);
    lacking = difference - product.high - product.low;
  }
  const double s_rest = (lacking - s * sum_rest) * reciprocal;

  const double square = s * s, fourth = square * square;
  double q = 0x1.0e88524db82fcp-2 * square + 0x1.48499e1f17a2bp-2;
  q = q * fourth + (0x1.a617631aa3b43p-2 * square + 0x1.2776c50ef3a09p-1);
  q = q * square + 0x1.ec709dc3a03ffp-1;
  const double of_two = 0x1.71547652b82fep+1,
               of_two_rest = 0x1.777d0ffda0d24p-55;  // 2 / ln(2)
  const struct Doubles fraction = product_of(s, of_two);
  const double fraction_rest = fraction.low + (s * of_two_rest + s_rest * of_two) + s * square * q;
  const double high = whole + fraction.high;
  return (struct Doubles){high, fraction.high - (high - whole) + fraction_rest};
}

// The logarithm of a number with such bits.
static inline struct Floats OVERLOADED logarithm_of(struct ContinuedBits x) {
  struct Floats result;
  if (__cleave_has_fused_multiply_add()) {
    result = fused_logarithm_of(x.bits);
  } else {
    result = logarithm_of(parts_of_bits(x.bits));
  }
  return (struct Floats){result.high, result.low};
}
static inline struct Doubles OVERLOADED logarithm_of(struct DoubleContinuedBits x) {
  return logarithm_of(parts_of_bits(x.bits));
}

// The product of an exponent and a logarithm.
static inline struct Floats OVERLOADED product_with(struct Floats y, struct Floats logarithm) {
  const float low = (y.high + y.low) * logarithm.low + y.low * logarithm.high;
  if (__cleave_has_fused_multiply_add()) {
    const float product = y.high * logarithm.high;
    return (struct Floats){product, __builtin_fmaf(y.high, logarithm.high, -product) + low};
  }
  return (struct Floats){y.high * logarithm.high, low};
}
static inline struct Doubles OVERLOADED product_with(double y, struct Doubles logarithm) {
  const struct Doubles product = product_of(y, logarithm.high);
  return (struct Doubles){product.high, product.low + y * logarithm.low};
}
static inline struct Doubles OVERLOADED product_with(struct Doubles y, struct Doubles logarithm) {
  const struct Doubles product = product_with(y.high, logarithm);
  return (struct Doubles){product.high, product.low + y.low * logarithm.high};
}

// The exponent y as parts.
static inline struct Floats OVERLOADED exponent_of(float y) {
  if (__cleave_has_fused_multiply_add()) return (struct Floats){y, -0.0f};
  const float upper = upper_half(y);
  return (struct Floats){upper, y - upper};
}
static inline double OVERLOADED exponent_of(double y) {
  return y;
}

// Splits an integer exponent. It makes the greatest less by one part in 2^24: their powers are
// infinite, 0 or 1 anyway.
static inline struct Floats integer_exponent_float(int n) {
  n = n < 0x7fffff80 ? n : 0x7fffff80;
  const float upper = upper_half((float)n);
  return (struct Floats){upper, (float)(n - (int)upper)};
}
static inline double integer_exponent_double(int n) {
  return (double)n;
}

// 1 / n. The digits that an n of more than 12 bits loses do not count.
static inline struct Floats root_exponent_float(int n) {
  const float divisor = (float)n, quotient = 1 / divisor, upper = upper_half(quotient);
  return (struct Floats){upper, (1 - upper * divisor) * quotient};
}
static inline struct Doubles root_exponent_double(int n) {
  const double divisor = (double)n, quotient = 1 / divisor;
  const struct Doubles product = product_of(quotient, divisor);
  return (struct Doubles){quotient, (1 - product.high - product.low) * quotient};
}

// 2^(high + low), of ordinary size, and of any. Processors take long for a product that is too
// small for the type; for those that scale by an instruction, all sizes are ordinary. The low part
// of an exponent beyond 2^20 may be anything.
#define TWO_TO_SUM(T, BITS, PAIR, ROUNDING, PLACES, ORDINARY, LEAST, MOST)       \
  static inline bool OVERLOADED is_ordinary(struct PAIR exponent) {              \
    const T most = __cleave_has_scaling() ? (T)0x1p20 : ORDINARY;                \
    return __builtin_elementwise_abs(exponent.high + exponent.low) < most;       \
  }                                                                              \
  static inline T OVERLOADED two_to_ordinary(struct PAIR exponent) {             \
    const T shifted = exponent.high + exponent.low + ROUNDING;                   \
    const T r = exponent.high - (shifted - ROUNDING) + exponent.low;             \
    if (__cleave_has_scaling()) return scaled_by(two_to(r), shifted);            \
    return two_to(r) * as_##T((as_##BITS(shifted) << PLACES) + as_##BITS((T)1)); \
  }                                                                              \
  static inline T OVERLOADED two_to_any(struct PAIR exponent) {                  \
    const bool is_huge = __builtin_elementwise_abs(exponent.high) > (T)0x1p20;   \
    const T low = is_huge ? (T)0 : exponent.low, sum = exponent.high + low;      \
    const bool is_none = sum < LEAST;                                            \
    const T shifted = (is_none ? (T)0 : sum > MOST ? MOST : sum) + ROUNDING;     \
    const T r = exponent.high - (shifted - ROUNDING) + low;                      \
    const T value = scaled_by(two_to(clamped(r, (T) - 1, (T)1)), shifted);       \
    return is_none ? (T)0 : value;                                               \
  }                                                                              \
  static inline T OVERLOADED two_to_sum(struct PAIR exponent) {                  \
    T power = two_to_ordinary(exponent);                                         \
    if (IS_RARE(!is_ordinary(exponent))) power = two_to_any(exponent);           \
    return power;                                                                \
  }
TWO_TO_SUM(float, uint, Floats, rounding, 23, 125.0f, -152.0f, 129.0f)
TWO_TO_SUM(double, ulong, Doubles, rounding_double, 52, 1021.0, -1076.0, 1025.0)

// A function that most programs call, if they call any of its kind: too long to be inlined.
#define GENERAL(T) T __attribute__((overloadable, const, noinline))

// x^n for n below the limit: n factors have at most n - 1 roundings, of which each counts at most a
// unit in the last place, and a reciprocal one more. With an n that most programs have, that takes
// half to a third of a power's time.
static constant const uint product_limit = 16;
#define PRODUCTS(T)                                           \
  static inline T OVERLOADED product_of_equals(T x, uint n) { \
    const T second = x * x, fourth = second * second;         \
    T product = n & 1 ? x : (T)1;                             \
    product = n & 2 ? product * second : product;             \
    product = n & 4 ? product * fourth : product;             \
    return n & 8 ? product * (fourth * fourth) : product;     \
  }
PRODUCTS(float)
PRODUCTS(double)

#define POWERS(T, BITS, CONTINUED, PAIR, LEAST)                                                 \
  /* |x|^y where |x| is 0 or infinite, for a y other than 0. */                                 \
  static inline T OVERLOADED limit_of_power(T x, bool y_is_negative) {                          \
    return (x == 0) == y_is_negative ? INFINITY : (T)0;                                         \
  }                                                                                             \
  static inline bool OVERLOADED is_limit(T x) {                                                 \
    return (x == 0) | (__builtin_elementwise_abs(x) == INFINITY);                               \
  }                                                                                             \
  /* x with the sign of y where the exponent n is odd. */                                       \
  static inline T OVERLOADED signed_if_odd(T x, T y, int n) {                                   \
    const BITS odd = (BITS)n << (sizeof(T) * 8 - 1);                                            \
    return as_##T(as_##BITS(x) ^ (as_##BITS(y) & odd));                                         \
  }                                                                                             \
                                                                                                \
  /* x^y = 2^exponent where |x| is not 1. Some NaN have a part that is infinite. */             \
  static inline T OVERLOADED extreme_power(T y, struct PAIR exponent) {                         \
    return y == y ? two_to_any(exponent) : NAN;                                                 \
  }                                                                                             \
  /* x^y where x is not above 0 and finite: `power` is |x|^y where it is finite. */             \
  static inline T OVERLOADED power_of_other(T x, T y, T power) {                                \
    const T magnitude = is_limit(x) ? limit_of_power(x, y < 0) : power;                         \
    const bool is_whole = __builtin_elementwise_trunc(y) == y;                                  \
    const bool is_odd = is_whole & (__builtin_elementwise_trunc((T)0.5 * y) != (T)0.5 * y);     \
    const T result = is_odd ? __builtin_elementwise_copysign(magnitude, x) : magnitude;         \
    const bool is_root = (x < 0) & (x > -INFINITY) & !is_whole;                                 \
    const bool is_nan = (x != x) | (y != y) | is_root;                                          \
    return y == 0 ? 1 : is_nan ? NAN : result;                                                  \
  }                                                                                             \
  GENERAL(T) __cleave_power(T x, T y) {                                                         \
    const struct CONTINUED size = continued_bits_of(x);                                         \
    const struct PAIR exponent = product_with(exponent_of(y), logarithm_of(size));              \
    T power = two_to_ordinary(exponent);                                                        \
    if (IS_RARE(!is_ordinary(exponent))) {                                                      \
      power = __builtin_elementwise_abs(x) == 1 ? (T)1 : extreme_power(y, exponent);            \
    }                                                                                           \
    if (IS_RARE(!size.is_of_logarithm)) power = power_of_other(x, y, power);                    \
    return power;                                                                               \
  }                                                                                             \
  T VALUE pow(T x, T y) {                                                                       \
    if (__cleave_is_constant_##T(y) && is_simple(y)) return simple_power(x, y);                 \
    return __cleave_power(x, y);                                                                \
  }                                                                                             \
                                                                                                \
  GENERAL(T) __cleave_power_of_positive(T x, T y) {                                             \
    const struct CONTINUED size = continued_bits_of(x);                                         \
    const struct PAIR exponent = product_with(exponent_of(y), logarithm_of(size));              \
    T power = two_to_ordinary(exponent);                                                        \
    /* Powers of 1 are 1, but for infinities and NaN. */                                        \
    if (IS_RARE(!is_ordinary(exponent))) {                                                      \
      power = x == 1 ? y * 0 + 1 : extreme_power(y, exponent);                                  \
    }                                                                                           \
    if (IS_RARE(!size.is_of_logarithm)) {                                                       \
      const bool is_defined = (x >= 0) & (y == y) & (y != 0);                                   \
      power = is_defined ? limit_of_power(x, y < 0) : NAN;                                      \
    }                                                                                           \
    return power;                                                                               \
  }                                                                                             \
  T VALUE powr(T x, T y) {                                                                      \
    if (__cleave_is_constant_##T(y) && is_simple(y)) return simple_power_of_positive(x, y);     \
    return __cleave_power_of_positive(x, y);                                                    \
  }                                                                                             \
                                                                                                \
  /* x^n of any n. */                                                                           \
  RARE(T) rare_power(T x, int n) {                                                              \
    const struct CONTINUED size = continued_bits_of(__builtin_elementwise_abs(x));              \
    T magnitude = two_to_sum(product_with(integer_exponent_##T(n), logarithm_of(size)));        \
    if (IS_RARE(!size.is_of_logarithm)) {                                                       \
      magnitude = is_limit(x) ? limit_of_power(x, n < 0) : magnitude;                           \
      magnitude = x == x ? magnitude : x;                                                       \
    }                                                                                           \
    return signed_if_odd(magnitude, x, n);                                                      \
  }                                                                                             \
  GENERAL(T) __cleave_power(T x, int n) {                                                       \
    const uint size = __builtin_elementwise_abs(n);                                             \
    const T product = product_of_equals(x, size);                                               \
    const T dividend = n < 0 ? (T)1 : product, divisor = n < 0 ? product : (T)1;                \
    T value = dividend / divisor;                                                               \
    const T magnitude = __builtin_elementwise_abs(divisor);                                     \
    const bool has_reciprocal = (magnitude >= LEAST) & (magnitude < INFINITY);                  \
    const bool is_product = has_reciprocal & (size < product_limit);                            \
    if (IS_RARE(!is_product)) value = rare_power(x, n);                                         \
    return value;                                                                               \
  }                                                                                             \
  T VALUE pown(T x, int n) {                                                                    \
    if (__cleave_is_constant_int(n) && is_simple((T)n)) return simple_power(x, (T)n);           \
    if (__cleave_is_constant_int(n) && (uint)n < product_limit) return product_of_equals(x, n); \
    return __cleave_power(x, n);                                                                \
  }                                                                                             \
                                                                                                \
  GENERAL(T) __cleave_root(T x, int n) {                                                        \
    const struct CONTINUED size = continued_bits_of(x);                                         \
    const struct PAIR exponent = product_with(root_exponent_##T(n), logarithm_of(size));        \
    T root = two_to_ordinary(exponent);                                                         \
    if (IS_RARE(!is_ordinary(exponent))) root = n == 0 ? NAN : two_to_any(exponent);            \
    if (IS_RARE(!size.is_of_logarithm)) {                                                       \
      root = is_limit(x) ? limit_of_power(x, n < 0) : root;                                     \
      const bool is_nan = (n == 0) | (x != x) | ((x < 0) & ((n & 1) == 0));                     \
      root = is_nan ? NAN : signed_if_odd(root, x, n);                                          \
    }                                                                                           \
    return root;                                                                                \
  }                                                                                             \
  T VALUE rootn(T x, int n) {                                                                   \
    if (__cleave_is_constant_int(n) && is_simple_root(n)) return simple_root(x, n);             \
    return __cleave_root(x, n);                                                                 \
  }

POWERS(float, uint, ContinuedBits, Floats, 0x1p-126f)
POWERS(double, ulong, DoubleContinuedBits, Doubles, 0x1p-1022)
