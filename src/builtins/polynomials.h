// Evaluates polynomials by pairs of terms (Estrin's scheme): their chain of operations, for which a
// processor's window has room a few times only, is half as long as that of Horner's scheme.
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
