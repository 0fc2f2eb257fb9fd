// Declares the geometric functions (SYCL 2020, 4.17) of numbers and of vectors and arrays of 2 to 4 elements.
#pragma once

#include <cstddef>
#include <type_traits>

#include "detail/builtins.hpp"
#include "detail/config.hpp"
#include "detail/math_operands.hpp"
#include "half.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

#ifndef __SYCL_DEVICE_ONLY__
namespace host {
/// The compiler's vector of up to four elements, as an array.
template <class Type, int Count>
struct coordinates {
  Type at[Count];
};
template <class Type, int Count>
Type dot(const coordinates<Type, Count>& p, const coordinates<Type, Count>& q) {
  double sum = 0;
  for (int i = 0; i < Count; ++i)
    sum += static_cast<double>(p.at[i]) * static_cast<double>(q.at[i]);
  return static_cast<Type>(sum);
}
/// Squares do not overflow: the greatest coordinate is made one between 1 and 2.
template <class Type, int Count>
double exact_length(const coordinates<Type, Count>& p) {
  double most = 0;
  bool infinite = false, undefined = false;
  for (int i = 0; i < Count; ++i) {
    const double size = __builtin_fabs(static_cast<double>(p.at[i]));
    infinite |= __builtin_isinf(size) != 0;
    undefined |= size != size;
    if (size > most) most = size;
  }
  if (infinite) return __builtin_inf();
  if (undefined) return __builtin_nan("");
  if (most == 0) return 0;
  const int exponent = __builtin_ilogb(most);
  double sum = 0;
  for (int i = 0; i < Count; ++i) {
    const double part = __builtin_ldexp(static_cast<double>(p.at[i]), -exponent);
    sum += part * part;
  }
  return __builtin_ldexp(__builtin_sqrt(sum), exponent);
}
template <class Type, int Count>
Type length(const coordinates<Type, Count>& p) {
  return static_cast<Type>(host::exact_length(p));
}
template <class Type, int Count>
Type distance(const coordinates<Type, Count>& p, const coordinates<Type, Count>& q) {
  coordinates<Type, Count> way;
  for (int i = 0; i < Count; ++i) way.at[i] = static_cast<Type>(p.at[i] - q.at[i]);
  return host::length(way);
}
/// Infinite coordinates are ones of their sign among zeros; what has no length stays as it is.
template <class Type, int Count>
coordinates<Type, Count> normalize(const coordinates<Type, Count>& p) {
  coordinates<Type, Count> way = p;
  if (__builtin_isinf(host::exact_length(p))) {
    for (int i = 0; i < Count; ++i) {
      const double at = static_cast<double>(p.at[i]);
      if (at == at)
        way.at[i] = static_cast<Type>(__builtin_copysign(__builtin_isinf(at) ? 1 : 0, at));
    }
  }
  const double whole = host::exact_length(way);
  if (whole == 0) return way;
  const int exponent = whole == whole ? __builtin_ilogb(whole) : 0;
  const double scaled = __builtin_ldexp(whole, -exponent);
  for (int i = 0; i < Count; ++i) {
    way.at[i] =
        static_cast<Type>(__builtin_ldexp(static_cast<double>(way.at[i]), -exponent) / scaled);
  }
  return way;
}
template <class Type, int Count>
coordinates<Type, Count> cross(const coordinates<Type, Count>& p,
                               const coordinates<Type, Count>& q) {
  coordinates<Type, Count> made{};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    made.at[i] = static_cast<Type>(static_cast<double>(p.at[j]) * static_cast<double>(q.at[k]) -
                                   static_cast<double>(p.at[k]) * static_cast<double>(q.at[j]));
  }
  return made;
}
template <int Count>
float fast_length(const coordinates<float, Count>& p) {
  return host::length(p);
}
template <int Count>
float fast_distance(const coordinates<float, Count>& p, const coordinates<float, Count>& q) {
  return host::distance(p, q);
}
template <int Count>
coordinates<float, Count> fast_normalize(const coordinates<float, Count>& p) {
  return host::normalize(p);
}
}  // namespace host
#endif

