// Declares the functions of integers (SYCL 2020, 4.17), whose results are exact on devices and hosts alike.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "detail/config.hpp"
#include "detail/math_operands.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// For functions of numbers of one type, each of which is a parameter of the template.
template <class Type, class... Others>
using enable_if_integers =
    std::enable_if_t<is_generic_integer<Type> && (std::is_same_v<Type, Others> && ...), int>;
template <class Type, class... Others>
using enable_if_32_bits = std::enable_if_t<
    is_generic_integer<Type> && sizeof(Type) == 4 && (std::is_same_v<Type, Others> && ...), int>;
template <class Type>
inline constexpr int bits_of = static_cast<int>(sizeof(Type) * 8);
/// The integer that has room for products of two.
template <class Type>
using product_of =
    std::conditional_t<sizeof(Type) == 4,
                       std::conditional_t<std::is_signed_v<Type>, std::int64_t, std::uint64_t>,
                       std::conditional_t<std::is_signed_v<Type>, std::int32_t, std::uint32_t>>;
/// The integer of OpenCL C that has 64 bits.
template <class Type>
using long_of = std::conditional_t<std::is_signed_v<Type>, long, unsigned long>;

#ifdef __SYCL_DEVICE_ONLY__
template <class Long>
Long long_mul_hi(Long x, Long y) {
  return cl::mul_hi(x, y);
}
template <class Long>
Long long_mad_sat(Long a, Long b, Long c) {
  return cl::mad_sat(a, b, c);
}
#else
template <class Long>
using long_product = std::conditional_t<std::is_signed_v<Long>, __int128, unsigned __int128>;
template <class Long>
constexpr Long long_mul_hi(Long x, Long y) {
  return static_cast<Long>((static_cast<long_product<Long>>(x) * y) >> 64);
}
template <class Long>
constexpr Long long_mad_sat(Long a, Long b, Long c) {
  const auto value = static_cast<long_product<Long>>(a) * b;
  const auto most = static_cast<long_product<Long>>(std::numeric_limits<Long>::max());
  const auto least = static_cast<long_product<Long>>(std::numeric_limits<Long>::min());
  // The product of two unsigned ones and a third fit exactly.
  const auto sum = value + c;
  return static_cast<Long>(sum > most ? most : sum < least ? least : sum);
}
#endif

}  // namespace CLEAVE_SYCL_HIDDEN detail

// A function of numbers, whose text is given, and of vectors and arrays of them.
#define CLEAVE_SYCL_INTEGER_1(name, ...)                                          \
  template <class Number, detail::enable_if_integers<Number> = 0>                 \
  constexpr Number name(Number x) {                                               \
    using Unsigned [[maybe_unused]] = std::make_unsigned_t<Number>;               \
    __VA_ARGS__                                                                   \
  }                                                                               \
  template <class NonScalar, class Operand = detail::several_integers<NonScalar>> \
  typename Operand::type name(const NonScalar& x) {                               \
    const auto& a = detail::elements(x);                                          \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i]));               \
  }
#define CLEAVE_SYCL_INTEGER_2(name, ...)                                                \
  template <class Number, class Second, detail::enable_if_integers<Number, Second> = 0> \
  constexpr Number name(Number x, Second y) {                                           \
    using Unsigned [[maybe_unused]] = std::make_unsigned_t<Number>;                     \
    __VA_ARGS__                                                                         \
  }                                                                                     \
  template <class NonScalar1, class NonScalar2,                                         \
            class Operand = detail::several_integers<NonScalar1, NonScalar2>>           \
  typename Operand::type name(const NonScalar1& x, const NonScalar2& y) {               \
    const auto& a = detail::elements(x);                                                \
    const auto& b = detail::elements(y);                                                \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], b[i]));               \
  }
