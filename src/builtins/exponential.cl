// Computes exponentials (OpenCL C 3.0, 6.15.2) without branches and tables, so that all lanes take
// the same few instructions. At most 1.8 units in the last place where 7.4 allows 3; subnormal
// results are exact to the same bound.
//
// The polynomials are minimax, found by Remez' algorithm. Multiples of logarithms are taken away in
// two steps (Cody and Waite): the product with the upper part is exact.
#include "library.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

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
  return scaled_by(1 + (r + r * r * q), shifted);
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
  return scaled_by(1 + (r * 0x1.62e43p-1f + r * r * q), shifted);
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
  return scaled_by(1 + (r * 0x1.26bb1cp+1f + r * r * q), shifted);
}

// q0 + q1 r + ... + q9 r^9: the even and the odd powers do not wait for each other.
static inline double polynomial(double r, double q0, double q1, double q2, double q3, double q4,
                                double q5, double q6, double q7, double q8, double q9) {
  const double square = r * r;
  double even = q8, odd = q9;
  even = even * square + q6;
  odd = odd * square + q7;
  even = even * square + q4;
  odd = odd * square + q5;
  even = even * square + q2;
  odd = odd * square + q3;
  even = even * square + q0;
  odd = odd * square + q1;
  return odd * r + even;
}

double VALUE exp(double x) {
  x = clamped(x, -746.0, 710.0);
  const double shifted = x * 0x1.71547652b82fep+0 + rounding_double;
  const double n = shifted - rounding_double;
  double r = x - n * 0x1.62e42ffp-1;
  r = r + n * 0x1.718432a1b0e26p-35;
  const double q = polynomial(r, 0x1.0000000000001p-1, 0x1.5555555555558p-3, 0x1.5555555553cc9p-5,
                              0x1.111111110f8d3p-7, 0x1.6c16c178b2ea7p-10, 0x1.a01a01afbca51p-13,
                              0x1.a019b8984cda1p-16, 0x1.71ddf7750bf08p-19, 0x1.2891f94a49963p-22,
                              0x1.af61e67d99c56p-26);
  return scaled_by(1 + (r + r * r * q), shifted);
}

double VALUE exp2(double x) {
  x = clamped(x, -1076.0, 1025.0);
  const double shifted = x + rounding_double;
  const double r = x - (shifted - rounding_double);
  const double q = polynomial(r, 0x1.ebfbdff82c59p-3, 0x1.c6b08d704a0c3p-5, 0x1.3b2ab6fba39abp-7,
                              0x1.5d87fe78a488fp-10, 0x1.43091303349d7p-13, 0x1.ffcbfc6ba490dp-17,
                              0x1.62bfe502e533ep-20, 0x1.b524ee762203bp-24, 0x1.e5e8f6a29526bp-28,
                              0x1.e9ea55fadbf79p-32);
  return scaled_by(1 + (r * 0x1.62e42fefa39efp-1 + r * r * q), shifted);
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
