// Declares the functions of mathematics (SYCL 2020, 4.17). On devices they are OpenCL
// C's, on hosts the C library's and some of ours, whose errors are within OpenCL's bounds.
#pragma once

#include <cstdint>
#include <type_traits>

#include "common_math.hpp"
#include "detail/builtins.hpp"
#include "detail/config.hpp"
#include "detail/math_operands.hpp"
#include "geometric.hpp"
#include "half.hpp"
#include "integer_math.hpp"
#include "native_math.hpp"
#include "relational.hpp"

namespace sycl {
inline namespace _v1 {

// Each is for the three types of numbers, and for vectors and arrays of them.
#define CLEAVE_SYCL_MATH_1(name)                                               \
  CLEAVE_SYCL_LAZY_OVERLOAD float name(float x) {                              \
    return detail::math::name(x);                                              \
  }                                                                            \
  CLEAVE_SYCL_LAZY_OVERLOAD double name(double x) {                            \
    return detail::math::name(x);                                              \
  }                                                                            \
  CLEAVE_SYCL_LAZY_OVERLOAD half name(half x) {                                \
    return detail::from_plain(detail::math::name(detail::plain(x)));           \
  }                                                                            \
  template <class NonScalar, class Operand = detail::several_reals<NonScalar>> \
  typename Operand::type name(const NonScalar& x) {                            \
    const auto& a = detail::elements(x);                                       \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i]));            \
  }
#define CLEAVE_SYCL_MATH_2(name)                                                       \
  CLEAVE_SYCL_LAZY_OVERLOAD float name(float x, float y) {                             \
    return detail::math::name(x, y);                                                   \
  }                                                                                    \
  CLEAVE_SYCL_LAZY_OVERLOAD double name(double x, double y) {                          \
    return detail::math::name(x, y);                                                   \
  }                                                                                    \
  CLEAVE_SYCL_LAZY_OVERLOAD half name(half x, half y) {                                \
    return detail::from_plain(detail::math::name(detail::plain(x), detail::plain(y))); \
  }                                                                                    \
  template <class NonScalar1, class NonScalar2,                                        \
            class Operand = detail::several_reals<NonScalar1, NonScalar2>>             \
  typename Operand::type name(const NonScalar1& x, const NonScalar2& y) {              \
    const auto& a = detail::elements(x);                                               \
    const auto& b = detail::elements(y);                                               \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], b[i]));              \
  }
#define CLEAVE_SYCL_MATH_3(name)                                                               \
  CLEAVE_SYCL_LAZY_OVERLOAD float name(float x, float y, float z) {                            \
    return detail::math::name(x, y, z);                                                        \
  }                                                                                            \
  CLEAVE_SYCL_LAZY_OVERLOAD double name(double x, double y, double z) {                        \
    return detail::math::name(x, y, z);                                                        \
  }                                                                                            \
  CLEAVE_SYCL_LAZY_OVERLOAD half name(half x, half y, half z) {                                \
    return detail::from_plain(                                                                 \
        detail::math::name(detail::plain(x), detail::plain(y), detail::plain(z)));             \
  }                                                                                            \
  template <class NonScalar1, class NonScalar2, class NonScalar3,                              \
            class Operand = detail::several_reals<NonScalar1, NonScalar2, NonScalar3>>         \
  typename Operand::type name(const NonScalar1& x, const NonScalar2& y, const NonScalar3& z) { \
    const auto& a = detail::elements(x);                                                       \
    const auto& b = detail::elements(y);                                                       \
    const auto& c = detail::elements(z);                                                       \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], b[i], c[i]));                \
  }
#define CLEAVE_SYCL_MATH_INT(name)                                        \
  CLEAVE_SYCL_LAZY_OVERLOAD float name(float x, int n) {                  \
    return detail::math::name(x, n);                                      \
  }                                                                       \
  CLEAVE_SYCL_LAZY_OVERLOAD double name(double x, int n) {                \
    return detail::math::name(x, n);                                      \
  }                                                                       \
  CLEAVE_SYCL_LAZY_OVERLOAD half name(half x, int n) {                    \
    return detail::from_plain(detail::math::name(detail::plain(x), n));   \
  }                                                                       \
  template <class NonScalar1, class NonScalar2,                           \
            detail::reals_and_ints<NonScalar1, NonScalar2>* = nullptr>    \
  auto name(const NonScalar1& x, const NonScalar2& n) {                   \
    using Operand = detail::operand_of<NonScalar1>;                       \
    const auto& a = detail::elements(x);                                  \
    const auto& b = detail::elements(n);                                  \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], b[i])); \
  }
