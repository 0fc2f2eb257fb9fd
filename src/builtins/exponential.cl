// Exponentials, logarithms and powers of single precision (OpenCL C 3.0, 6.15.2) without branches
// and tables, so that all lanes take the same few instructions. At most 1.8 units in the last place
// where 7.4 allows 3, and of powers 3.1 where it allows 16; subnormal arguments and results
// are exact to the same bound.
//
// The polynomials are minimax in relative error, found by Remez' algorithm.
#include "library.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// Added to a float of less than 2^22 and taken away again, it leaves the nearest whole number; in
// between, that number stands in the lowest bits. No conversion, which would be undefined for NaN.
constant const float rounding = 0x1.8p23f;

// Beyond `least` and `most` results are 0 and infinite. Keeps NaN.
static inline float clamped(float x, float least, float most) {
  x = x < least ? least : x;
  return x > most ? most : x;
}

// e^r = 1 + r + r^2 q(r) for |r| <= ln(2) / 2, and likewise below.
float VALUE exp(float x) {
  x = clamped(x, -105.0f, 89.0f);
  const float shifted = x * 0x1.715476p+0f + rounding;
  const float n = shifted - rounding;
  float r = x - n * 0x1.62e4p-1f;
  r = r - n * 0x1.7f7d1cp-20f;
  float q = 0x1.6a234cp-10f;
  q = q * r + 0x1.123a6cp-7f;
  q = q * r + 0x1.5558f4p-5f;
  q = q * r + 0x1.555490p-3f;
  q = q * r + 0x1.fffffcp-2f;
  return __cleave_scaled(1 + (r + r * r * q), as_int(shifted) - as_int(rounding));
}

float VALUE exp2(float x) {
  x = clamped(x, -152.0f, 129.0f);
  const float shifted = x + rounding;
  const float r = x - (shifted - rounding);
  float q = 0x1.414df0p-13f;
  q = q * r + 0x1.5f049cp-10f;
  q = q * r + 0x1.3b2e10p-7f;
  q = q * r + 0x1.c6af88p-5f;
  q = q * r + 0x1.ebfbdcp-3f;
  return __cleave_scaled(1 + (r * 0x1.62e43p-1f + r * r * q), as_int(shifted) - as_int(rounding));
}

float VALUE exp10(float x) {
  x = clamped(x, -46.0f, 39.0f);
  const float shifted = x * 0x1.a934fp+1f + rounding;
  const float n = shifted - rounding;
  float r = x - n * 0x1.344p-2f;
  r = r - n * 0x1.3509f8p-18f;
  float q = 0x1.a5a7e6p-3f;
  q = q * r + 0x1.1556bap-1f;
  q = q * r + 0x1.2bda90p+0f;
  q = q * r + 0x1.046fc4p+1f;
  q = q * r + 0x1.53524ap+1f;
  return __cleave_scaled(1 + (r * 0x1.26bb1cp+1f + r * r * q), as_int(shifted) - as_int(rounding));
}

// x = 2^exponent * (1 + f) with f between -1/3 and 1/3; of x <= 0, infinity and NaN: anything.
struct Parts {
  float exponent, f;
};

static inline struct Parts parts_of(float x) {
  const bool subnormal = x < 0x1p-126f;
  const int bits = as_int(subnormal ? x * 0x1p23f : x);
  const int exponent = (bits - as_int(0x1.555556p-1f)) >> 23;
  const struct Parts parts = {(float)(subnormal ? exponent - 23 : exponent),
                              as_float(bits - (exponent << 23)) - 1};
  return parts;
}

// `value` is the logarithm of a finite x above 0.
static inline float logarithm_or_limit(float x, float value) {
  value = x < INFINITY ? value : x;  // NaN stays NaN
  value = x == 0 ? -INFINITY : value;
  return x < 0 ? NAN : value;
}

// log(1 + f) = f + f^2 q(f), and likewise below. Of what is added the small comes first.
float VALUE log(float x) {
  const struct Parts p = parts_of(x);
  float q = 0x1.1f428ep-3f;
  q = q * p.f - 0x1.3b2842p-3f;
  q = q * p.f + 0x1.1ea254p-3f;
  q = q * p.f - 0x1.5032eap-3f;
  q = q * p.f + 0x1.99d428p-3f;
  q = q * p.f - 0x1.001480p-2f;
  q = q * p.f + 0x1.5554fap-2f;
  q = q * p.f - 0x1.ffffd6p-2f;
  const float small = p.f * p.f * q + p.exponent * 0x1.7f7d1cp-20f;
  return logarithm_or_limit(x, p.exponent * 0x1.62e4p-1f + (p.f + small));
}

float VALUE log2(float x) {
  const struct Parts p = parts_of(x);
  float q = 0x1.9e6db6p-3f;
  q = q * p.f - 0x1.c6ad02p-3f;
  q = q * p.f + 0x1.9d868ep-3f;
  q = q * p.f - 0x1.e50850p-3f;
  q = q * p.f + 0x1.27a102p-2f;
  q = q * p.f - 0x1.717208p-2f;
  q = q * p.f + 0x1.ec701ap-2f;
  q = q * p.f - 0x1.715458p-1f;
  return logarithm_or_limit(x, p.exponent + (p.f * 0x1.715476p+0f + p.f * p.f * q));
}

float VALUE log10(float x) {
  const struct Parts p = parts_of(x);
  float q = 0x1.f3058ep-5f;
  q = q * p.f - 0x1.11bdfcp-4f;
  q = q * p.f + 0x1.f1ef36p-5f;
  q = q * p.f - 0x1.2404c6p-4f;
  q = q * p.f + 0x1.63f904p-4f;
  q = q * p.f - 0x1.bcdb4cp-4f;
  q = q * p.f + 0x1.287a28p-3f;
  q = q * p.f - 0x1.bcb78cp-3f;
  const float small = p.f * p.f * q + p.exponent * 0x1.3509f8p-18f;
  return logarithm_or_limit(x, p.exponent * 0x1.344p-2f + (p.f * 0x1.bcb7b2p-2f + small));
}

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
  return __cleave_scaled(1 + (r * 0x1.62e43p-1f + r * r * e), as_int(shifted) - as_int(rounding));
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
