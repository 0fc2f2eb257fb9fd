// Exponentials and logarithms of single precision (OpenCL C 3.0, 6.15.2) without branches and
// tables, so that all lanes take the same few instructions. At most 1.8 units in the last place
// where 7.4 allows 3; subnormal arguments and results are exact to the same bound.
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
