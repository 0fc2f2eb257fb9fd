// Computes tgamma (OpenCL C 3.0, 6.15.2) by Stirling's formula
//
//   gamma(z) = sqrt(2 pi / e) e^((z - 1/2) (log(z) - 1)) s(1 / z), z of 3 or more,
//
// for lesser arguments by gamma(x) = gamma(x + 3) / (x (x + 1) (x + 2)), and for those below 0 by
// gamma(-a) = -pi / (a sin(pi a) gamma(a)). log(z) = k log(2) + 2 s + s^3 q(s^2), s = (m - 1) / (m
// + 1), z = 2^k m. In double precision the exponent is a pair, since its error counts as one of the
// result; single precision is computed in double. The polynomials are minimax in relative error
// (Remez' algorithm).
//
// Greatest errors found, in units in the last place, of 16 allowed: 0.6 in
// single precision, 7.5 in double.
//
// And computes lgamma by lgamma_r (math_pointer.cl).
#include "library.h"
#include "pairs.h"
#include "polynomials.h"

#pragma clang fp contract(on)

static constant const ulong exponent_bits = 0x7ff0000000000000ul;

// z = 2^exponent m, with m between sqrt(1/2) and sqrt(2), for a normal z of 1/2 or more.
struct DoubleParts {
  double exponent, m;
};

static inline struct DoubleParts parts_of(double z) {
  const ulong field = (as_ulong(z) - as_ulong(0x1.6a09e667f3bcdp-1)) & exponent_bits;
  const double exponent = as_double((field >> 52) | as_ulong(0x1p52)) - 0x1p52;
  const struct DoubleParts parts = {exponent, as_double(as_ulong(z) - field)};
  return parts;
}

// value * 2^exponent.
struct Scaled {
  double value;
  int exponent;
};

// gamma(z + rest) for z from 3 to 190, where rest is an error of z's rounding.
static inline struct Scaled gamma_above(double z, double rest) {
  const struct DoubleParts parts = parts_of(z);
  const double above = parts.m + 1, above_rest = parts.m - (above - 1);
  const double reciprocal_of_both = 1 / (z * above);  // one division for two
  const double reciprocal = reciprocal_of_both * z, u = reciprocal_of_both * above;
  const double s = (parts.m - 1) * reciprocal;
  const struct Doubles product = product_of(s, above);
  const double s_rest = ((parts.m - 1 - product.high) - product.low - s * above_rest) * reciprocal;
  const double t = s * s;
  const double t_square = t * t;
  const double t_8 = t_square * t_square * (t_square * t_square);
  double q = -0x1.151a8f924d872p-3;
  q = septic(t, t_square, 0x1.5555555555555p-1, 0x1.9999999999dd9p-2, 0x1.24924924140e6p-2,
             0x1.c71c729983269p-3, 0x1.745cba5b027d7p-3, 0x1.3b2af1555f4cfp-3, 0x1.0dc2a5ab71dd3p-3,
             0x1.307af3a72f8c9p-3) +
      t_8 * q;

  // log(2) in two parts, of which the first has 42 bits.
  const struct Doubles sum = sum_of_ordered(parts.exponent * 0x1.62e42fefa0000p-1 - 1, 2 * s);
  const double sum_rest =
      sum.low + (2 * s_rest + (parts.exponent * 0x1.cf79abc9e3b3ap-40 + s * t * q));
  const double factor = z - 0.5;
  struct Doubles exponent = product_of(factor, sum.high);
  exponent.low += factor * sum_rest + rest * (sum.high + 1);

  const double rounding = 0x1.8p52;
  const double shifted = (exponent.high + exponent.low) * 0x1.71547652b82fep+0 + rounding;
  const double n = shifted - rounding;
  const double r =
      (exponent.high - n * 0x1.62e42fefa0000p-1) - n * 0x1.cf79abc9e3b3ap-40 + exponent.low;
  const double r_square = r * r;
  const double r_8 = r_square * r_square * (r_square * r_square);
  double e = (0x1.28aeb476d5d5p-22 + 0x1.ad85b8e7c82c4p-26 * r);
  e = septic(r, r_square, 0x1.000000000000ap-1, 0x1.55555555554f9p-3, 0x1.5555555550629p-5,
             0x1.1111111127d0ap-7, 0x1.6c16c184a9d23p-10, 0x1.a01a012aa85e6p-13,
             0x1.a01998b27e743p-16, 0x1.71df22feeb868p-19) +
      r_8 * e;
  const double u_square = u * u;
  const double u_8 = u_square * u_square * (u_square * u_square);
  double p = cubic(u, u_square, -0x1.09f3858eb53b8p-12, 0x1.1780062ea4735p-9, -0x1.4242e95031542p-9,
                   0x1.115911de648bbp-10);
  p = septic(u, u_square, 0x1.8535745aa7959p+0, 0x1.0378f83c6e83cp-3, 0x1.59f6a05beaadap-8,
             -0x1.0b291f4837f86p-8, -0x1.6dd2206ec3437p-12, 0x1.387d4ac1c952p-10,
             0x1.b5c83a3f95d24p-14, -0x1.cc4c91b51714fp-11) +
      u_8 * p;
  const struct Scaled result = {p * (1 + (r + r_square * e)),
                                (int)(as_ulong(shifted) - as_ulong(rounding))};
  return result;
}

