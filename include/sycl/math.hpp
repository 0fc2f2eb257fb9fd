// Declares the functions of mathematics for numbers (SYCL 2020, 4.17.5 and 4.17.8). On devices they are OpenCL C's, on
// hosts the C library's, whose errors are within OpenCL's bounds.
#pragma once

#include <type_traits>

#include "detail/builtins.hpp"
#include "half.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

template <class Type>
inline constexpr bool is_real =
    std::is_same_v<Type, float> || std::is_same_v<Type, double> || std::is_same_v<Type, half>;
template <class Type>
using enable_if_real = std::enable_if_t<is_real<Type>, int>;

template <class Type>
CLEAVE_SYCL_INLINE auto plain(Type value) {
  if constexpr (std::is_same_v<Type, half>) {
    return half_access::get(value);
  } else {
    return value;
  }
}
CLEAVE_SYCL_INLINE float from_plain(float value) {
  return value;
}
CLEAVE_SYCL_INLINE double from_plain(double value) {
  return value;
}
CLEAVE_SYCL_INLINE half from_plain(_Float16 value) {
  return half_access::make(value);
}

// Hosts call these; half is computed in single precision.
#define CLEAVE_SYCL_HOST_1(name, of_float, of_double) \
  inline float name(float x) {                        \
    return of_float;                                  \
  }                                                   \
  inline double name(double x) {                      \
    return of_double;                                 \
  }                                                   \
  inline _Float16 name(_Float16 x) {                  \
    return static_cast<_Float16>(name(float(x)));     \
  }
#define CLEAVE_SYCL_HOST_2(name)                            \
  inline float name(float x, float y) {                     \
    return __builtin_##name##f(x, y);                       \
  }                                                         \
  inline double name(double x, double y) {                  \
    return __builtin_##name(x, y);                          \
  }                                                         \
  inline _Float16 name(_Float16 x, _Float16 y) {            \
    return static_cast<_Float16>(name(float(x), float(y))); \
  }
namespace host {
#define CLEAVE_SYCL_MATH_1(name) \
  CLEAVE_SYCL_HOST_1(name, __builtin_##name##f(x), __builtin_##name(x))
#define CLEAVE_SYCL_MATH_2(name) CLEAVE_SYCL_HOST_2(name)
#include "detail/math.def"
CLEAVE_SYCL_HOST_1(rsqrt, 1.0f / __builtin_sqrtf(x), 1.0 / __builtin_sqrt(x))
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
inline float nextafter(float x, float y) {
  return __builtin_nextafterf(x, y);
}
inline double nextafter(double x, double y) {
  return __builtin_nextafter(x, y);
}
}  // namespace host
#undef CLEAVE_SYCL_HOST_1
#undef CLEAVE_SYCL_HOST_2

#ifdef __SYCL_DEVICE_ONLY__
namespace math = cl;
#else
namespace math = host;
#endif

}  // namespace CLEAVE_SYCL_HIDDEN detail

#define CLEAVE_SYCL_MATH_1(name)                                     \
  template <class Type, detail::enable_if_real<Type> = 0>            \
  Type name(Type x) {                                                \
    return detail::from_plain(detail::math::name(detail::plain(x))); \
  }
#define CLEAVE_SYCL_MATH_2(name)                                                       \
  template <class Type, detail::enable_if_real<Type> = 0>                              \
  Type name(Type x, Type y) {                                                          \
    return detail::from_plain(detail::math::name(detail::plain(x), detail::plain(y))); \
  }
#include "detail/math.def"
template <class Type, detail::enable_if_real<Type> = 0>
Type rsqrt(Type x) {
  return detail::from_plain(detail::math::rsqrt(detail::plain(x)));
}
template <class Type, detail::enable_if_real<Type> = 0>
Type nextafter(Type x, Type y) {
  return detail::from_plain(detail::math::nextafter(detail::plain(x), detail::plain(y)));
}
template <class Type, detail::enable_if_real<Type> = 0>
Type fma(Type x, Type y, Type z) {
  return detail::from_plain(
      detail::math::fma(detail::plain(x), detail::plain(y), detail::plain(z)));
}
template <class Type, detail::enable_if_real<Type> = 0>
Type mad(Type x, Type y, Type z) {
  return detail::from_plain(
      detail::math::mad(detail::plain(x), detail::plain(y), detail::plain(z)));
}

// These are for any numbers.
template <class Type,
          std::enable_if_t<std::is_arithmetic_v<Type> || detail::is_real<Type>, int> = 0>
constexpr Type min(Type x, Type y) {
  return y < x ? y : x;
}
template <class Type,
          std::enable_if_t<std::is_arithmetic_v<Type> || detail::is_real<Type>, int> = 0>
constexpr Type max(Type x, Type y) {
  return x < y ? y : x;
}
template <class Type, std::enable_if_t<std::is_integral_v<Type>, int> = 0>
constexpr Type clamp(Type x, Type least, Type most) {
  return sycl::min(sycl::max(x, least), most);
}
// Not a template: `clamp<half>(…)` of a program's own namespace is not ambiguous with it (SYCL 2020, 4.17.8).
#define CLEAVE_SYCL_CLAMP(type)                         \
  constexpr type clamp(type x, type least, type most) { \
    return sycl::min(sycl::max(x, least), most);        \
  }
CLEAVE_SYCL_CLAMP(float)
CLEAVE_SYCL_CLAMP(double)
CLEAVE_SYCL_CLAMP(half)
#undef CLEAVE_SYCL_CLAMP
template <class Type, std::enable_if_t<std::is_integral_v<Type>, int> = 0>
constexpr Type abs(Type x) {
  if constexpr (std::is_signed_v<Type>) {
    return x < 0 ? static_cast<Type>(-x) : x;
  } else {
    return x;
  }
}

}  // namespace _v1
}  // namespace sycl
