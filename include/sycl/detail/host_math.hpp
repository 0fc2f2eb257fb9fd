// Defines what hosts call in place of OpenCL C's functions: the C library's where it has them, within OpenCL's bounds elsewhere.
// Numbers of single precision are computed in double precision where rounding would add up, half in single precision.
#pragma once

#include <type_traits>

#include "config.hpp"

#ifndef __SYCL_DEVICE_ONLY__

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
namespace host {

inline constexpr double pi = 3.14159265358979323846;

// Templates, whose bodies are read where a program calls them. The others in this file are few.
#define CLEAVE_SYCL_HOST(name, parameters, of_float, of_double, of_half) \
  template <class Type>                                                  \
  Type name parameters {                                                 \
    if constexpr (std::is_same_v<Type, float>) {                         \
      return of_float;                                                   \
    } else if constexpr (std::is_same_v<Type, double>) {                 \
      return of_double;                                                  \
    } else {                                                             \
      static_assert(std::is_same_v<Type, _Float16>);                     \
      return static_cast<_Float16>(of_half);                             \
    }                                                                    \
  }
#define CLEAVE_SYCL_HOST_1(name, of_float, of_double) \
  CLEAVE_SYCL_HOST(name, (Type x), of_float, of_double, host::name(float(x)))
#define CLEAVE_SYCL_HOST_2(name, of_float, of_double) \
  CLEAVE_SYCL_HOST(name, (Type x, Type y), of_float, of_double, host::name(float(x), float(y)))

#define CLEAVE_SYCL_C_1(name) CLEAVE_SYCL_HOST_1(name, __builtin_##name##f(x), __builtin_##name(x))
#define CLEAVE_SYCL_C_2(name) \
  CLEAVE_SYCL_HOST_2(name, __builtin_##name##f(x, y), __builtin_##name(x, y))
#include "math.def"
CLEAVE_SYCL_HOST_2(fmax, __builtin_fmaxf(x, y), __builtin_fmax(x, y))
CLEAVE_SYCL_HOST_2(fmin, __builtin_fminf(x, y), __builtin_fmin(x, y))

CLEAVE_SYCL_HOST_1(rsqrt, float(1 / __builtin_sqrt(double(x))), 1 / __builtin_sqrt(x))
CLEAVE_SYCL_HOST_1(acospi, float(__builtin_acos(double(x)) / pi), __builtin_acos(x) / pi)
CLEAVE_SYCL_HOST_1(asinpi, float(__builtin_asin(double(x)) / pi), __builtin_asin(x) / pi)
CLEAVE_SYCL_HOST_1(atanpi, float(__builtin_atan(double(x)) / pi), __builtin_atan(x) / pi)
CLEAVE_SYCL_HOST_2(atan2pi, float(__builtin_atan2(double(x), double(y)) / pi),
                   __builtin_atan2(x, y) / pi)
CLEAVE_SYCL_HOST_1(degrees, float(x * (180 / pi)), x * (180 / pi))
CLEAVE_SYCL_HOST_1(radians, float(x*(pi / 180)), x*(pi / 180))
template <class Type>
Type sign(Type x) {
  return x > 0 ? Type(1) : x < 0 ? Type(-1) : x == 0 ? x : Type(0);
}

/// Turns in quarters and the rest of an angle in half turns, which is exact.
struct quarter_turns {
  int quarters;
  double rest;  ///< in radians, -pi/4 to pi/4
};
inline quarter_turns reduce_turns(double x) {
  const double turn = __builtin_fmod(x, 2.0);
  const int quarters = static_cast<int>(__builtin_round(turn * 2));
  return {quarters & 3, (turn - quarters * 0.5) * pi};
}
inline double sine_of_turns(double x) {
  if (__builtin_trunc(x) == x) return __builtin_isinf(x) ? x - x : __builtin_copysign(0.0, x);
  const quarter_turns turns = host::reduce_turns(x);
  const double value = turns.quarters & 1 ? __builtin_cos(turns.rest) : __builtin_sin(turns.rest);
  return turns.quarters & 2 ? -value : value;
}
inline double cosine_of_turns(double x) {
  if (__builtin_isinf(x)) return x - x;
  const quarter_turns turns = host::reduce_turns(x);
  if ((turns.quarters & 1) && turns.rest == 0) return 0.0;
  const double value = turns.quarters & 1 ? __builtin_sin(turns.rest) : __builtin_cos(turns.rest);
  return turns.quarters == 1 || turns.quarters == 2 ? -value : value;
}
CLEAVE_SYCL_HOST_1(sinpi, float(host::sine_of_turns(x)), host::sine_of_turns(x))
CLEAVE_SYCL_HOST_1(cospi, float(host::cosine_of_turns(x)), host::cosine_of_turns(x))
CLEAVE_SYCL_HOST_1(tanpi, float(host::sine_of_turns(x) / host::cosine_of_turns(x)),
                   host::sine_of_turns(x) / host::cosine_of_turns(x))

template <class Type>
Type maxmag(Type x, Type y) {
  const Type a = host::fabs(x), b = host::fabs(y);
  return a > b ? x : b > a ? y : host::fmax(x, y);
}
template <class Type>
Type minmag(Type x, Type y) {
  const Type a = host::fabs(x), b = host::fabs(y);
  return a < b ? x : b < a ? y : host::fmin(x, y);
}
template <class Type>
Type powr(Type x, Type y) {
  const bool undefined = !(x >= 0) || y != y || (x == 0 && y == 0) ||
                         (x == 1 && __builtin_isinf(y)) || (__builtin_isinf(x) && y == 0);
  return undefined ? Type(__builtin_nan("")) : host::pow(host::fabs(x), y);
}
template <class Type>
Type step(Type x, Type y) {
  return x > y ? Type(0) : Type(1);
}

inline float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
inline double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
inline _Float16 fma(_Float16 x, _Float16 y, _Float16 z) {
  // The product of two halves is exact in double precision, and so is the sum but for one rounding.
  return static_cast<_Float16>(double(x) * double(y) + double(z));
}
template <class Type>
Type mad(Type x, Type y, Type z) {
  return host::fma(x, y, z);
}
template <class Type>
Type clamp(Type x, Type least, Type most) {
  return host::fmin(host::fmax(x, least), most);
}
template <class Type>
Type mix(Type x, Type y, Type a) {
  return static_cast<Type>(x + (y - x) * a);
}
/// Each step is rounded, as on devices: hosts compute a whole expression of half in single precision.
template <class Type>
Type smoothstep(Type edge0, Type edge1, Type x) {
  const Type part = x - edge0;
  const Type whole = edge1 - edge0;
  const Type t = host::fmin(host::fmax(static_cast<Type>(part / whole), Type(0)), Type(1));
  const Type square = t * t;
  const Type rest = 3 - 2 * t;
  return square * rest;
}

inline float nextafter(float x, float y) {
  return __builtin_nextafterf(x, y);
}
inline double nextafter(double x, double y) {
  return __builtin_nextafter(x, y);
}
inline _Float16 nextafter(_Float16 x, _Float16 y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  auto bits = __builtin_bit_cast(unsigned short, x);
  if (x == 0) {
    bits = 1;
    return y > 0 ? __builtin_bit_cast(_Float16, bits) : -__builtin_bit_cast(_Float16, bits);
  }
  const bool grows = (x < y) == (x > 0);
  bits = static_cast<unsigned short>(grows ? bits + 1 : bits - 1);
  return __builtin_bit_cast(_Float16, bits);
}

// These are of a number and an int.
#define CLEAVE_SYCL_HOST_INT(name, of_float, of_double) \
  CLEAVE_SYCL_HOST(name, (Type x, int n), of_float, of_double, host::name(float(x), n))
inline double root_of(double x, int n) {
  if (n == 0 || (x < 0 && n % 2 == 0)) return __builtin_nan("");
  // In double precision 1 / n alone would be wrong by up to 100 units.
  const double root = static_cast<double>(__builtin_powl(__builtin_fabs(x), 1.0L / n));
  return n % 2 == 0 ? root : __builtin_copysign(root, x);
}
CLEAVE_SYCL_HOST_INT(ldexp, __builtin_ldexpf(x, n), __builtin_ldexp(x, n))
CLEAVE_SYCL_HOST_INT(pown, float(__builtin_pow(double(x), double(n))), __builtin_pow(x, double(n)))
CLEAVE_SYCL_HOST_INT(rootn, float(host::root_of(x, n)), host::root_of(x, n))
template <class Type>
int ilogb(Type x) {
  if constexpr (std::is_same_v<Type, double>) {
    return __builtin_ilogb(x);
  } else {
    return __builtin_ilogbf(static_cast<float>(x));
  }
}
inline float nan(unsigned code) {
  return __builtin_bit_cast(float, 0x7fc00000u | (code & 0x3fffffu));
}
inline double nan(unsigned long code) {
  return __builtin_bit_cast(double, 0x7ff8000000000000ul | (code & 0x7fffffffffffful));
}
inline _Float16 nan(unsigned short code) {
  return __builtin_bit_cast(_Float16, static_cast<unsigned short>(0x7e00u | (code & 0x1ffu)));
}

// With a second result.
template <class Type>
Type largest_below_1();
template <>
inline float largest_below_1() {
  return 0x1.fffffep-1f;
}
template <>
inline double largest_below_1() {
  return 0x1.fffffffffffffp-1;
}
template <>
inline _Float16 largest_below_1() {
  return static_cast<_Float16>(0x1.ffcp-1f);
}
template <class Type>
Type fract(Type x, Type* whole) {
  *whole = host::floor(x);
  if (x != x) return x;
  if (__builtin_isinf(x)) return host::copysign(Type(0), x);
  const Type part = host::fmin(static_cast<Type>(x - *whole), host::largest_below_1<Type>());
  return part == 0 ? host::copysign(Type(0), x) : part;
}
template <class Type>
Type modf(Type x, Type* whole) {
  *whole = host::trunc(x);
  return host::copysign(__builtin_isinf(x) ? Type(0) : static_cast<Type>(x - *whole), x);
}
template <class Type>
Type sincos(Type x, Type* cosine) {
  *cosine = host::cos(x);
  return host::sin(x);
}
inline float frexp(float x, int* exponent) {
  *exponent = 0;
  return __builtin_frexpf(x, exponent);
}
inline double frexp(double x, int* exponent) {
  *exponent = 0;
  return __builtin_frexp(x, exponent);
}
inline _Float16 frexp(_Float16 x, int* exponent) {
  return static_cast<_Float16>(host::frexp(float(x), exponent));
}
/// The sign is 0 at the poles below zero, as OpenCL C has it.
template <class Type>
Type lgamma_r(Type x, int* sign) {
  const double value = static_cast<double>(x), floor = __builtin_floor(value);
  *sign = value == 0 ? (__builtin_signbit(value) ? -1 : 1)
          : value > 0 || value != value || __builtin_isinf(value) ? 1
          : floor == value                                        ? 0
          : __builtin_fmod(floor, 2.0) != 0                       ? -1
                                                                  : 1;
  return host::lgamma(x);
}
/// The seven lowest bits of the quotient come of a dividend below 128 divisors.
inline double remquo(double x, double y, int* quotient) {
  *quotient = 0;
  const double rest = __builtin_remainder(x, y);
  if (rest != rest || __builtin_isinf(y) || x == 0) return rest;
  const double many = 128 * y;
  const double less = __builtin_isinf(many) ? x : __builtin_fmod(x, many);
  *quotient = static_cast<int>(__builtin_round((less - rest) / y)) % 128;
  return rest;
}
inline float remquo(float x, float y, int* quotient) {
  return static_cast<float>(host::remquo(double(x), double(y), quotient));
}
inline _Float16 remquo(_Float16 x, _Float16 y, int* quotient) {
  return static_cast<_Float16>(host::remquo(double(x), double(y), quotient));
}

// native:: and half_precision:: are as precise here as their other forms.
#define CLEAVE_SYCL_HOST_FLOAT(name, parameters, value) \
  CLEAVE_SYCL_LAZY float native_##name parameters {     \
    return value;                                       \
  }                                                     \
  CLEAVE_SYCL_LAZY float half_##name parameters {       \
    return value;                                       \
  }
