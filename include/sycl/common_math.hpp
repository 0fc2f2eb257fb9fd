// Declares the common functions (SYCL 2020, 4.17), and min, max and clamp of integers.
#pragma once

#include <type_traits>

#include "detail/config.hpp"
#include "detail/math_operands.hpp"
#include "half.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
/// For functions of numbers of one type, each of which is a parameter of the template.
template <class Type, class... Others>
using enable_if_numbers =
    std::enable_if_t<is_generic_number<Type> && (std::is_same_v<Type, Others> && ...), int>;
template <class Type, class... Others>
using enable_if_reals =
    std::enable_if_t<is_real<Type> && (std::is_same_v<Type, Others> && ...), int>;
}  // namespace CLEAVE_SYCL_HIDDEN detail

#define CLEAVE_SYCL_COMMON_1(name)                                             \
  template <class Number, detail::enable_if_reals<Number> = 0>                 \
  Number name(Number x) {                                                      \
    return detail::from_plain(detail::math::name(detail::plain(x)));           \
  }                                                                            \
  template <class NonScalar, class Operand = detail::several_reals<NonScalar>> \
  typename Operand::type name(const NonScalar& x) {                            \
    const auto& a = detail::elements(x);                                       \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i]));            \
  }
CLEAVE_SYCL_COMMON_1(degrees)
CLEAVE_SYCL_COMMON_1(radians)
CLEAVE_SYCL_COMMON_1(sign)
#undef CLEAVE_SYCL_COMMON_1

template <class Number, class Second, detail::enable_if_numbers<Number, Second> = 0>
constexpr Number min(Number x, Second y) {
  return y < x ? y : x;
}
template <class Number, class Second, detail::enable_if_numbers<Number, Second> = 0>
constexpr Number max(Number x, Second y) {
  return x < y ? y : x;
}
#define CLEAVE_SYCL_LEAST_OR_MOST(name)                                               \
  template <class NonScalar1, class NonScalar2,                                       \
            class Operand = detail::several_numbers<NonScalar1, NonScalar2>>          \
  typename Operand::type name(const NonScalar1& x, const NonScalar2& y) {             \
    const auto& a = detail::elements(x);                                              \
    const auto& b = detail::elements(y);                                              \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], b[i]));             \
  }                                                                                   \
  template <class NonScalar, class Operand = detail::several_numbers<NonScalar>>      \
  typename Operand::type name(const NonScalar& x, typename NonScalar::value_type y) { \
    const auto& a = detail::elements(x);                                              \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], y));                \
  }
CLEAVE_SYCL_LEAST_OR_MOST(min)
CLEAVE_SYCL_LEAST_OR_MOST(max)
#undef CLEAVE_SYCL_LEAST_OR_MOST

/// Numbers that are not whole are compared as fmin and fmax do.
template <class Number, class Second, class Third,
          detail::enable_if_numbers<Number, Second, Third> = 0>
constexpr Number clamp(Number x, Second least, Third most) {
  if constexpr (detail::is_real<Number>) {
    return detail::from_plain(
        detail::math::clamp(detail::plain(x), detail::plain(least), detail::plain(most)));
  } else {
    return sycl::min(sycl::max(x, least), most);
  }
}
template <class NonScalar1, class NonScalar2, class NonScalar3,
          class Operand = detail::several_numbers<NonScalar1, NonScalar2, NonScalar3>>
typename Operand::type clamp(const NonScalar1& x, const NonScalar2& least, const NonScalar3& most) {
  const auto& a = detail::elements(x);
  const auto& b = detail::elements(least);
  const auto& c = detail::elements(most);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::clamp(a[i], b[i], c[i]));
}
template <class NonScalar, class Operand = detail::several_numbers<NonScalar>>
typename Operand::type clamp(const NonScalar& x, typename NonScalar::value_type least,
                             typename NonScalar::value_type most) {
  const auto& a = detail::elements(x);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::clamp(a[i], least, most));
}

template <class Number, class Second, class Third,
          detail::enable_if_reals<Number, Second, Third> = 0>
Number mix(Number x, Second y, Third a) {
  return detail::from_plain(
      detail::math::mix(detail::plain(x), detail::plain(y), detail::plain(a)));
}
template <class NonScalar1, class NonScalar2, class NonScalar3,
          class Operand = detail::several_reals<NonScalar1, NonScalar2, NonScalar3>>
typename Operand::type mix(const NonScalar1& x, const NonScalar2& y, const NonScalar3& part) {
  const auto& a = detail::elements(x);
  const auto& b = detail::elements(y);
  const auto& c = detail::elements(part);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::mix(a[i], b[i], c[i]));
}
template <class NonScalar1, class NonScalar2,
          class Operand = detail::several_reals<NonScalar1, NonScalar2>>
typename Operand::type mix(const NonScalar1& x, const NonScalar2& y,
                           typename NonScalar1::value_type part) {
  const auto& a = detail::elements(x);
  const auto& b = detail::elements(y);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::mix(a[i], b[i], part));
}

template <class Number, class Second, detail::enable_if_reals<Number, Second> = 0>
Number step(Number edge, Second x) {
  return detail::from_plain(detail::math::step(detail::plain(edge), detail::plain(x)));
}
template <class NonScalar1, class NonScalar2,
          class Operand = detail::several_reals<NonScalar1, NonScalar2>>
typename Operand::type step(const NonScalar1& edge, const NonScalar2& x) {
  const auto& a = detail::elements(edge);
  const auto& b = detail::elements(x);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::step(a[i], b[i]));
}
template <class NonScalar, class Operand = detail::several_reals<NonScalar>>
typename Operand::type step(typename NonScalar::value_type edge, const NonScalar& x) {
  const auto& a = detail::elements(x);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::step(edge, a[i]));
}

template <class Number, class Second, class Third,
          detail::enable_if_reals<Number, Second, Third> = 0>
Number smoothstep(Number edge0, Second edge1, Third x) {
  return detail::from_plain(
      detail::math::smoothstep(detail::plain(edge0), detail::plain(edge1), detail::plain(x)));
}
template <class NonScalar1, class NonScalar2, class NonScalar3,
          class Operand = detail::several_reals<NonScalar1, NonScalar2, NonScalar3>>
typename Operand::type smoothstep(const NonScalar1& edge0, const NonScalar2& edge1,
                                  const NonScalar3& x) {
  const auto& a = detail::elements(edge0);
  const auto& b = detail::elements(edge1);
  const auto& c = detail::elements(x);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::smoothstep(a[i], b[i], c[i]));
}
template <class NonScalar, class Operand = detail::several_reals<NonScalar>>
typename Operand::type smoothstep(typename NonScalar::value_type edge0,
                                  typename NonScalar::value_type edge1, const NonScalar& x) {
  const auto& a = detail::elements(x);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::smoothstep(edge0, edge1, a[i]));
}

}  // namespace _v1
}  // namespace sycl
