// fmod, remainder and remquo (OpenCL C 3.0, 6.15.2), which are exact, by long division of the
// significands as integers. Singles are doubles here: their results are exact in both.
#include "library.h"

struct number {
  ulong significand;  // below 2^53
  int exponent;       // 1 or more: the value is significand * 2^(exponent - 1075)
};

static struct number decompose(double x) {
  const ulong bits = as_ulong(x) & 0x7ffffffffffffffful;
  const int field = (int)(bits >> 52);
  struct number result;
  result.significand = (bits & 0x000ffffffffffffful) | (field != 0 ? 0x0010000000000000ul : 0);
  result.exponent = field != 0 ? field : 1;
  return result;
}

static double compose(struct number x) {
  const int exponent = x.exponent - 1075;
  const double unit = exponent >= -1022 ? as_double((ulong)(exponent + 1023) << 52)
                                        : as_double(1ul << (exponent + 1074));
  return (double)x.significand * unit;  // exact, also where the result is subnormal
}

// |x| modulo |y| for finite x and finite y other than 0; the quotient's low bits in *quotient.
static double modulo(double x, double y, __private ulong* quotient) {
  struct number dividend = decompose(x);
  const struct number divisor = decompose(y);
  *quotient = 0;
  int places = dividend.exponent - divisor.exponent;
  if (places < 0) return __builtin_fabs(x);
  ulong rest = dividend.significand % divisor.significand;
  ulong whole = dividend.significand / divisor.significand;
  while (places > 0) {
    const int step = places < 11 ? places : 11;  // 53 + 11 bits fit into an integer
    rest <<= step;
    whole = (whole << step) + rest / divisor.significand;
    rest %= divisor.significand;
    places -= step;
  }
  *quotient = whole;
  dividend.significand = rest;
  dividend.exponent = divisor.exponent;
  return compose(dividend);
}

static bool undefined(double x, double y) {
  return __builtin_isnan(x) || __builtin_isnan(y) || __builtin_isinf(x) || y == 0;
}

double VALUE fmod(double x, double y) {
  if (undefined(x, y)) return NAN;
  if (__builtin_isinf(y)) return x;
  ulong quotient;
  return __builtin_copysign(modulo(x, y, &quotient), x);
}

// The sign of the quotient and its low 7 bits are returned, as remquo specifies.
double OVERLOADED remquo(double x, double y, __private int* quotient) {
  *quotient = 0;
  if (undefined(x, y)) return NAN;
  if (__builtin_isinf(y)) return x;
  ulong whole;
  double rest = modulo(x, y, &whole);
  // Of two multiples of y the nearer one, of two equally near the even one. The difference is exact
  // where the rest is half of |y| or more, and elsewhere it only has to be greater than the rest.
  const double divisor = __builtin_fabs(y);
  const double other = divisor - rest;
  if (rest > other || (rest == other && (whole & 1))) {
    rest = -other;
    ++whole;
  }
  const bool negative = (as_ulong(x) ^ as_ulong(y)) >> 63;
  const int low_bits = (int)(whole & 0x7f);
  *quotient = negative ? -low_bits : low_bits;
  if (rest == 0) return __builtin_copysign(0.0, x);
  return __builtin_signbit(x) ? -rest : rest;
}

double VALUE remainder(double x, double y) {
  int quotient;
  return remquo(x, y, &quotient);
}

float VALUE fmod(float x, float y) {
  return (float)fmod((double)x, (double)y);
}
float OVERLOADED remquo(float x, float y, __private int* quotient) {
  return (float)remquo((double)x, (double)y, quotient);
}
float VALUE remainder(float x, float y) {
  return (float)remainder((double)x, (double)y);
}
