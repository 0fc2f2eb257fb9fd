// Declares the relational functions (SYCL 2020, 4.17): true is -1 in vectors.
#pragma once

#include <cstdint>
#include <type_traits>

#include "detail/config.hpp"
#include "detail/math_operands.hpp"
#include "half.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// The elements that tell truth for operands of several real numbers, if they are.
template <class First, class... Others>
using truth_of = typename several_reals<First, Others...>::template with<
    typename several_reals<First, Others...>::truth_element>;
/// Truth as an element of a vector or array.
template <class Element>
constexpr Element element_of_truth(bool is) {
  if constexpr (std::is_same_v<Element, bool>) {
    return is;
  } else {
    return is ? -1 : 0;
  }
}

/// The unsigned integer of as many bytes.
template <std::size_t Bytes>
using bits_type = std::make_unsigned_t<typename truth<Bytes>::type>;

template <class Type>
constexpr bool has_high_bit(Type value) {
  using bits = bits_type<sizeof(Type)>;
  return (static_cast<bits>(value) >> (sizeof(Type) * 8 - 1)) != 0;
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

#define CLEAVE_SYCL_RELATION_1(name, text)                                                        \
  CLEAVE_SYCL_LAZY_OVERLOAD bool name(float value) {                                              \
    const float x = value;                                                                        \
    return text;                                                                                  \
  }                                                                                               \
  CLEAVE_SYCL_LAZY_OVERLOAD bool name(double value) {                                             \
    const double x = value;                                                                       \
    return text;                                                                                  \
  }                                                                                               \
  CLEAVE_SYCL_LAZY_OVERLOAD bool name(half value) {                                               \
    const _Float16 x = detail::plain(value);                                                      \
    return text;                                                                                  \
  }                                                                                               \
  template <class NonScalar, class Truth = detail::truth_of<NonScalar>>                           \
  Truth name(const NonScalar& x) {                                                                \
    using Operand = detail::operand_of<NonScalar>;                                                \
    const auto& a = detail::elements(x);                                                          \
    CLEAVE_SYCL_ELEMENTS(Truth,                                                                   \
                         detail::element_of_truth<typename Truth::value_type>(sycl::name(a[i]))); \
  }
#define CLEAVE_SYCL_RELATION_2(name, text)                                                    \
  CLEAVE_SYCL_LAZY_OVERLOAD bool name(float x, float y) {                                     \
    return text;                                                                              \
  }                                                                                           \
  CLEAVE_SYCL_LAZY_OVERLOAD bool name(double x, double y) {                                   \
    return text;                                                                              \
  }                                                                                           \
  CLEAVE_SYCL_LAZY_OVERLOAD bool name(half x, half y) {                                       \
    return text;                                                                              \
  }                                                                                           \
  template <class NonScalar1, class NonScalar2,                                               \
            class Truth = detail::truth_of<NonScalar1, NonScalar2>>                           \
  Truth name(const NonScalar1& x, const NonScalar2& y) {                                      \
    using Operand = detail::operand_of<NonScalar1>;                                           \
    const auto& a = detail::elements(x);                                                      \
    const auto& b = detail::elements(y);                                                      \
    CLEAVE_SYCL_ELEMENTS(                                                                     \
        Truth, detail::element_of_truth<typename Truth::value_type>(sycl::name(a[i], b[i]))); \
  }
CLEAVE_SYCL_RELATION_2(isequal, x == y)
CLEAVE_SYCL_RELATION_2(isnotequal, x != y)
CLEAVE_SYCL_RELATION_2(isgreater, x > y)
CLEAVE_SYCL_RELATION_2(isgreaterequal, x >= y)
CLEAVE_SYCL_RELATION_2(isless, x < y)
CLEAVE_SYCL_RELATION_2(islessequal, x <= y)
CLEAVE_SYCL_RELATION_2(islessgreater, x<y || x> y)
CLEAVE_SYCL_RELATION_2(isordered, x == x && y == y)
CLEAVE_SYCL_RELATION_2(isunordered, x != x || y != y)
CLEAVE_SYCL_RELATION_1(isfinite, __builtin_isfinite(x))
CLEAVE_SYCL_RELATION_1(isinf, __builtin_isinf(x) != 0)
CLEAVE_SYCL_RELATION_1(isnan, __builtin_isnan(x))
CLEAVE_SYCL_RELATION_1(isnormal, __builtin_isnormal(x))
CLEAVE_SYCL_RELATION_1(signbit,
                       detail::has_high_bit(__builtin_bit_cast(detail::bits_type<sizeof(x)>, x)))
#undef CLEAVE_SYCL_RELATION_1
#undef CLEAVE_SYCL_RELATION_2

namespace CLEAVE_SYCL_HIDDEN detail {
template <class Operand, operand_kind Kind>
using enable_if_signed =
    std::enable_if_t<operand_of<Operand>::kind == Kind && is_generic_integer<element_of<Operand>> &&
                         std::is_signed_v<element_of<Operand>>,
                     int>;
}  // namespace CLEAVE_SYCL_HIDDEN detail

// These are for vectors of signed integers and arrays of truth; for other signed integers they are deprecated.
#define CLEAVE_SYCL_QUANTIFIER(name, first, op)                                               \
  template <class Vector, detail::enable_if_signed<Vector, detail::operand_kind::vector> = 0> \
  int name(const Vector& x) {                                                                 \
    const auto& a = detail::elements(x);                                                      \
    bool made = first;                                                                        \
    for (int i = 0; i < static_cast<int>(a.size()); ++i)                                      \
      made = made op detail::has_high_bit(a[i]);                                              \
    return made;                                                                              \
  }                                                                                           \
  template <class Array,                                                                      \
            std::enable_if_t<std::is_same_v<Array, marray<bool, Array::size()>>, int> = 0>    \
  bool name(const Array& x) {                                                                 \
    bool made = first;                                                                        \
    for (std::size_t i = 0; i < x.size(); ++i) made = made op x[i];                           \
    return made;                                                                              \
  }                                                                                           \
  template <class Array, detail::enable_if_signed<Array, detail::operand_kind::array> = 0>    \
  [[deprecated("use an array of truth")]] bool name(const Array& x) {                         \
    bool made = first;                                                                        \
    for (std::size_t i = 0; i < x.size(); ++i) made = made op detail::has_high_bit(x[i]);     \
    return made;                                                                              \
  }                                                                                           \
  template <class Number, detail::enable_if_signed<Number, detail::operand_kind::number> = 0> \
  [[deprecated("compare with 0")]] bool name(Number x) {                                      \
    return detail::has_high_bit(x);                                                           \
  }
CLEAVE_SYCL_QUANTIFIER(any, false, ||)
CLEAVE_SYCL_QUANTIFIER(all, true, &&)
#undef CLEAVE_SYCL_QUANTIFIER

template <class Number, class Second, class Third,
          std::enable_if_t<detail::is_generic_number<Number> && std::is_same_v<Number, Second> &&
                               std::is_same_v<Number, Third>,
                           int> = 0>
Number bitselect(Number a, Second b, Third c) {
  using bits = detail::bits_type<sizeof(Number)>;
  const bits from_a = __builtin_bit_cast(bits, a);
  const bits from_b = __builtin_bit_cast(bits, b);
  const bits mask = __builtin_bit_cast(bits, c);
  return __builtin_bit_cast(Number, static_cast<bits>((from_a & ~mask) | (from_b & mask)));
}
template <class NonScalar1, class NonScalar2, class NonScalar3,
          class Operand = detail::several_numbers<NonScalar1, NonScalar2, NonScalar3>>
typename Operand::type bitselect(const NonScalar1& x, const NonScalar2& y, const NonScalar3& z) {
  const auto& a = detail::elements(x);
  const auto& b = detail::elements(y);
  const auto& c = detail::elements(z);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::bitselect(a[i], b[i], c[i]));
}

template <class Number, std::enable_if_t<detail::is_generic_number<Number>, int> = 0>
Number select(Number a, Number b, bool c) {
  return c ? b : a;
}
template <class NonScalar1, class NonScalar2, class NonScalar3,
          class Operand = detail::several_numbers<NonScalar1, NonScalar2>,
          class Choice = detail::element_of<NonScalar3>,
          std::enable_if_t<detail::are_alike<NonScalar1, NonScalar3> &&
                               (Operand::kind == detail::operand_kind::array
                                    ? std::is_same_v<Choice, bool>
                                    : detail::is_generic_integer<Choice> &&
                                          sizeof(Choice) == sizeof(typename Operand::element)),
                           int> = 0>
typename Operand::type select(const NonScalar1& x, const NonScalar2& y, const NonScalar3& z) {
  const auto& a = detail::elements(x);
  const auto& b = detail::elements(y);
  const auto& c = detail::elements(z);
  if constexpr (std::is_same_v<Choice, bool>) {
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, c[i] ? b[i] : a[i]);
  } else {
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, detail::has_high_bit(c[i]) ? b[i] : a[i]);
  }
}

}  // namespace _v1
}  // namespace sycl