// The second result goes through a pointer to the operand's type, or to one of int.
#define CLEAVE_SYCL_MATH_SAME(name)                                                           \
  template <class Pointer, std::enable_if_t<detail::points_to<Pointer, float>, int> = 0>      \
  float name(float x, Pointer second) {                                                       \
    float value;                                                                              \
    const float first = detail::math::name(x, &value);                                        \
    *detail::raw_pointer(second) = value;                                                     \
    return first;                                                                             \
  }                                                                                           \
  template <class Pointer, std::enable_if_t<detail::points_to<Pointer, double>, int> = 0>     \
  double name(double x, Pointer second) {                                                     \
    double value;                                                                             \
    const double first = detail::math::name(x, &value);                                       \
    *detail::raw_pointer(second) = value;                                                     \
    return first;                                                                             \
  }                                                                                           \
  template <class Pointer, std::enable_if_t<detail::points_to<Pointer, half>, int> = 0>       \
  half name(half x, Pointer second) {                                                         \
    _Float16 value;                                                                           \
    const _Float16 first = detail::math::name(detail::plain(x), &value);                      \
    *detail::raw_pointer(second) = detail::from_plain(value);                                 \
    return detail::from_plain(first);                                                         \
  }                                                                                           \
  template <class NonScalar, class Pointer, class Operand = detail::several_reals<NonScalar>, \
            std::enable_if_t<detail::points_to<Pointer, typename Operand::type>, int> = 0>    \
  typename Operand::type name(const NonScalar& x, Pointer second) {                           \
    const auto& a = detail::elements(x);                                                      \
    typename Operand::type made, values;                                                      \
    for (int i = 0; i < Operand::count; ++i) made[i] = sycl::name(a[i], &values[i]);          \
    *detail::raw_pointer(second) = values;                                                    \
    return made;                                                                              \
  }
#define CLEAVE_SYCL_MATH_TO_INT(name)                                                         \
  template <class Pointer, std::enable_if_t<detail::points_to<Pointer, int>, int> = 0>        \
  float name(float x, Pointer second) {                                                       \
    int value;                                                                                \
    const float first = detail::math::name(x, &value);                                        \
    *detail::raw_pointer(second) = value;                                                     \
    return first;                                                                             \
  }                                                                                           \
  template <class Pointer, std::enable_if_t<detail::points_to<Pointer, int>, int> = 0>        \
  double name(double x, Pointer second) {                                                     \
    int value;                                                                                \
    const double first = detail::math::name(x, &value);                                       \
    *detail::raw_pointer(second) = value;                                                     \
    return first;                                                                             \
  }                                                                                           \
  template <class Pointer, std::enable_if_t<detail::points_to<Pointer, int>, int> = 0>        \
  half name(half x, Pointer second) {                                                         \
    int value;                                                                                \
    const _Float16 first = detail::math::name(detail::plain(x), &value);                      \
    *detail::raw_pointer(second) = value;                                                     \
    return detail::from_plain(first);                                                         \
  }                                                                                           \
  template <class NonScalar, class Pointer, class Operand = detail::several_reals<NonScalar>, \
            class Ints = typename Operand::template with<typename Operand::int_element>,      \
            std::enable_if_t<detail::points_to<Pointer, Ints>, int> = 0>                      \
  typename Operand::type name(const NonScalar& x, Pointer second) {                           \
    const auto& a = detail::elements(x);                                                      \
    typename Operand::type made;                                                              \
    Ints values;                                                                              \
    for (int i = 0; i < Operand::count; ++i) made[i] = sycl::name(a[i], &values[i]);          \
    *detail::raw_pointer(second) = values;                                                    \
    return made;                                                                              \
  }
#include "detail/math.def"

