// Declares the functions of mathematics for bfloat16 (sycl_ext_oneapi_bfloat16).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../../marray.hpp"
#include "../../../math.hpp"
#include "../bfloat16.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

template <class Type>
struct is_bfloat16 : std::false_type {};
template <>
struct is_bfloat16<ext::oneapi::bfloat16> : std::true_type {};
template <std::size_t Count>
struct is_bfloat16<marray<ext::oneapi::bfloat16, Count>> : std::true_type {};

/// Calls the function for one number, or for each element.
template <class Type, class Function, class... Rest>
Type for_each_bfloat16(Function function, const Type& first, const Rest&... rest) {
  if constexpr (std::is_same_v<Type, ext::oneapi::bfloat16>) {
    return function(first, rest...);
  } else {
    Type made;
    for (std::size_t i = 0; i < Type::size(); ++i) made[i] = function(first[i], rest[i]...);
    return made;
  }
}

/// The sum is rounded once. A float between two numbers may be a rounded one: then the rest decides, which is exact where
/// nothing over- or underflows.
CLEAVE_SYCL_LAZY ext::oneapi::bfloat16 fma_of_bfloat16(float a, float b, float c) {
#pragma clang fp reassociate(off) contract(off)
  const float sum = sycl::fma(a, b, c);
  auto bits = __builtin_bit_cast(std::uint32_t, sum);
  if ((bits & 0xffffu) == 0x8000u) {
    const float size = sycl::fabs(sum);
    const float scale = size >= 0x1p100f ? 0x1p-40f : (size < 1.0f ? 0x1p40f : 1.0f);
    const bool scales_a = (sycl::fabs(a) >= sycl::fabs(b)) == (scale < 1.0f);
    const float product = (scales_a ? a * scale : a) * (scales_a ? b : b * scale);
    const float term = c * scale;
    const float total = product + term;
    const float of_term = total - product;
    const float rest = (product - (total - of_term)) + (term - of_term);
    if (rest > 0.0f || rest < 0.0f) bits += (rest > 0.0f) == (sum > 0.0f) ? 1u : ~0u;
  }
  return ext::oneapi::bfloat16(__builtin_bit_cast(float, bits));
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace ext::oneapi {

inline bool isnan(bfloat16 x) {
  return (detail::bfloat16_access::bits(x) & 0x7fffu) > 0x7f80u;
}
template <std::size_t Count>
marray<bool, Count> isnan(marray<bfloat16, Count> x) {
  marray<bool, Count> made;
  for (std::size_t i = 0; i < Count; ++i) made[i] = oneapi::isnan(x[i]);
  return made;
}

template <class Type>
std::enable_if_t<detail::is_bfloat16<Type>::value, Type> fma(Type a, Type b, Type c) {
  return detail::for_each_bfloat16(
      [](bfloat16 x, bfloat16 y, bfloat16 z) { return detail::fma_of_bfloat16(x, y, z); }, a, b, c);
}
#define CLEAVE_SYCL_MATH_1(name)                                                    \
  template <class Type>                                                             \
  std::enable_if_t<detail::is_bfloat16<Type>::value, Type> name(Type x) {           \
    return detail::for_each_bfloat16(                                               \
        [](bfloat16 a) { return bfloat16(sycl::name(static_cast<float>(a))); }, x); \
  }
#define CLEAVE_SYCL_MATH_2(name)                                                     \
  template <class Type>                                                              \
  std::enable_if_t<detail::is_bfloat16<Type>::value, Type> name(Type x, Type y) {    \
    return detail::for_each_bfloat16(                                                \
        [](bfloat16 a, bfloat16 b) {                                                 \
          return bfloat16(sycl::name(static_cast<float>(a), static_cast<float>(b))); \
        },                                                                           \
        x, y);                                                                       \
  }
CLEAVE_SYCL_MATH_2(fmax)
CLEAVE_SYCL_MATH_2(fmin)
CLEAVE_SYCL_MATH_1(fabs)
CLEAVE_SYCL_MATH_1(ceil)
CLEAVE_SYCL_MATH_1(floor)
CLEAVE_SYCL_MATH_1(cos)
CLEAVE_SYCL_MATH_1(sin)
CLEAVE_SYCL_MATH_1(exp)
CLEAVE_SYCL_MATH_1(exp2)
CLEAVE_SYCL_MATH_1(exp10)
CLEAVE_SYCL_MATH_1(log)
CLEAVE_SYCL_MATH_1(log2)
CLEAVE_SYCL_MATH_1(log10)
CLEAVE_SYCL_MATH_1(rint)
CLEAVE_SYCL_MATH_1(sqrt)
CLEAVE_SYCL_MATH_1(rsqrt)
CLEAVE_SYCL_MATH_1(trunc)
#undef CLEAVE_SYCL_MATH_1
#undef CLEAVE_SYCL_MATH_2

// Earlier revisions had them here (sycl_ext_oneapi_bfloat16_math_functions).
namespace experimental {
using oneapi::bfloat16;
using oneapi::ceil;
using oneapi::cos;
using oneapi::exp;
using oneapi::exp10;
using oneapi::exp2;
using oneapi::fabs;
using oneapi::floor;
using oneapi::fma;
using oneapi::fmax;
using oneapi::fmin;
using oneapi::isnan;
using oneapi::log;
using oneapi::log10;
using oneapi::log2;
using oneapi::rint;
using oneapi::rsqrt;
using oneapi::sin;
using oneapi::sqrt;
using oneapi::trunc;
}  // namespace experimental

}  // namespace ext::oneapi
}  // namespace _v1
}  // namespace sycl
