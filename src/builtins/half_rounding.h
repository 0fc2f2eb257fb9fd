// Rounds a wider type to half in each direction, for the conversions and stores that name one.
#pragma once

#include "library.h"

enum rounding { to_nearest_even, to_zero, to_positive, to_negative };

// The nearest half, or its neighbour where that lies on the wrong side of the number: the bits of a
// half, without its sign, count in the order of their values, and infinity follows the greatest.
#define HALF_OF(T)                                                                                \
  static __attribute__((overloadable, always_inline)) half half_of(T x, enum rounding rounding) { \
    const half nearest = (half)x;                                                                 \
    if (rounding == to_nearest_even) return nearest;                                              \
    const short bits = as_short(nearest);                                                         \
    const bool negative = bits < 0;                                                               \
    const bool up = rounding == to_zero ? negative : rounding == to_positive;                     \
    const bool wrong = up ? (T)nearest < x : (T)nearest > x;                                      \
    const short step = up == negative ? -1 : 1;                                                   \
    return wrong ? as_half((short)(bits + step)) : nearest;                                       \
  }
HALF_OF(float)
HALF_OF(double)