CLEAVE_SYCL_HOST_FLOAT(cos, (float x), host::cos(x))
CLEAVE_SYCL_HOST_FLOAT(exp, (float x), host::exp(x))
CLEAVE_SYCL_HOST_FLOAT(exp2, (float x), host::exp2(x))
CLEAVE_SYCL_HOST_FLOAT(exp10, (float x), host::exp10(x))
CLEAVE_SYCL_HOST_FLOAT(log, (float x), host::log(x))
CLEAVE_SYCL_HOST_FLOAT(log2, (float x), host::log2(x))
CLEAVE_SYCL_HOST_FLOAT(log10, (float x), host::log10(x))
CLEAVE_SYCL_HOST_FLOAT(recip, (float x), 1 / x)
CLEAVE_SYCL_HOST_FLOAT(rsqrt, (float x), host::rsqrt(x))
CLEAVE_SYCL_HOST_FLOAT(sin, (float x), host::sin(x))
CLEAVE_SYCL_HOST_FLOAT(sqrt, (float x), host::sqrt(x))
CLEAVE_SYCL_HOST_FLOAT(tan, (float x), host::tan(x))
CLEAVE_SYCL_HOST_FLOAT(divide, (float x, float y), x / y)
CLEAVE_SYCL_HOST_FLOAT(powr, (float x, float y), host::powr(x, y))

#undef CLEAVE_SYCL_HOST
#undef CLEAVE_SYCL_HOST_1
#undef CLEAVE_SYCL_HOST_2
#undef CLEAVE_SYCL_HOST_INT
#undef CLEAVE_SYCL_HOST_FLOAT

}  // namespace host
}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
#endif
