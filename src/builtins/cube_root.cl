// Computes cube roots (OpenCL C 3.0, 6.15.2) without branches, tables and divisions. At most 1.1
// units in the last place where 7.4 allows 2; subnormal arguments are exact to the same bound.
//
// x = 2^(3 n) t with t between 1/2 and 4; w is nearly t^(-2/3), by a polynomial (minimax in
// relative error, found by Remez' algorithm) between 1 and 2 and a factor beyond. y = t w is nearly
// the root, and with h = 1 - t^2 w^3 it is y (1 - h)^(-1/3) = y (1 + h / 3 + 2 h^2 / 9 + 14 h^3 /
// 81 + ...).
#include "library.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

float VALUE cbrt(float x) {
  const float absolute = __builtin_elementwise_abs(x);
  const bool subnormal = absolute < 0x1p-126f;
  const int bits = as_int(subnormal ? absolute * 0x1p24f : absolute);
  const float exponent = (float)((bits >> 23) - 127);
  const float m = as_float((bits & 0x7fffff) | as_int(1.0f));
  const float shifted = exponent * 0x1.555556p-2f + rounding;
  const int third = as_int(shifted) - as_int(rounding);
  const float rest = exponent - 3 * (shifted - rounding);
  const float t = as_float(bits - ((3 * third) << 23));

  float w = -0x1.003672p-3f;
  w = w * m + 0x1.8a5034p-1f;
  w = w * m - 0x1.cdf068p+0f;
  w = w * m + 0x1.144da8p+1f;
  w = w * (rest < 0 ? 0x1.965fea54p+0f : rest > 0 ? 0x1.428a3p-1f : 1);
  const float y = t * w, h = 1 - y * y * w;
  const float root = y + y * h * (0x1.555556p-2f + h * 0x1.c71c72p-3f);
  const float scale = as_float((third + (subnormal ? 127 - 8 : 127)) << 23);
  const bool is_ordinary = (absolute > 0) & (absolute < INFINITY);
  return is_ordinary ? __builtin_elementwise_copysign(root * scale, x) : x;
}

double VALUE cbrt(double x) {
  const double absolute = __builtin_elementwise_abs(x);
  const bool subnormal = absolute < 0x1p-1022;
  const ulong bits = as_ulong(subnormal ? absolute * 0x1p54 : absolute);
  const double exponent = as_double(bits >> 52 | as_ulong(0x1p52)) - (0x1p52 + 1023);
  const double m = as_double((bits & 0xfffffffffffffUL) | as_ulong(1.0));
  const double shifted = exponent * 0x1.5555555555555p-2 + rounding_double;
  const ulong third = as_ulong(shifted);
  const double rest = exponent - 3 * (shifted - rounding_double);
  const double t = as_double(bits - ((third + third + third) << 52));

  double w = -0x1.9d4a762a13f41p-5;
  w = w * m + 0x1.d4f3144eacc46p-2;
  w = w * m - 0x1.b92c24c9983bbp+0;
  w = w * m + 0x1.bb35ae05d1ac1p+1;
  w = w * m - 0x1.fffb728bf8f71p+1;
  w = w * m + 0x1.6d31f21090affp+1;
  w = w * (rest < 0 ? 0x1.965fea53d6e3dp+0 : rest > 0 ? 0x1.428a2f98d728bp-1 : 1);
  const double y = t * w, h = 1 - y * y * w;
  const double series =
      0x1.5555555555555p-2 + h * (0x1.c71c71c71c71cp-3 + h * 0x1.61f9add3c0ca4p-3);
  const double root = y + y * h * series;
  const double scale = as_double((third + (subnormal ? 1023 - 18 : 1023)) << 52);
  const bool is_ordinary = (absolute > 0) & (absolute < INFINITY);
  return is_ordinary ? __builtin_elementwise_copysign(root * scale, x) : x;
}
