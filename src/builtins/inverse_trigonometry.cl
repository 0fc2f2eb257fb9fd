// Computes asin, acos, atan, atan2 and these over pi (OpenCL C 3.0, 6.15.2) without branches that
// ordinary arguments take, without tables, and with one division or square root each.
//
// The greatest error found against MPFR, with fused multiplication and without, in units in the
// last place of single and double precision, and what OpenCL C 3.0, 7.4, allows: asin 2.3, 2.2 of
// 4; acos 1.2, 1.2 of 4; atan 2.0, 1.9 of 5; atan2 2.2, 1.7 of 6; over pi they are 3.7, 3.6 of 5
// (6).
#include "library.h"
#include "polynomials.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// atan(x) = x + x t p(t) where t = x^2 <= 1, and asin(x) = x + x t p(t) where t = x^2 <= 1/4: both
// minimax in relative error, found by Sollya. The even and the odd powers, and more where there are
// many, are chains of additions that do not wait for each other.
static inline float OVERLOADED arc_tangent_polynomial(float t) {
  const float u = t * t;
  float p = 0x1.7ec1c4p-9f;
  float q = -0x1.0c23fep-6f;
  p = p * u + 0x1.61f756p-5f;
  q = q * u - 0x1.3553f4p-4f;
  p = p * u + 0x1.b4dfdcp-4f;
  q = q * u - 0x1.230abp-3f;
  p = p * u + 0x1.9978eep-3f;
  q = q * u - 0x1.5554dcp-2f;
  return p * t + q;
}
static inline double OVERLOADED arc_tangent_polynomial(double t) {
  const double u = t * t, eighth = u * u * (u * u);
  const double p = septic(t, u, -0x1.555555555544cp-2, 0x1.999999998411p-3, -0x1.2492491fa2135p-3,
                          0x1.c71c709e19f6ap-4, -0x1.745d02310537bp-4, 0x1.3b12b2e8e2d29p-4,
                          -0x1.11089d02ddf34p-4, 0x1.e1781735b6d5dp-5);
  const double q = septic(t, u, -0x1.ad32ba4e035bdp-5, 0x1.7ee3f62d55b3ap-5, -0x1.4f4521c9f34d5p-5,
                          0x1.1715db00d2af3p-5, -0x1.a726a91901229p-6, 0x1.162c3d955665ap-6,
                          -0x1.2cf76bedcb45bp-7, 0x1.f96cc72a1271ap-9);
  const double r = -0x1.53e5c935af8f2p-16 * u + (0x1.d3bb1130fa135p-13 * t - 0x1.312a3f05f8008p-10);
  return (r * eighth + q) * eighth + p;
}
static inline float OVERLOADED arc_sine_polynomial(float t) {
  float p = 0x1.5959aap-5f;
  p = p * t + 0x1.8c415ap-6f;
  p = p * t + 0x1.747b72p-5f;
  p = p * t + 0x1.330206p-4f;
  return p * t + 0x1.5555c8p-3f;
}
static inline double OVERLOADED arc_sine_polynomial(double t) {
  const double u = t * t;
  double p = 0x1.056d6c8139f23p-5;
  double q = -0x1.09d32833a0d88p-6;
  p = p * u + 0x1.3ff4a990b2876p-6;
  q = q * u + 0x1.abcf5cd7c44fp-8;
  p = p * u + 0x1.8ec2fca604435p-7;
  q = q * u + 0x1.c6fdc1aaa5333p-7;
  p = p * u + 0x1.1c6be1a687738p-6;
  q = q * u + 0x1.6e89f440197a7p-6;
  p = p * u + 0x1.f1c72c38fb342p-6;
  q = q * u + 0x1.6db6db427a4f8p-5;
  p = p * u + 0x1.333333336e80fp-4;
  q = q * u + 0x1.555555555539p-3;
  return p * t + q;
}

