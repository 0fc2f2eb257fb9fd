// The vector forms of the math functions whose scalar form is long (OpenCL C 3.0, 6.15.2),
// component by component: a kernel over many work-items is widened across these anyway. libclc's
// own vector forms serve for the short functions, such as fabs.
#include "library.h"

#define UNARY(F)                \
  float VALUE F(float x);       \
  double VALUE F(double x);     \
  VECTORS_OF_1(float, F, float) \
  VECTORS_OF_1(double, F, double)

UNARY(acos)
UNARY(acosh)
UNARY(acospi)
UNARY(asin)
UNARY(asinh)
UNARY(asinpi)
UNARY(atan)
UNARY(atanh)
UNARY(atanpi)
UNARY(cbrt)
UNARY(cos)
UNARY(cosh)
UNARY(cospi)
UNARY(erf)
UNARY(erfc)
UNARY(exp)
UNARY(exp10)
UNARY(exp2)
UNARY(expm1)
UNARY(lgamma)
UNARY(log)
UNARY(log10)
UNARY(log1p)
UNARY(log2)
UNARY(sin)
UNARY(sinh)
UNARY(sinpi)
UNARY(tan)
UNARY(tanh)
UNARY(tanpi)
UNARY(tgamma)

#define BINARY(F)                      \
  float VALUE F(float x, float y);     \
  double VALUE F(double x, double y);  \
  VECTORS_OF_2(float, F, float, float) \
  VECTORS_OF_2(double, F, double, double)

BINARY(atan2)
BINARY(atan2pi)
BINARY(fdim)
BINARY(fmod)
BINARY(hypot)
BINARY(nextafter)
BINARY(pow)
BINARY(powr)
BINARY(remainder)

#define BY_INTEGER(F)                \
  float VALUE F(float x, int n);     \
  double VALUE F(double x, int n);   \
  VECTORS_OF_2(float, F, float, int) \
  VECTORS_OF_2(double, F, double, int)

BY_INTEGER(ldexp)
BY_INTEGER(pown)
BY_INTEGER(rootn)
VECTORS_OF_2_SCALAR(float, ldexp, float, int)
VECTORS_OF_2_SCALAR(double, ldexp, double, int)
