// Defines the functions of <cmath> for float and double that are no built-in functions of OpenCL C
// under another name (../math_functions.def), made of these.
#include "opencl.h"

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types and names.

#define CLEAVE_OF_BOTH(define) define(float, f, "f") define(double, , "d")

#define CLEAVE_INTEGERS(type, suffix, letter)                                      \
  CLEAVE_OPENCL(type, cl_ldexp, "_Z5ldexp" letter "i", type, int)                  \
  CLEAVE_DEVICE type scalbln##suffix(type x, long n) {                             \
    constexpr long most = 10000; /* no exponent is as far from another */          \
    return cl_ldexp(x, static_cast<int>(n < -most ? -most : n > most ? most : n)); \
  }                                                                                \
  CLEAVE_OPENCL(type, cl_rint, "_Z4rint" letter, type)                             \
  CLEAVE_DEVICE long lrint##suffix(type x) {                                       \
    return static_cast<long>(cl_rint(x));                                          \
  }                                                                                \
  CLEAVE_DEVICE long long llrint##suffix(type x) {                                 \
    return static_cast<long long>(cl_rint(x));                                     \
  }                                                                                \
  CLEAVE_OPENCL(type, cl_round, "_Z5round" letter, type)                           \
  CLEAVE_DEVICE long lround##suffix(type x) {                                      \
    return static_cast<long>(cl_round(x));                                         \
  }                                                                                \
  CLEAVE_DEVICE long long llround##suffix(type x) {                                \
    return static_cast<long long>(cl_round(x));                                    \
  }
CLEAVE_OF_BOTH(CLEAVE_INTEGERS)

#define CLEAVE_POINTERS(type, suffix, letter)                                                  \
  CLEAVE_OPENCL_WRITES(type, cl_modf, "_Z4modf" letter "PU3AS4" letter, type, type*)           \
  CLEAVE_DEVICE type modf##suffix(type x, type* whole) {                                       \
    return cl_modf(x, whole);                                                                  \
  }                                                                                            \
  CLEAVE_OPENCL_WRITES(type, cl_frexp, "_Z5frexp" letter "PU3AS4i", type, int*)                \
  CLEAVE_DEVICE type frexp##suffix(type x, int* exponent) {                                    \
    return cl_frexp(x, exponent);                                                              \
  }                                                                                            \
  CLEAVE_OPENCL_WRITES(type, cl_remquo, "_Z6remquo" letter letter "PU3AS4i", type, type, int*) \
  CLEAVE_DEVICE type remquo##suffix(type x, type y, int* quotient) {                           \
    return cl_remquo(x, y, quotient);                                                          \
  }                                                                                            \
  CLEAVE_OPENCL_WRITES(type, cl_sincos, "_Z6sincos" letter "PU3AS4" letter, type, type*)       \
  CLEAVE_DEVICE void sincos##suffix(type x, type* sine, type* cosine) {                        \
    *sine = cl_sincos(x, cosine);                                                              \
  }
CLEAVE_OF_BOTH(CLEAVE_POINTERS)

// NOLINTEND(bugprone-macro-parentheses)