// Those whose second operand may be one number for all elements.
#define CLEAVE_SYCL_MATH_2(name)                                                       \
  CLEAVE_SYCL_LAZY_OVERLOAD float name(float x, float y) {                             \
    return detail::math::name(x, y);                                                   \
  }                                                                                    \
  CLEAVE_SYCL_LAZY_OVERLOAD double name(double x, double y) {                          \
    return detail::math::name(x, y);                                                   \
  }                                                                                    \
  CLEAVE_SYCL_LAZY_OVERLOAD half name(half x, half y) {                                \
    return detail::from_plain(detail::math::name(detail::plain(x), detail::plain(y))); \
  }                                                                                    \
  template <class NonScalar1, class NonScalar2,                                        \
            class Operand = detail::several_reals<NonScalar1, NonScalar2>>             \
  typename Operand::type name(const NonScalar1& x, const NonScalar2& y) {              \
    const auto& a = detail::elements(x);                                               \
    const auto& b = detail::elements(y);                                               \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], b[i]));              \
  }                                                                                    \
  template <class NonScalar, class Operand = detail::several_reals<NonScalar>>         \
  typename Operand::type name(const NonScalar& x, typename NonScalar::value_type y) {  \
    const auto& a = detail::elements(x);                                               \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], y));                 \
  }
CLEAVE_SYCL_MATH_2(fmax)
CLEAVE_SYCL_MATH_2(fmin)
#undef CLEAVE_SYCL_MATH_2

template <class NonScalar, class Operand = detail::several_reals<NonScalar>>
typename Operand::type ldexp(const NonScalar& x, int n) {
  const auto& a = detail::elements(x);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::ldexp(a[i], n));
}

CLEAVE_SYCL_LAZY_OVERLOAD int ilogb(float x) {
  return detail::math::ilogb(x);
}
CLEAVE_SYCL_LAZY_OVERLOAD int ilogb(double x) {
  return detail::math::ilogb(x);
}
CLEAVE_SYCL_LAZY_OVERLOAD int ilogb(half x) {
  return detail::math::ilogb(detail::plain(x));
}
template <class NonScalar, class Operand = detail::several_reals<NonScalar>>
auto ilogb(const NonScalar& x) -> typename Operand::template with<typename Operand::int_element> {
  using Ints = typename Operand::template with<typename Operand::int_element>;
  const auto& a = detail::elements(x);
  CLEAVE_SYCL_ELEMENTS(Ints, sycl::ilogb(a[i]));
}

// The quotient's bits are the second result.
#define CLEAVE_SYCL_REMQUO(type)                                                              \
  template <class Pointer, std::enable_if_t<detail::points_to<Pointer, int>, int> = 0>        \
  type remquo(type x, type y, Pointer quotient) {                                             \
    int value;                                                                                \
    const type rest =                                                                         \
        detail::from_plain(detail::math::remquo(detail::plain(x), detail::plain(y), &value)); \
    *detail::raw_pointer(quotient) = value;                                                   \
    return rest;                                                                              \
  }
CLEAVE_SYCL_REMQUO(float)
CLEAVE_SYCL_REMQUO(double)
CLEAVE_SYCL_REMQUO(half)
#undef CLEAVE_SYCL_REMQUO
template <class NonScalar1, class NonScalar2, class Pointer,
          class Operand = detail::several_reals<NonScalar1, NonScalar2>,
          class Ints = typename Operand::template with<typename Operand::int_element>,
          std::enable_if_t<detail::points_to<Pointer, Ints>, int> = 0>
typename Operand::type remquo(const NonScalar1& x, const NonScalar2& y, Pointer quotient) {
  const auto& a = detail::elements(x);
  const auto& b = detail::elements(y);
  typename Operand::type made;
  Ints values;
  for (int i = 0; i < Operand::count; ++i) made[i] = sycl::remquo(a[i], b[i], &values[i]);
  *detail::raw_pointer(quotient) = values;
  return made;
}

CLEAVE_SYCL_LAZY_OVERLOAD float nan(std::uint32_t code) {
  return detail::math::nan(code);
}
CLEAVE_SYCL_LAZY_OVERLOAD double nan(std::uint64_t code) {
  return detail::math::nan(code);
}
CLEAVE_SYCL_LAZY_OVERLOAD half nan(std::uint16_t code) {
  return detail::from_plain(detail::math::nan(code));
}
template <class NonScalar, class Operand = detail::several_integers<NonScalar>,
          class Number = decltype(sycl::nan(detail::element_of<NonScalar>())),
          std::enable_if_t<std::is_unsigned_v<detail::element_of<NonScalar>> &&
                               sizeof(Number) == sizeof(detail::element_of<NonScalar>),
                           int> = 0>
auto nan(const NonScalar& code) -> typename Operand::template with<Number> {
  const auto& a = detail::elements(code);
  CLEAVE_SYCL_ELEMENTS(typename Operand::template with<Number>, sycl::nan(a[i]));
}

}  // namespace _v1
}  // namespace sycl