#define CLEAVE_SYCL_INTEGER_3(name, ...)                                                       \
  template <class Number, class Second, class Third,                                           \
            detail::enable_if_integers<Number, Second, Third> = 0>                             \
  constexpr Number name(Number x, Second y, Third z) {                                         \
    using Unsigned [[maybe_unused]] = std::make_unsigned_t<Number>;                            \
    __VA_ARGS__                                                                                \
  }                                                                                            \
  template <class NonScalar1, class NonScalar2, class NonScalar3,                              \
            class Operand = detail::several_integers<NonScalar1, NonScalar2, NonScalar3>>      \
  typename Operand::type name(const NonScalar1& x, const NonScalar2& y, const NonScalar3& z) { \
    const auto& a = detail::elements(x);                                                       \
    const auto& b = detail::elements(y);                                                       \
    const auto& c = detail::elements(z);                                                       \
    CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::name(a[i], b[i], c[i]));                \
  }

CLEAVE_SYCL_INTEGER_1(abs, {
  if constexpr (std::is_signed_v<Number>) {
    return x < 0 ? static_cast<Number>(Unsigned(0) - static_cast<Unsigned>(x)) : x;
  } else {
    return x;
  }
})
CLEAVE_SYCL_INTEGER_2(abs_diff, {
  const Unsigned a = static_cast<Unsigned>(x);
  const Unsigned b = static_cast<Unsigned>(y);
  return static_cast<Number>(x > y ? a - b : b - a);
})
CLEAVE_SYCL_INTEGER_2(add_sat, { return __builtin_elementwise_add_sat(x, y); })
CLEAVE_SYCL_INTEGER_2(sub_sat, { return __builtin_elementwise_sub_sat(x, y); })
CLEAVE_SYCL_INTEGER_2(hadd, { return static_cast<Number>((x & y) + ((x ^ y) >> 1)); })
CLEAVE_SYCL_INTEGER_2(rhadd, { return static_cast<Number>((x | y) - ((x ^ y) >> 1)); })
CLEAVE_SYCL_INTEGER_1(clz, {
  return static_cast<Number>(__builtin_clzg(static_cast<Unsigned>(x), detail::bits_of<Number>));
})
CLEAVE_SYCL_INTEGER_1(ctz, {
  return static_cast<Number>(__builtin_ctzg(static_cast<Unsigned>(x), detail::bits_of<Number>));
})
CLEAVE_SYCL_INTEGER_1(popcount, {
  return static_cast<Number>(__builtin_popcountg(static_cast<Unsigned>(x)));
})
CLEAVE_SYCL_INTEGER_2(mul_hi, {
  if constexpr (sizeof(Number) == 8) {
    using Long = detail::long_of<Number>;
    return static_cast<Number>(
        detail::long_mul_hi<Long>(static_cast<Long>(x), static_cast<Long>(y)));
  } else {
    using Product = detail::product_of<Number>;
    return static_cast<Number>((static_cast<Product>(x) * static_cast<Product>(y)) >>
                               detail::bits_of<Number>);
  }
})
CLEAVE_SYCL_INTEGER_3(mad_hi, {
  return static_cast<Number>(static_cast<Unsigned>(sycl::mul_hi(x, y)) + static_cast<Unsigned>(z));
})
CLEAVE_SYCL_INTEGER_3(mad_sat, {
  if constexpr (sizeof(Number) == 8) {
    using Long = detail::long_of<Number>;
    return static_cast<Number>(detail::long_mad_sat<Long>(
        static_cast<Long>(x), static_cast<Long>(y), static_cast<Long>(z)));
  } else {
    using Product = detail::product_of<Number>;
    const Product sum = static_cast<Product>(x) * static_cast<Product>(y) + z;
    constexpr Product most = std::numeric_limits<Number>::max();
    constexpr Product least = std::numeric_limits<Number>::min();
    return static_cast<Number>(sum > most ? most : sum < least ? least : sum);
  }
})
CLEAVE_SYCL_INTEGER_2(rotate, {
  constexpr unsigned mask = detail::bits_of<Number> - 1;
  const unsigned left = static_cast<unsigned>(y) & mask;
  const Unsigned bits = static_cast<Unsigned>(x);
  return static_cast<Number>(static_cast<Unsigned>(bits << left) |
                             static_cast<Unsigned>(bits >> ((0 - left) & mask)));
})

