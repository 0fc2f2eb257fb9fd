// Declares half: numbers of 16 bits (SYCL 2020, 4.14.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "detail/config.hpp"
#include "detail/std_hash.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct half_access;
}

/// A number of IEEE 754's binary16. Operators round once.
class half {
 public:
  half() = default;
  constexpr half(float value) : value_(static_cast<_Float16>(value)) {}
  template <
      class Number,
      std::enable_if_t<std::is_arithmetic_v<Number> && !std::is_same_v<Number, float>, int> = 0>
  constexpr half(Number value) : value_(static_cast<_Float16>(value)) {}

  constexpr operator float() const { return static_cast<float>(value_); }

  friend constexpr half operator+(half left, half right) {
    return made(left.value_ + right.value_);
  }
  friend constexpr half operator-(half left, half right) {
    return made(left.value_ - right.value_);
  }
  friend constexpr half operator*(half left, half right) {
    return made(left.value_ * right.value_);
  }
  friend constexpr half operator/(half left, half right) {
    return made(left.value_ / right.value_);
  }
  friend constexpr half operator+(half of) { return of; }
  friend constexpr half operator-(half of) { return made(-of.value_); }
  friend constexpr half& operator+=(half& left, half right) {
    left.value_ = left.value_ + right.value_;
    return left;
  }
  friend constexpr half& operator-=(half& left, half right) {
    left.value_ = left.value_ - right.value_;
    return left;
  }
  friend constexpr half& operator*=(half& left, half right) {
    left.value_ = left.value_ * right.value_;
    return left;
  }
  friend constexpr half& operator/=(half& left, half right) {
    left.value_ = left.value_ / right.value_;
    return left;
  }
  friend constexpr half& operator++(half& of) {
    ++of.value_;
    return of;
  }
  friend constexpr half& operator--(half& of) {
    --of.value_;
    return of;
  }
  friend constexpr half operator++(half& of, int) { return made(of.value_++); }
  friend constexpr half operator--(half& of, int) { return made(of.value_--); }

// With a number of another type, the result is of the type that C++ would take for _Float16. They compute with the
// compiler's numbers: among this class's own operators each would be searched for.
#define CLEAVE_SYCL_HALF(op)                                                     \
  friend constexpr float operator op(half left, float right) {                   \
    return static_cast<float>(left.value_) op right;                             \
  }                                                                              \
  friend constexpr float operator op(float left, half right) {                   \
    return left op static_cast<float>(right.value_);                             \
  }                                                                              \
  friend constexpr double operator op(half left, double right) {                 \
    return static_cast<double>(left.value_) op right;                            \
  }                                                                              \
  friend constexpr double operator op(double left, half right) {                 \
    return left op static_cast<double>(right.value_);                            \
  }                                                                              \
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0> \
  friend constexpr half operator op(half left, Number right) {                   \
    return made(left.value_ op static_cast<_Float16>(right));                    \
  }                                                                              \
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0> \
  friend constexpr half operator op(Number left, half right) {                   \
    return made(static_cast<_Float16>(left) op right.value_);                    \
  }
  CLEAVE_SYCL_HALF(+)
  CLEAVE_SYCL_HALF(-)
  CLEAVE_SYCL_HALF(*)
  CLEAVE_SYCL_HALF(/)
#undef CLEAVE_SYCL_HALF

#define CLEAVE_SYCL_HALF(op)                                                                       \
  friend constexpr bool operator op(half left, half right) { return left.value_ op right.value_; } \
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>                 \
  friend constexpr bool operator op(half left, Number right) {                                     \
    return left.value_ op right;                                                                   \
  }                                                                                                \
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>                 \
  friend constexpr bool operator op(Number left, half right) {                                     \
    return left op right.value_;                                                                   \
  }
  CLEAVE_SYCL_HALF(==)
  CLEAVE_SYCL_HALF(!=)
  CLEAVE_SYCL_HALF(<)
  CLEAVE_SYCL_HALF(>)
  CLEAVE_SYCL_HALF(<=)
  CLEAVE_SYCL_HALF(>=)
#undef CLEAVE_SYCL_HALF

 private:
  friend struct detail::half_access;
  static constexpr half made(_Float16 value) {
    half made_half{};
    made_half.value_ = value;
    return made_half;
  }
  _Float16 value_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
/// Between half and the compiler's type.
struct half_access {
  static constexpr _Float16 get(half of) { return of.value_; }
  static constexpr half make(_Float16 value) { return half::made(value); }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::half> {
  std::size_t operator()(sycl::half value) const { return std::hash<float>()(value); }
};

template <>
class std::numeric_limits<sycl::half> {
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
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr sycl::half min() noexcept { return sycl::half(6.103515625e-05f); }
  static constexpr sycl::half max() noexcept { return sycl::half(65504.0f); }
  static constexpr sycl::half lowest() noexcept { return sycl::half(-65504.0f); }
  static constexpr sycl::half epsilon() noexcept { return sycl::half(9.765625e-04f); }
  static constexpr sycl::half round_error() noexcept { return sycl::half(0.5f); }
  static constexpr sycl::half infinity() noexcept { return sycl::half(__builtin_inff()); }
  static constexpr sycl::half quiet_NaN() noexcept { return sycl::half(__builtin_nanf("")); }
  static constexpr sycl::half signaling_NaN() noexcept {
    return sycl::detail::half_access::make(__builtin_nansf16(""));
  }
  static constexpr sycl::half denorm_min() noexcept { return sycl::half(5.9604644775390625e-08f); }
};
