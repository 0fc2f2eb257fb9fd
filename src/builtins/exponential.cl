// Computes exponentials (OpenCL C 3.0, 6.15.2) without branches and tables, so that all lanes take
// the same few instructions. At most 1.8 units in the last place (expm1: 2.1) where 7.4 allows 3, 1.1
// in single precision where an instruction scales; subnormal results are exact to the same bound.
//
// The polynomials are minimax, found by Remez' algorithm and Sollya. Multiples of logarithms are
// taken away in two steps (Cody and Waite): the product with the upper part is exact.
#include "library.h"
#include "powers_of_two.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// Added to a number and taken away again, it leaves the nearest whole number n; in between, n + 127
// stands in the lowest bits: those of the exponent of 2^n.
static constant const float exponent_rounding = 0x1.8p23f + 127;

// x 2^(2 n): only the last product rounds, or is infinite. If it is subnormal, it takes long: an
// instruction that scales does not.
static inline float scaled_twice(float x, float shifted) {
  const float power = as_float(as_int(shifted) << 23);
  return x * power * power;
}

// x = n ln(2) + r with |r| <= ln(2) / 2 and n = shifted - rounding.
struct Reduced {
  float shifted, r;
};
static inline struct Reduced OVERLOADED reduced(float x) {
  const float shifted = x * 0x1.715476p+0f + rounding;
  const float n = shifted - rounding;
  const float r = x - n * 0x1.62e4p-1f;
  return (struct Reduced){shifted, r - n * 0x1.7f7d1cp-20f};
}

// An instruction that scales takes any exponent: r is half as large as below, and its polynomial a
// term shorter.
static inline float scaled_exp(float x) {
  const struct Reduced x_reduced = reduced(x);
  const float r = x_reduced.r;
  float p = 0x1.694cc6p-10f;
  p = p * r + 0x1.123986p-7f;
  p = p * r + 0x1.555a26p-5f;
  p = p * r + 0x1.555492p-3f;
  p = p * r + 0x1.fffffap-2f;
  p = p * r + 1;
  return scaled_by(p * r + 1, x_reduced.shifted);
}

static inline float scaled_exp2(float x) {
  const float shifted = x + rounding;
  return scaled_by(two_to(x - (shifted - rounding)), shifted);
}

static inline float scaled_exp10(float x) {
  const float shifted = x * 0x1.a934fp+1f + rounding;
  const float n = shifted - rounding;
  const float r = x - n * 0x1.344p-2f - n * 0x1.3509f8p-18f;
  float p = 0x1.a497c8p-3f;
  p = p * r + 0x1.156bacp-1f;
  p = p * r + 0x1.2bdbdap+0f;
  p = p * r + 0x1.046f9ap+1f;
  p = p * r + 0x1.535248p+1f;
  p = p * r + 0x1.26bb1cp+1f;
  return scaled_by(p * r + 1, shifted);
}

// Without it 2^(2 n) is a square, of which one factor is applied before the other: x = 2 n ln(2) + r
// with |r| <= ln(2), and below likewise with logarithms of 2 to other bases.
float VALUE exp(float x) {
  x = clamped(x, -105.0f, 89.0f);
  if (__cleave_has_scaling()) return scaled_exp(x);
  const float shifted = x * 0x1.715476p-1f + exponent_rounding;
  const float n = shifted - exponent_rounding;
  const float r = x - n * 0x1.62e4p+0f - n * 0x1.7f7d1cp-19f;
  float p = 0x1.9ecc1p-13f;
  p = p * r + 0x1.720b1ap-10f;
  p = p * r + 0x1.111e36p-7f;
  p = p * r + 0x1.554852p-5f;
  p = p * r + 0x1.55552ap-3f;
  p = p * r + 0x1.00001p-1f;
  p = p * r + 1;
  return scaled_twice(p * r + 1, shifted);
}

float VALUE exp2(float x) {
  x = clamped(x, -152.0f, 129.0f);
  if (__cleave_has_scaling()) return scaled_exp2(x);
  const float shifted = x * 0.5f + exponent_rounding;
  const float r = x - 2 * (shifted - exponent_rounding);
  float p = 0x1.f435e4p-17f;
  p = p * r + 0x1.484ba4p-13f;
  p = p * r + 0x1.5dc036p-10f;
  p = p * r + 0x1.3b1ed4p-7f;
  p = p * r + 0x1.c6af96p-5f;
  p = p * r + 0x1.ebfbfep-3f;
  p = p * r + 0x1.62e432p-1f;
  return scaled_twice(p * r + 1, shifted);
}

