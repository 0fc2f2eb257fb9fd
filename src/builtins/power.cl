// Computes powers and roots (OpenCL C 3.0, 6.15.2) without tables, and without branches but for
// zeros, infinities, NaN and negative arguments. Of powers of single precision at most 3.1 units in
// the last place where 7.4 allows 16; subnormal arguments and results are exact to the same bound.
//
// The logarithm to base 2 and its product with the exponent are sums of two numbers: an error in
// the product counts 128 times in a result of single precision, and 1024 times in one of double
// precision. The polynomials are minimax in relative error, found by Remez' algorithm.
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

// The logarithm to base 2 of a positive finite x, `high` of 12 bits. x = 2^whole * (1 + f) with f
// between -1/6 and 1/6, and log(1 + f) = f - f^2 / 2 + f^3 q(f).
static inline struct Floats OVERLOADED logarithm_of(float x) {
  const struct Parts p = parts_of(x);
  const bool is_low = p.f < -0x1.555556p-3f, is_high = p.f > 0x1.555556p-3f;
  const float factor = is_low ? 1.25f : is_high ? 0.75f : 1;
  const float whole = p.exponent + (is_low ? -0x1.49cp-2f : is_high ? 0x1.a9p-2f : 0);
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

// x^y for 0 < x < infinity and an exponent of two parts, `high` of 12 bits.
static inline float OVERLOADED power_of_positive(float x, struct Floats y) {
  const struct Floats logarithm = logarithm_of(x);
  const float exponent = clamped(y.high * logarithm.high, -152.0f, 129.0f);
  const float exponent_rest =
      clamped((y.high + y.low) * logarithm.low + y.low * logarithm.high, -1.0f, 1.0f);
  const float shifted = exponent + exponent_rest + rounding;
  return scaled_by(two_to(exponent - (shifted - rounding) + exponent_rest), shifted);
}

// x = 2^exponent * m, and with s = (m - c) / (m + c) log2(m / c) = 2 / ln(2) (s + s^3 / 3 + ...).
// The centres are near 2^(1/3) and 2^(-1/3) and their logarithms, 40 bits long, are right to 70
// bits.
static inline struct Doubles OVERLOADED logarithm_of(double x) {
  const struct DoubleParts p = parts_of(x);
  const double m = p.significand;
  const bool is_low = m < 0x1.c8p-1, is_high = m > 0x1.1f8p+0;
  const double centre = is_low ? 0x1.965feccd1ef1bp-1 : is_high ? 0x1.428a30c30536bp+0 : 1;
  const double whole = p.exponent + (is_low ? -0x1.55554c572p-2 : is_high ? 0x1.55555aab14p-2 : 0);

  const double difference = m - centre, sum = centre + m, sum_rest = m - (sum - centre);
  const double reciprocal = 1 / sum, s = difference * reciprocal;
  const struct Doubles product = product_of(s, sum);
  const double s_rest = (difference - product.high - product.low - s * sum_rest) * reciprocal;

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

// The product of an exponent and a logarithm.
static inline struct Doubles OVERLOADED product_with(double y, struct Doubles logarithm) {
  const struct Doubles product = product_of(y, logarithm.high);
  return (struct Doubles){product.high, product.low + y * logarithm.low};
}
static inline struct Doubles OVERLOADED product_with(struct Doubles y, struct Doubles logarithm) {
  const struct Doubles product = product_with(y.high, logarithm);
  return (struct Doubles){product.high, product.low + y.low * logarithm.high};
}

// 2^(high + low)
static inline double two_to_sum(struct Doubles exponent) {
  const double sum = clamped(exponent.high + exponent.low, -1076.0, 1025.0);
  const double shifted = sum + rounding_double;
  const double r = exponent.high - (shifted - rounding_double) + exponent.low;
  return scaled_by(two_to(clamped(r, -1.0, 1.0)), shifted);
}
static inline double OVERLOADED power_of_positive(double x, double y) {
  return two_to_sum(product_with(y, logarithm_of(x)));
}
static inline double OVERLOADED power_of_positive(double x, struct Doubles y) {
  return two_to_sum(product_with(y, logarithm_of(x)));
}

// The exponent y as two parts. Greater exponents than 2^40 or 2^65 change nothing any more, unless
// x is 1.
static inline struct Floats OVERLOADED exponent_of(float y) {
  y = clamped(y, -0x1p40f, 0x1p40f);
  const float upper = upper_half(y);
  return (struct Floats){upper, y - upper};
}
static inline double OVERLOADED exponent_of(double y) {
  return clamped(y, -0x1p65, 0x1p65);
}

// Of an integer. Where the greatest are less by one part in 2^24, powers are infinite, 0 or 1
// anyway.
static inline struct Floats integer_exponent_float(int n) {
  n = n < 0x7fffff80 ? n : 0x7fffff80;
  const float upper = upper_half((float)n);
  return (struct Floats){upper, (float)(n - (int)upper)};
}
static inline double integer_exponent_double(int n) {
  return (double)n;
}

// 1 / n. What is lost of an n of more than 12 bits does not count.
static inline struct Floats root_exponent_float(int n) {
  const float divisor = (float)n, quotient = 1 / divisor, upper = upper_half(quotient);
  return (struct Floats){upper, (1 - upper * divisor) * quotient};
}
static inline struct Doubles root_exponent_double(int n) {
  const double divisor = (double)n, quotient = 1 / divisor;
  const struct Doubles product = product_of(quotient, divisor);
  return (struct Doubles){quotient, (1 - product.high - product.low) * quotient};
}

#define POWERS(T, BITS, SQRT)                                                                   \
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
  T __attribute__((overloadable, const, noinline)) __cleave_power(T x, T y) {                   \
    T magnitude = power_of_positive(__builtin_elementwise_abs(x), exponent_of(y));              \
    if ((x > 0) & (x < INFINITY) & (__builtin_elementwise_abs(y) < INFINITY)) return magnitude; \
    magnitude = is_limit(x) ? limit_of_power(x, y < 0) : magnitude;                             \
    const bool is_whole = __builtin_elementwise_trunc(y) == y;                                  \
    const bool is_odd = is_whole & (__builtin_elementwise_trunc((T)0.5 * y) != (T)0.5 * y);     \
    const T result = is_odd ? __builtin_elementwise_copysign(magnitude, x) : magnitude;         \
    const bool is_root = (x < 0) & (x > -INFINITY) & !is_whole;                                 \
    const bool is_one = (x == 1) | (y == 0), is_nan = (x != x) | (y != y) | is_root;            \
    return is_one ? 1 : is_nan ? NAN : result;                                                  \
  }                                                                                             \
  T VALUE pow(T x, T y) {                                                                       \
    if (__cleave_is_constant_##T(y) && is_simple(y)) return simple_power(x, y);                 \
    return __cleave_power(x, y);                                                                \
  }                                                                                             \
                                                                                                \
  T __attribute__((overloadable, const, noinline)) __cleave_power_of_positive(T x, T y) {       \
    const T magnitude = power_of_positive(x, exponent_of(y));                                   \
    if ((x > 0) & (x < INFINITY) & (__builtin_elementwise_abs(y) < INFINITY)) return magnitude; \
    const bool is_limit_of_one = (x == 1) & (__builtin_elementwise_abs(y) == INFINITY);         \
    const bool is_defined = (x >= 0) & (y == y) & !(is_limit(x) & (y == 0)) & !is_limit_of_one; \
    const T result = is_limit(x) ? limit_of_power(x, y < 0) : magnitude;                        \
    return is_defined ? result : NAN;                                                           \
  }                                                                                             \
  T VALUE powr(T x, T y) {                                                                      \
    if (__cleave_is_constant_##T(y) && is_simple(y)) return simple_power_of_positive(x, y);     \
    return __cleave_power_of_positive(x, y);                                                    \
  }                                                                                             \
                                                                                                \
  T __attribute__((overloadable, const, noinline)) __cleave_power(T x, int n) {                 \
    const T absolute = __builtin_elementwise_abs(x);                                            \
    T magnitude = power_of_positive(absolute, integer_exponent_##T(n));                         \
    if (!((absolute > 0) & (absolute < INFINITY))) {                                            \
      magnitude = is_limit(x) ? limit_of_power(x, n < 0) : x;                                   \
      magnitude = n == 0 ? 1 : magnitude;                                                       \
    }                                                                                           \
    return signed_if_odd(magnitude, x, n);                                                      \
  }                                                                                             \
  T VALUE pown(T x, int n) {                                                                    \
    if (__cleave_is_constant_int(n) && is_simple((T)n)) return simple_power(x, (T)n);           \
    return __cleave_power(x, n);                                                                \
  }                                                                                             \
                                                                                                \
  T __attribute__((overloadable, const, noinline)) __cleave_root(T x, int n) {                  \
    T magnitude = power_of_positive(__builtin_elementwise_abs(x), root_exponent_##T(n));        \
    if ((x > 0) & (x < INFINITY) & (n != 0)) return magnitude;                                  \
    magnitude = is_limit(x) ? limit_of_power(x, n < 0) : magnitude;                             \
    const bool is_nan = (n == 0) | (x != x) | ((x < 0) & ((n & 1) == 0));                       \
    return is_nan ? NAN : signed_if_odd(magnitude, x, n);                                       \
  }                                                                                             \
  T VALUE rootn(T x, int n) {                                                                   \
    if (__cleave_is_constant_int(n) && is_simple_root(n)) return simple_root(x, n);             \
    return __cleave_root(x, n);                                                                 \
  }

POWERS(float, uint, __builtin_sqrtf)
POWERS(double, ulong, __builtin_sqrt)
