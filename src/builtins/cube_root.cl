// Computes cube roots (OpenCL C 3.0, 6.15.2) without branches, tables and divisions. At most 1.2
// units in the last place where 7.4 allows 2; subnormal arguments are exact to the same bound.
//
// The bits of a positive number, taken as an integer, are nearly its logarithm. So a constant less
// two thirds of them are those of v, nearly x^(-2/3): e = 1 - x^2 v^3 is between -0.13 and 0.13.
// v (1 - e)^(-1/3) is nearer, by a polynomial (minimax in relative error). y = x v is nearly the
// root, and with h = 1 - y^2 v it is y (1 - h)^(-1/3) = y (1 + h / 3 + 2 h^2 / 9 + ...). All that
// is also right for zeros, infinities and NaN. Latency binds: what can be done beside that chain
// is.
#include "library.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// Nearly x^(-2/3), of the upper halves of bits.
static inline float OVERLOADED first_estimate(float x) {
  return as_float(0x69caabc2u - (as_uint(x) >> 16) * 0xaaab);
}
static inline double OVERLOADED first_estimate(double x) {
  return as_double(0x6a8eaacd9e83e400u - (as_ulong(x) >> 32) * 0xaaaaaaab);
}

// (1 - e)^(-1/3) less 1 and over e.
static inline float OVERLOADED correction(float e) {
  return 0x1.555386p-2f + e * (0x1.cabc74p-3f + e * 0x1.6677d6p-3f);
}
static inline double OVERLOADED correction(double e) {
  return (0x1.5553236df6528p-2 + e * 0x1.c715d5b849bfp-3) +
         e * e * (0x1.66b28bfc07073p-3 + e * 0x1.2c06598449b15p-3);
}

// Returns y times the correction of an h of which only 16 bits, or 20, are not 0.
static inline float OVERLOADED last_correction(float y, float h) {
  return y * 0x1.555556p-2f * h;
}
static inline double OVERLOADED last_correction(double y, double h) {
  return y * h * (0x1.5555555555555p-2 + h * 0x1.c71c71c71c71cp-3);
}

// SCALE is one over the cube root of what a subnormal number is scaled by.
#define CUBE_ROOT(T, SCALE)                                                        \
  T VALUE cbrt(T x) {                                                              \
    const T size = __builtin_elementwise_abs(x);                                   \
    const bool subnormal = is_subnormal(size);                                     \
    const T scaled = subnormal ? subnormal_scaled(size) : size;                    \
    T v = first_estimate(scaled);                                                  \
    const T nearly = scaled * v, e = 1 - nearly * nearly * v;                      \
    v = v + v * e * correction(e);                                                 \
    const T y = scaled * v, h = 1 - y * y * v;                                     \
    const T root = __builtin_elementwise_copysign(y * (subnormal ? SCALE : 1), x); \
    return root + last_correction(root, h);                                        \
  }
CUBE_ROOT(float, 0x1p-42f)
CUBE_ROOT(double, 0x1p-358)
