// tgamma and lgamma (OpenCL C 3.0, 6.15.2). libclc's tgamma is good between 1 and 2, where it is
// near 1; the recurrence gamma(x + 1) = x gamma(x) leads everything else there.
#include "library.h"
#include "pairs.h"

// A product that carries the rounding errors of its factors along: high + low.
struct product {
  double high;
  double low;
};

static struct product times(struct product p, double factor) {
  struct product result;
  const struct Doubles exact = product_of(p.high, factor);
  result.high = exact.high;
  result.low = p.low * factor + exact.low;
  return result;
}

double OVERLOADED __libclc_tgamma(double x);

// gamma(x) for x of 2 or more: (x - 1) (x - 2) ... f gamma(f), with f between 1 and 2. The
// differences are exact; the product alone may leave the range, so it is scaled.
static double gamma_above(double x) {
  struct product p = {0x1p-100, 0};
  double factor = x;
  while (factor >= 2) {
    factor -= 1;
    p = times(p, factor);
  }
  const double start = __libclc_tgamma(factor);
  return (start * p.high + start * p.low) * 0x1p100;
}

// gamma(x) for x below 1: gamma(f) / (x (x + 1) ... (f - 1)). The product may leave the range below
// -170, where the result is subnormal; so it is scaled, and the result is rounded once.
static double gamma_below(double x) {
  struct product p = {0x1p-200, 0};
  double factor = x;
  while (factor < 1) {
    p = times(p, factor);
    factor += 1;
  }
  const double quotient = __libclc_tgamma(factor) / p.high;
  return (quotient - quotient * (p.low / p.high)) * 0x1p-200;
}

double VALUE tgamma(double x) {
  if (__builtin_isnan(x)) return x;
  if (__builtin_fabs(x) < 0x1p-60) return 1 / x;  // to full precision, with the sign of the pole
  if (x > 172) return INFINITY;
  if (x >= 1) return gamma_above(x);
  const double below = __builtin_floor(x);
  if (below == x) return NAN;  // a pole, as every number of great size is
  if (x < -185) return below * 0.5 == __builtin_floor(below * 0.5) ? 0.0 : -0.0;
  return gamma_below(x);
}

float VALUE tgamma(float x) {
  return (float)tgamma((double)x);
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