// The same for z from 3 to 50, whose relative error is 2^-27.
static inline double gamma_of_single_above(double z) {
  const struct DoubleParts parts = parts_of(z);
  const double above = parts.m + 1, reciprocal_of_both = 1 / (z * above);
  const double s = (parts.m - 1) * (reciprocal_of_both * z), u = reciprocal_of_both * above;
  const double t = s * s;
  const double t_square = t * t;
  double q = cubic(t, t_square, 0x1.5555554ba50e1p-1, 0x1.9999eba57b2e5p-2, 0x1.245c2793ceaf1p-2,
                   0x1.ddd4383309058p-3);
  const double logarithm_less_1 = (parts.exponent * 0x1.62e42fefa39efp-1 - 1) + (2 * s + s * t * q);
  const double exponent = (z - 0.5) * logarithm_less_1;

  const double rounding = 0x1.8p52;
  const double shifted = exponent * 0x1.71547652b82fep+0 + rounding;
  const double r = exponent - (shifted - rounding) * 0x1.62e42fefa39efp-1;
  const double r_square = r * r;
  const double r_4 = r_square * r_square;
  double e = cubic(r, r_square, 0x1.fffffb88e9451p-2, 0x1.55548f50340f6p-3, 0x1.5558fafebd065p-5,
                   0x1.123b6907a06c4p-7) +
             r_4 * 0x1.6a21aa01a6d8bp-10;
  const double u_square = u * u;
  const double u_4 = u_square * u_square;
  double p = cubic(u, u_square, 0x1.853574df2b6cfp+0, 0x1.0377f7c0ee1f5p-3, 0x1.5c4768854c801p-8,
                   -0x1.1cdcfccd941d8p-8) +
             u_4 * 0x1.2b90a3a2f09d1p-11;
  return as_double(as_ulong(p * (1 + (r + r_square * e))) + (as_ulong(shifted) << 52));
}

// sin(pi a) for a >= 0: sin(pi (a - n)) with n's sign.
static inline double sine_of_half_turns(double a) {
  const double nearest = __builtin_rint(a), r = a - nearest, r_square = r * r;
  const double r_4 = r_square * r_square;
  double q = septic(r_square, r_4, 0x1.921fb54442d17p+1, -0x1.4abbce625bd4bp+2,
                    0x1.466bc67750a3fp+1, -0x1.32d2cce1612b5p-1, 0x1.507832417bce6p-4,
                    -0x1.e3062119b606dp-8, 0x1.e89c7aa141003p-12, -0x1.625b1709da237p-16);
  const bool is_odd = __builtin_trunc(nearest * 0.5) != nearest * 0.5;
  return is_odd ? -(r * q) : r * q;
}

double VALUE tgamma(double x) {
  const double a = __builtin_fabs(x);
  const bool is_small = a < 3;
  double z = is_small ? a + 3 : a;
  z = z > 190 ? 190 : z;  // beyond, results are 0 or infinite
  const struct Scaled gamma = gamma_above(z, is_small ? a - (z - 3) : 0);
  const double product = is_small ? (a + 1) * (a + 2) : 1;
  double numerator = gamma.value, denominator = is_small ? x * product : 1;
  int exponent = gamma.exponent;
  if (x < 0) {
    const double sine = sine_of_half_turns(a);
    numerator = sine == 0 ? NAN : -0x1.921fb54442d18p+1 * product;
    denominator = sine * gamma.value * (is_small ? 1 : a);
    exponent = -exponent;
  }
  return __cleave_scaled_double(numerator / denominator, exponent);
}

float VALUE tgamma(float single) {
  const double x = single, a = __builtin_fabs(x);
  const bool is_small = a < 3;
  double z = is_small ? a + 3 : a;
  z = z < 50 ? z : 50;
  const double gamma = gamma_of_single_above(z);
  const double product = is_small ? (a + 1) * (a + 2) : 1;
  double numerator = gamma, denominator = is_small ? x * product : 1;
  if (x < 0) {
    const double sine = sine_of_half_turns(a);
    numerator = sine == 0 ? NAN : -0x1.921fb54442d18p+1 * product;
    denominator = sine * gamma * (is_small ? 1 : a);
  }
  return single == single ? (float)(numerator / denominator) : single;
}

float OVERLOADED lgamma_r(float x, __private int* sign);
double OVERLOADED lgamma_r(double x, __private int* sign);
float VALUE lgamma(float x) {
  int sign;
  return lgamma_r(x, &sign);
}
double VALUE lgamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}
