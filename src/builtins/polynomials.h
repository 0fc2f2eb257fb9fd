// Evaluates polynomials: long ones by pairs of terms (Estrin's scheme), whose chain of operations,
// for which a processor's window has room a few times only, is half as long as that of Horner's
// scheme; short ones of approximations by the latter, which has the fewest operations.
#pragma once

#include "library.h"

#pragma clang fp contract(on)

// c0 + c1 x + c2 x^2 + c3 x^3.
#define CUBIC(T)                                                                 \
  static inline T OVERLOADED cubic(T x, T square_of_x, T c0, T c1, T c2, T c3) { \
    return (c3 * x + c2) * square_of_x + (c1 * x + c0);                          \
  }
CUBIC(float)
CUBIC(double)

// c0 + c1 x + ... + c7 x^7.
#define SEPTIC(T)                                                                                 \
  static inline T OVERLOADED septic(T x, T square_of_x, T c0, T c1, T c2, T c3, T c4, T c5, T c6, \
                                    T c7) {                                                       \
    return cubic(x, square_of_x, c4, c5, c6, c7) * (square_of_x * square_of_x) +                  \
           cubic(x, square_of_x, c0, c1, c2, c3);                                                 \
  }
SEPTIC(float)
SEPTIC(double)

// c0 + c1 x + c2 x^2 + ...
static inline float OVERLOADED horner(float x, float c0, float c1, float c2) {
  return (c2 * x + c1) * x + c0;
}
static inline float OVERLOADED horner(float x, float c0, float c1, float c2, float c3) {
  return horner(x, c1, c2, c3) * x + c0;
}
static inline float OVERLOADED horner(float x, float c0, float c1, float c2, float c3, float c4) {
  return horner(x, c1, c2, c3, c4) * x + c0;
}
static inline float OVERLOADED horner(float x, float c0, float c1, float c2, float c3, float c4,
                                      float c5) {
  return horner(x, c1, c2, c3, c4, c5) * x + c0;
}
static inline float OVERLOADED horner(float x, float c0, float c1, float c2, float c3, float c4,
                                      float c5, float c6, float c7) {
  return (horner(x, c2, c3, c4, c5, c6, c7) * x + c1) * x + c0;
}