// These are for 32 bits alone.
template <class Number, class Second, detail::enable_if_32_bits<Number, Second> = 0>
constexpr Number mul24(Number x, Second y) {
  return static_cast<Number>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y));
}
template <class Number, class Second, class Third,
          detail::enable_if_32_bits<Number, Second, Third> = 0>
constexpr Number mad24(Number x, Second y, Third z) {
  return static_cast<Number>(static_cast<std::uint32_t>(sycl::mul24(x, y)) +
                             static_cast<std::uint32_t>(z));
}
template <class NonScalar1, class NonScalar2,
          class Operand = detail::several_integers<NonScalar1, NonScalar2>,
          std::enable_if_t<sizeof(typename Operand::element) == 4, int> = 0>
typename Operand::type mul24(const NonScalar1& x, const NonScalar2& y) {
  const auto& a = detail::elements(x);
  const auto& b = detail::elements(y);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::mul24(a[i], b[i]));
}
template <class NonScalar1, class NonScalar2, class NonScalar3,
          class Operand = detail::several_integers<NonScalar1, NonScalar2, NonScalar3>,
          std::enable_if_t<sizeof(typename Operand::element) == 4, int> = 0>
typename Operand::type mad24(const NonScalar1& x, const NonScalar2& y, const NonScalar3& z) {
  const auto& a = detail::elements(x);
  const auto& b = detail::elements(y);
  const auto& c = detail::elements(z);
  CLEAVE_SYCL_ELEMENTS(typename Operand::type, sycl::mad24(a[i], b[i], c[i]));
}

namespace CLEAVE_SYCL_HIDDEN detail {
/// The integer of twice the bits, for a high half and an unsigned low half.
template <class High, class Low>
struct joined;
#define CLEAVE_SYCL_JOINED(bits, twice)                     \
  template <>                                               \
  struct joined<std::uint##bits##_t, std::uint##bits##_t> { \
    using type = std::uint##twice##_t;                      \
  };                                                        \
  template <>                                               \
  struct joined<std::int##bits##_t, std::uint##bits##_t> {  \
    using type = std::int##twice##_t;                       \
  };
CLEAVE_SYCL_JOINED(8, 16)
CLEAVE_SYCL_JOINED(16, 32)
CLEAVE_SYCL_JOINED(32, 64)
#undef CLEAVE_SYCL_JOINED
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class High, class Low, class Joined = typename detail::joined<High, Low>::type>
constexpr Joined upsample(High high, Low low) {
  using Unsigned = std::make_unsigned_t<Joined>;
  return static_cast<Joined>(
      static_cast<Unsigned>(static_cast<Unsigned>(high) << detail::bits_of<High>) | low);
}
template <class NonScalar1, class NonScalar2, class Operand = detail::several_integers<NonScalar1>,
          std::enable_if_t<detail::are_alike<NonScalar1, NonScalar2>, int> = 0,
          class Joined = typename detail::joined<typename Operand::element,
                                                 detail::element_of<NonScalar2>>::type>
auto upsample(const NonScalar1& high, const NonScalar2& low) ->
    typename Operand::template with<Joined> {
  const auto& a = detail::elements(high);
  const auto& b = detail::elements(low);
  CLEAVE_SYCL_ELEMENTS(typename Operand::template with<Joined>, sycl::upsample(a[i], b[i]));
}

#undef CLEAVE_SYCL_INTEGER_1
#undef CLEAVE_SYCL_INTEGER_2
#undef CLEAVE_SYCL_INTEGER_3

}  // namespace _v1
}  // namespace sycl
