// Computes powers (OpenCL C 3.0, 6.15.2) without branches and tables, so that all lanes take the
// same few instructions. At most 3.1 units in the last place where 7.4 allows 16; subnormal
// arguments and results are exact to the same bound.
//
// The polynomials are minimax in relative error, found by Remez' algorithm.
#include "library.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// The 12 bits of a significand that count most: products of two such numbers are exact.
static inline float upper_half(float x) {
  return as_float(as_int(x) & 0xfffff000);
}

// x^y for 0 < x < infinity and any y but NaN. The logarithm to base 2 and its product with y are
// sums of two floats: an error in the exponent counts 128 times in the result.
// x = 2^whole * (1 + f) with f between -1/6 and 1/6, and log(1 + f) = f - f^2 / 2 + f^3 q(f).
static inline float power_of_positive(float x, float y) {
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

  // Greater exponents change nothing any more, unless x is 1.
  y = clamped(y, -0x1p40f, 0x1p40f);
  const float sum_upper = upper_half(sum + sum_rest), y_upper = upper_half(y);
  const float exponent = clamped(y_upper * sum_upper, -152.0f, 129.0f);
  const float exponent_rest =
      clamped(y * (sum - sum_upper + sum_rest) + (y - y_upper) * sum_upper, -1.0f, 1.0f);
  const float shifted = exponent + exponent_rest + rounding;
  const float r = exponent - (shifted - rounding) + exponent_rest;
  float e = 0x1.414df0p-13f;
  e = e * r + 0x1.5f049cp-10f;
  e = e * r + 0x1.3b2e10p-7f;
  e = e * r + 0x1.c6af88p-5f;
  e = e * r + 0x1.ebfbdcp-3f;
  return scaled_by(1 + (r * 0x1.62e43p-1f + r * r * e), shifted);
}

// The same where x may be 0 or infinite, too, and y is not 0.
static inline float power_of_any_positive(float x, float y) {
  const float value = power_of_positive(x, y);
  const float limit = (x == 0) == (y < 0) ? INFINITY : 0.0f;
  const bool is_limit = (x == 0) | (x == INFINITY);
  return is_limit ? limit : value;
}

float VALUE pow(float x, float y) {
  const float magnitude = power_of_any_positive(__builtin_fabsf(x), y);
  const bool is_whole = __builtin_elementwise_trunc(y) == y;
  const bool is_odd = is_whole & (__builtin_elementwise_trunc(0.5f * y) != 0.5f * y);
  const float result = is_odd ? __builtin_copysignf(magnitude, x) : magnitude;
  const bool is_root = (x < 0) & (x > -INFINITY) & !is_whole;
  const bool is_one = (x == 1) | (y == 0), is_nan = (x != x) | (y != y) | is_root;
  return is_one ? 1 : is_nan ? NAN : result;
}

float VALUE powr(float x, float y) {
  const float value = power_of_any_positive(x, y);
  const bool is_zeroth_of_limit = (y == 0) & ((x == 0) | (x == INFINITY));
  const bool is_limit_of_one = (x == 1) & (__builtin_fabsf(y) == INFINITY);
  const bool is_defined = (x >= 0) & (y == y) & !is_zeroth_of_limit & !is_limit_of_one;
  const float result = y == 0 ? 1 : value;
  return is_defined ? result : NAN;
}
