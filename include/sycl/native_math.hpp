// Declares native:: and half_precision:: (SYCL 2020, 4.17): functions of float that are faster and less precise.
#pragma once

#include "detail/config.hpp"
#include "detail/math_operands.hpp"

namespace sycl {
inline namespace _v1 {

#define CLEAVE_SYCL_FLOAT_1(name)                                                             \
  CLEAVE_SYCL_LAZY_OVERLOAD CLEAVE_SYCL_DEPRECATED float name(float x) {                      \
    return detail::math::CLEAVE_SYCL_FORM(name)(x);                                           \
  }                                                                                           \
  template <class NonScalar, class Operand = detail::several_floats<NonScalar>>               \
  CLEAVE_SYCL_DEPRECATED typename Operand::type name(const NonScalar& x) {                    \
    const auto& a = detail::elements(x);                                                      \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, detail::math::CLEAVE_SYCL_FORM(name)(a[i])); \
  }
#define CLEAVE_SYCL_FLOAT_2(name)                                                                \
  CLEAVE_SYCL_LAZY_OVERLOAD CLEAVE_SYCL_DEPRECATED float name(float x, float y) {                \
    return detail::math::CLEAVE_SYCL_FORM(name)(x, y);                                           \
  }                                                                                              \
  template <class NonScalar1, class NonScalar2,                                                  \
            class Operand = detail::several_floats<NonScalar1, NonScalar2>>                      \
  CLEAVE_SYCL_DEPRECATED typename Operand::type name(const NonScalar1& x, const NonScalar2& y) { \
    const auto& a = detail::elements(x);                                                         \
    const auto& b = detail::elements(y);                                                         \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type,                                                 \
                         detail::math::CLEAVE_SYCL_FORM(name)(a[i], b[i]));                      \
  }
#define CLEAVE_SYCL_FLOATS    \
  CLEAVE_SYCL_FLOAT_1(cos)    \
  CLEAVE_SYCL_FLOAT_2(divide) \
  CLEAVE_SYCL_FLOAT_1(exp)    \
  CLEAVE_SYCL_FLOAT_1(exp2)   \
  CLEAVE_SYCL_FLOAT_1(exp10)  \
  CLEAVE_SYCL_FLOAT_1(log)    \
  CLEAVE_SYCL_FLOAT_1(log2)   \
  CLEAVE_SYCL_FLOAT_1(log10)  \
  CLEAVE_SYCL_FLOAT_2(powr)   \
  CLEAVE_SYCL_FLOAT_1(recip)  \
  CLEAVE_SYCL_FLOAT_1(rsqrt)  \
  CLEAVE_SYCL_FLOAT_1(sin)    \
  CLEAVE_SYCL_FLOAT_1(sqrt)   \
  CLEAVE_SYCL_FLOAT_1(tan)

namespace native {
#define CLEAVE_SYCL_DEPRECATED
#define CLEAVE_SYCL_FORM(name) native_##name
CLEAVE_SYCL_FLOATS
#undef CLEAVE_SYCL_DEPRECATED
#undef CLEAVE_SYCL_FORM
}  // namespace native

namespace half_precision {
#define CLEAVE_SYCL_DEPRECATED [[deprecated("use sycl::native")]]
#define CLEAVE_SYCL_FORM(name) half_##name
CLEAVE_SYCL_FLOATS
#undef CLEAVE_SYCL_DEPRECATED
#undef CLEAVE_SYCL_FORM
}  // namespace half_precision

#undef CLEAVE_SYCL_FLOATS
#undef CLEAVE_SYCL_FLOAT_1
#undef CLEAVE_SYCL_FLOAT_2

}  // namespace _v1
}  // namespace sycl