// The sum of `base`, a multiple of a right angle, and an arc, both as results count them: in
// radians, or in half turns. A right angle in radians lacks a little of pi / 2.
static inline float OVERLOADED radians_of(float base, float arc) {
  return base * -0x1.de12cap-26f + arc + base;
}
static inline double OVERLOADED radians_of(double base, double arc) {
  return base * 0x1.678afae35cdd1p-55 + arc + base;
}
static inline float OVERLOADED half_turns_of(float base, float arc) {
  return arc * 0x1.45f306p-2f + base;
}
static inline double OVERLOADED half_turns_of(double base, double arc) {
  return arc * 0x1.45f306dc9c883p-2 + base;
}

// The arc of a slope above 1 is a right angle less the arc of the inverse slope.
#define ARC_TANGENTS(T, INT, ATAN, ATAN2, RIGHT, SUM)                                              \
  T VALUE ATAN(T x) {                                                                              \
    const T size = __builtin_elementwise_abs(x);                                                   \
    const bool is_steep = size > 1;                                                                \
    const T slope = (is_steep ? (T)1 : size) / (is_steep ? size : (T)1);                           \
    const T t = slope * slope;                                                                     \
    const T arc = slope + slope * t * arc_tangent_polynomial(t);                                   \
    return __builtin_elementwise_copysign(SUM(is_steep ? RIGHT : (T)0, is_steep ? -arc : arc), x); \
  }                                                                                                \
  T VALUE ATAN2(T y, T x) {                                                                        \
    const T width = __builtin_elementwise_abs(x), height = __builtin_elementwise_abs(y);           \
    const bool is_steep = height > width, is_left = as_##INT(x) < 0;                               \
    const T lesser = is_steep ? width : height, greater = is_steep ? height : width;               \
    T slope = lesser / greater;                                                                    \
    if (slope != slope) { /* of zeros, infinities, NaN */                                          \
      slope = lesser != greater ? slope : greater == 0 ? (T)0 : (T)1;                              \
    }                                                                                              \
    const T t = slope * slope;                                                                     \
    const T arc = slope + slope * t * arc_tangent_polynomial(t);                                   \
    const T base = is_steep ? RIGHT : is_left ? 2 * RIGHT : (T)0;                                  \
    return __builtin_elementwise_copysign(SUM(base, is_steep != is_left ? -arc : arc), y);         \
  }

// The arc sine of an x above 1/2 is a right angle less twice the arc sine of the root of (1 - x) /
// 2.
#define ARC_SINES(T, ASIN, ACOS, RIGHT, SUM)                                                       \
  T VALUE ASIN(T x) {                                                                              \
    const T size = __builtin_elementwise_abs(x);                                                   \
    const bool is_great = size > (T)0.5;                                                           \
    const T t = is_great ? (T)0.5 - (T)0.5 * size : x * x;                                         \
    const T sine = is_great ? __builtin_elementwise_sqrt(t) : size;                                \
    const T arc = sine + sine * t * arc_sine_polynomial(t);                                        \
    return __builtin_elementwise_copysign(SUM(is_great ? RIGHT : (T)0, is_great ? -2 * arc : arc), \
                                          x);                                                      \
  }                                                                                                \
  T VALUE ACOS(T x) {                                                                              \
    const T size = __builtin_elementwise_abs(x);                                                   \
    const bool is_great = size > (T)0.5;                                                           \
    const T t = is_great ? (T)0.5 - (T)0.5 * size : x * x;                                         \
    const T sine = is_great ? __builtin_elementwise_sqrt(t) : size;                                \
    const T arc = sine + sine * t * arc_sine_polynomial(t);                                        \
    const T factor = __builtin_elementwise_copysign(is_great ? (T)2 : (T)1, x);                    \
    const T base = is_great ? x < 0 ? 2 * RIGHT : (T)0 : RIGHT;                                    \
    return SUM(base, (is_great ? factor : -factor) * arc);                                         \
  }

#define IN_UNITS(T, INT, RIGHT)                                \
  ARC_TANGENTS(T, INT, atan, atan2, RIGHT, radians_of)         \
  ARC_TANGENTS(T, INT, atanpi, atan2pi, (T)0.5, half_turns_of) \
  ARC_SINES(T, asin, acos, RIGHT, radians_of)                  \
  ARC_SINES(T, asinpi, acospi, (T)0.5, half_turns_of)

IN_UNITS(float, int, 0x1.921fb6p+0f)
IN_UNITS(double, long, 0x1.921fb54442d18p+0)