float VALUE exp10(float x) {
  x = clamped(x, -46.0f, 39.0f);
  if (__cleave_has_scaling()) return scaled_exp10(x);
  const float shifted = x * 0x1.a934fp+0f + exponent_rounding;
  const float n = shifted - exponent_rounding;
  const float r = x - n * 0x1.344p-1f - n * 0x1.3509f8p-17f;
  float p = 0x1.0f3be4p-4f;
  p = p * r + 0x1.aee0e8p-3f;
  p = p * r + 0x1.145eaap-1f;
  p = p * r + 0x1.2bcbdcp+0f;
  p = p * r + 0x1.046facp+1f;
  p = p * r + 0x1.535262p+1f;
  p = p * r + 0x1.26bb1ep+1f;
  return scaled_twice(p * r + 1, shifted);
}

// 2^n (e^r - 1) + (2^n - 1), of half of which nothing is infinite before the end. Its polynomial is
// longer: where n is 0, no 1 hides its error.
float VALUE expm1(float x) {
  const struct Reduced x_reduced = reduced(clamped(x, -20.0f, 88.9f));
  const float r = x_reduced.r;
  float q = 0x1.a2d978p-13f;
  q = q * r + 0x1.6d3078p-10f;
  q = q * r + 0x1.110fc2p-7f;
  q = q * r + 0x1.5555p-5f;
  q = q * r + 0x1.555556p-3f;
  q = q * r + 0.5f;
  const float half_power = as_float((as_int(x_reduced.shifted) + 126) << 23);
  const float value = 2 * (half_power * (r + r * r * q) + (half_power - 0.5f));
  return __builtin_elementwise_abs(x) < 0x1p-60f ? x : value;
}

// x = n ln(2) + r with n = shifted - rounding.
struct DoubleReduced {
  double shifted, r;
};
static inline struct DoubleReduced OVERLOADED reduced(double x) {
  const double shifted = x * 0x1.71547652b82fep+0 + rounding_double;
  const double n = shifted - rounding_double;
  const double r = x - n * 0x1.62e42ffp-1;
  return (struct DoubleReduced){shifted, r + n * 0x1.718432a1b0e26p-35};
}

double VALUE exp(double x) {
  const struct DoubleReduced x_reduced = reduced(clamped(x, -746.0, 710.0));
  const double r = x_reduced.r;
  const double q = polynomial(r, 0x1.0000000000001p-1, 0x1.5555555555558p-3, 0x1.5555555553cc9p-5,
                              0x1.111111110f8d3p-7, 0x1.6c16c178b2ea7p-10, 0x1.a01a01afbca51p-13,
                              0x1.a019b8984cda1p-16, 0x1.71ddf7750bf08p-19, 0x1.2891f94a49963p-22,
                              0x1.af61e67d99c56p-26);
  return scaled_by(1 + (r + r * r * q), x_reduced.shifted);
}

double VALUE expm1(double x) {
  const struct DoubleReduced x_reduced = reduced(clamped(x, -40.0, 709.9));
  const double r = x_reduced.r;
  const double q = polynomial(
      r, 0.5, 0x1.5555555555556p-3, 0x1.5555555555556p-5, 0x1.1111111110707p-7,
      0x1.6c16c16c15f3ap-10, 0x1.a01a01a9060ccp-13, 0x1.a01a01a8a36dfp-16, 0x1.71de0a2caacafp-19,
      0x1.27e4d6411b09ep-22 + 0x1.1f7cb61aeba37p-29 * (r * r), 0x1.af3f2e8f8dda1p-26);
  const double half_power = as_double((as_ulong(x_reduced.shifted) + 1022) << 52);
  const double value = 2 * (half_power * (r + r * r * q) + (half_power - 0.5));
  return __builtin_elementwise_abs(x) < 0x1p-60 ? x : value;
}

double VALUE exp2(double x) {
  x = clamped(x, -1076.0, 1025.0);
  const double shifted = x + rounding_double;
  return scaled_by(two_to(x - (shifted - rounding_double)), shifted);
}

double VALUE exp10(double x) {
  x = clamped(x, -324.0, 309.0);
  const double shifted = x * 0x1.a934f0979a371p+1 + rounding_double;
  const double n = shifted - rounding_double;
  double r = x - n * 0x1.3441350ap-2;
  r = r + n * 0x1.0c0219dc1da99p-39;
  const double q = polynomial(r, 0x1.53524c73cea6ap+1, 0x1.0470591de2ca7p+1, 0x1.2bd7609fd8288p+0,
                              0x1.1429ffd1d310fp-1, 0x1.a7ed709360953p-3, 0x1.16e4dfceaf32p-4,
                              0x1.411677a30e89p-6, 0x1.489785adb9616p-8, 0x1.2f5693717d668p-10,
                              0x1.fc01cc1418d4ap-13);
  return scaled_by(1 + (r * 0x1.26bb1bbb55516p+1 + r * r * q), shifted);
}
