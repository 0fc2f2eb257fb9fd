// Declares bfloat16: numbers with the exponents of float in 16 bits (sycl_ext_oneapi_bfloat16).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../../detail/config.hpp"
#include "../../detail/std_hash.hpp"
#include "../../half.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct bfloat16_access;
}
namespace ext::oneapi {

/// The upper half of a float. Operators compute with floats and round once, to the nearest, and to even ones of two.
class bfloat16 {
  template <class Number>
  static constexpr bool is_number =
      std::is_convertible_v<Number, float> && !std::is_same_v<Number, bfloat16>;

 public:
  bfloat16() = default;
  constexpr bfloat16(const bfloat16&) = default;
  constexpr bfloat16& operator=(const bfloat16&) = default;
  constexpr bfloat16(const float& value) : bits_(rounded(value)) {}
  constexpr bfloat16& operator=(const float& value) { return *this = bfloat16(value); }
  constexpr bfloat16(const half& value) : bfloat16(static_cast<float>(value)) {}
  constexpr bfloat16& operator=(const half& value) { return *this = bfloat16(value); }

  constexpr operator float() const {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16);
  }
  constexpr operator half() const { return half(static_cast<float>(*this)); }
  constexpr explicit operator bool() const { return static_cast<float>(*this) != 0.0f; }

  friend constexpr bfloat16 operator-(const bfloat16& of) {
    return made(static_cast<std::uint16_t>(of.bits_ ^ 0x8000u));
  }
  friend constexpr bfloat16& operator++(bfloat16& of) { return of = float(of) + 1.0f; }
  friend constexpr bfloat16& operator--(bfloat16& of) { return of = float(of) - 1.0f; }
  friend constexpr bfloat16 operator++(bfloat16& of, int) {
    const bfloat16 before = of;
    ++of;
    return before;
  }
  friend constexpr bfloat16 operator--(bfloat16& of, int) {
    const bfloat16 before = of;
    --of;
    return before;
  }

// Each is for two of these, and for one with another number on either side.
#define CLEAVE_SYCL_OPERATOR(op, result)                                             \
  friend constexpr result operator op(const bfloat16& left, const bfloat16& right) { \
    return float(left) op float(right);                                              \
  }                                                                                  \
  template <class Number, std::enable_if_t<is_number<Number>, int> = 0>              \
  friend constexpr result operator op(const bfloat16& left, const Number& right) {   \
    return float(left) op static_cast<float>(right);                                 \
  }                                                                                  \
  template <class Number, std::enable_if_t<is_number<Number>, int> = 0>              \
  friend constexpr result operator op(const Number& left, const bfloat16& right) {   \
    return static_cast<float>(left) op float(right);                                 \
  }
#define CLEAVE_SYCL_ARITHMETIC(op)                                                      \
  CLEAVE_SYCL_OPERATOR(op, bfloat16)                                                    \
  friend constexpr bfloat16& operator op## = (bfloat16 & left, const bfloat16& right) { \
    return left = left op right;                                                        \
  }
  CLEAVE_SYCL_ARITHMETIC(+)
  CLEAVE_SYCL_ARITHMETIC(-)
  CLEAVE_SYCL_ARITHMETIC(*)
  CLEAVE_SYCL_ARITHMETIC(/)
#undef CLEAVE_SYCL_ARITHMETIC
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wfloat-equal"
  CLEAVE_SYCL_OPERATOR(==, bool)
  CLEAVE_SYCL_OPERATOR(!=, bool)
  CLEAVE_SYCL_OPERATOR(<, bool)
  CLEAVE_SYCL_OPERATOR(>, bool)
  CLEAVE_SYCL_OPERATOR(<=, bool)
  CLEAVE_SYCL_OPERATOR(>=, bool)
#pragma clang diagnostic pop
#undef CLEAVE_SYCL_OPERATOR

 private:
  friend struct detail::bfloat16_access;
  static constexpr bfloat16 made(std::uint16_t bits) {
    bfloat16 made_number{};
    made_number.bits_ = bits;
    return made_number;
  }
  static constexpr std::uint16_t rounded(float value) {
    const auto bits = __builtin_bit_cast(std::uint32_t, value);
    // Rounding could make an infinity of what is none: it stays one, and becomes quiet.
    if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
  }
  std::uint16_t bits_;
};

}  // namespace ext::oneapi

namespace CLEAVE_SYCL_HIDDEN detail {
struct bfloat16_access {
  static constexpr std::uint16_t bits(ext::oneapi::bfloat16 of) { return of.bits_; }
  static constexpr ext::oneapi::bfloat16 make(std::uint16_t bits) {
    return ext::oneapi::bfloat16::made(bits);
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::ext::oneapi::bfloat16> {
  std::size_t operator()(sycl::ext::oneapi::bfloat16 value) const {
    return std::hash<float>()(value);
  }
};

template <>
class std::numeric_limits<sycl::ext::oneapi::bfloat16> {
  using number = sycl::ext::oneapi::bfloat16;
  static constexpr number of(std::uint16_t bits) {
    return sycl::detail::bfloat16_access::make(bits);
  }

 public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -125;
  static constexpr int min_exponent10 = -37;
  static constexpr int max_exponent = 128;
  static constexpr int max_exponent10 = 38;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr number min() noexcept { return of(0x0080); }
  static constexpr number max() noexcept { return of(0x7f7f); }
  static constexpr number lowest() noexcept { return of(0xff7f); }
  static constexpr number epsilon() noexcept { return of(0x3c00); }
  static constexpr number round_error() noexcept { return of(0x3f00); }
  static constexpr number infinity() noexcept { return of(0x7f80); }
  static constexpr number quiet_NaN() noexcept { return of(0x7fc0); }
  static constexpr number signaling_NaN() noexcept { return of(0x7fa0); }
  static constexpr number denorm_min() noexcept { return of(0x0001); }
};