/// Whether geometric functions take an operand.
template <class Operand>
inline constexpr bool is_geometric =
    is_real<element_of<Operand>> &&
    (operand_of<Operand>::kind == operand_kind::number ||
     (operand_of<Operand>::count >= 2 && operand_of<Operand>::count <= 4));
template <class First, class... Others>
using geometric_if =
    std::enable_if_t<is_geometric<First> && (are_same<First, Others> && ...), operand_of<First>>;
template <class First, class... Others>
using fast_geometric_if = std::enable_if_t<is_geometric<First> && is_float<element_of<First>> &&
                                               (are_same<First, Others> && ...),
                                           operand_of<First>>;

/// Makes the argument of OpenCL C's functions, or of ours.
template <class Number, std::enable_if_t<is_real<Number>, int> = 0>
auto coordinates_of(const Number& p) {
#ifdef __SYCL_DEVICE_ONLY__
  return detail::plain(p);
#else
  return host::coordinates<decltype(detail::plain(p)), 1>{{detail::plain(p)}};
#endif
}
template <class NonScalar, class Operand = several_reals<NonScalar>>
auto coordinates_of(const NonScalar& p) {
  const auto& a = detail::elements(p);
  using plain_type = decltype(detail::plain(a[0]));
#ifdef __SYCL_DEVICE_ONLY__
  raw_vec<plain_type, Operand::count> made;
  for (int i = 0; i < Operand::count; ++i) made[i] = detail::plain(a[i]);
#else
  host::coordinates<plain_type, Operand::count> made;
  for (int i = 0; i < Operand::count; ++i) made.at[i] = detail::plain(a[i]);
#endif
  return made;
}
template <class Operand, class Coordinates>
typename Operand::type operand_from(const Coordinates& p) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (Operand::kind == operand_kind::number) {
    return detail::from_plain(p);
  } else {
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, detail::from_plain(p[i]));
  }
#else
  if constexpr (Operand::kind == operand_kind::number) {
    return detail::from_plain(p.at[0]);
  } else {
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, detail::from_plain(p.at[i]));
  }
#endif
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class P, class Q, class Operand = detail::geometric_if<P, Q>>
typename Operand::element dot(const P& p, const Q& q) {
  return detail::from_plain(
      detail::math::dot(detail::coordinates_of(p), detail::coordinates_of(q)));
}
template <class P, class Q, class Operand = detail::geometric_if<P, Q>,
          std::enable_if_t<(Operand::count > 2), int> = 0>
typename Operand::type cross(const P& p, const Q& q) {
  return detail::operand_from<Operand>(
      detail::math::cross(detail::coordinates_of(p), detail::coordinates_of(q)));
}
#define CLEAVE_SYCL_GEOMETRY(length, distance, normalize, allowed)                            \
  template <class P, class Operand = detail::allowed<P>>                                      \
  typename Operand::element length(const P& p) {                                              \
    return detail::from_plain(detail::math::length(detail::coordinates_of(p)));               \
  }                                                                                           \
  template <class P, class Q, class Operand = detail::allowed<P, Q>>                          \
  typename Operand::element distance(const P& p, const Q& q) {                                \
    return detail::from_plain(                                                                \
        detail::math::distance(detail::coordinates_of(p), detail::coordinates_of(q)));        \
  }                                                                                           \
  template <class P, class Operand = detail::allowed<P>>                                      \
  typename Operand::type normalize(const P& p) {                                              \
    return detail::operand_from<Operand>(detail::math::normalize(detail::coordinates_of(p))); \
  }
CLEAVE_SYCL_GEOMETRY(length, distance, normalize, geometric_if)
CLEAVE_SYCL_GEOMETRY(fast_length, fast_distance, fast_normalize, fast_geometric_if)
#undef CLEAVE_SYCL_GEOMETRY

}  // namespace _v1
}  // namespace sycl
