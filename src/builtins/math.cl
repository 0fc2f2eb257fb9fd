// Computes fdim and ldexp (OpenCL C 3.0, 6.15.2), correctly rounded.
#include "library.h"

#define BOTH_TYPES(M) M(float) M(double)

// +0 where x <= y: a maximum of x - y and 0 may be either zero.
#define POSITIVE_DIFFERENCE(T)    \
  T VALUE fdim(T x, T y) {        \
    return x <= y ? (T)0 : x - y; \
  }
BOTH_TYPES(POSITIVE_DIFFERENCE)

// Through double precision, where every intermediate value is exact: one rounding at the end.
float VALUE ldexp(float x, int n) {
  const int exponent = n < -400 ? -400 : n > 400 ? 400 : n;
  return (float)((double)x * as_double((ulong)(exponent + 1023) << 52));
}

// In up to three steps; those that may round twice leave the result too small to matter.
double VALUE ldexp(double x, int n) {
  int exponent = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
  while (exponent > 1023) {
    x *= 0x1p1023;
    exponent -= 1023;
  }
  while (exponent < -969) {  // 53 more than the least exponent, so that only the last step rounds
    x *= 0x1p-969;
    exponent += 969;
  }
  return x * as_double((ulong)(exponent + 1023) << 52);
}
