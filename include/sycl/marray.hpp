// Declares marray: a number of elements that are computed with at once (SYCL 2020, 4.14.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "detail/config.hpp"
#include "half.hpp"
#include "is_device_copyable.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type, std::size_t Count>
class marray {
  template <class Argument>
  struct count_of : std::integral_constant<std::size_t, 0> {};
  template <std::size_t Other>
  struct count_of<marray<Type, Other>> : std::integral_constant<std::size_t, Other> {};
  /// Counts the elements that an argument of the constructor gives: too many, if it may not be one.
  template <class Argument>
  static constexpr std::size_t elements_of() {
    if constexpr (count_of<Argument>::value != 0) {
      return count_of<Argument>::value;
    } else {
      return std::is_convertible_v<const Argument&, Type> ? 1 : Count + 1;
    }
  }
  template <class Element>
  static constexpr bool is_fraction =
      std::is_floating_point_v<Element> || std::is_same_v<Element, half>;
  struct nothing {};

 public:
  using value_type = Type;
  using reference = Type&;
  using const_reference = const Type&;
  using iterator = Type*;
  using const_iterator = const Type*;

  marray() = default;
  explicit constexpr marray(const Type& value) : marray(value, std::make_index_sequence<Count>()) {}
  /// Makes one of elements, and of arrays of them.
  template <class... Arguments, std::enable_if_t<(sizeof...(Arguments) > 1 || Count == 1) &&
                                                     (elements_of<Arguments>() + ... + 0) == Count,
                                                 int> = 0>
  constexpr marray(const Arguments&... arguments) : values_{} {
    std::size_t position = 0;
    (append(position, arguments), ...);
  }
  constexpr marray(const marray&) = default;
  constexpr marray(marray&&) = default;
  constexpr marray& operator=(const marray&) = default;
  constexpr marray& operator=(const Type& value) {
    for (std::size_t i = 0; i < Count; ++i) values_[i] = value;
    return *this;
  }

  /// One element is a number, too.
  constexpr operator std::conditional_t<Count == 1, Type, nothing>() const {
    if constexpr (Count == 1) {
      return values_[0];
    } else {
      return {};
    }
  }

  static constexpr std::size_t size() noexcept { return Count; }
  constexpr reference operator[](std::size_t index) { return values_[index]; }
  constexpr const_reference operator[](std::size_t index) const { return values_[index]; }
  constexpr iterator begin() { return values_; }
  constexpr const_iterator begin() const { return values_; }
  constexpr iterator end() { return values_ + Count; }
  constexpr const_iterator end() const { return values_ + Count; }

// Each is for two arrays, and for one with a number on either side; CLEAVE_SYCL_HEAD begins its declaration.
#define CLEAVE_SYCL_OPERATOR(op, result)                                                        \
  CLEAVE_SYCL_HEAD friend constexpr marray<result, Count> operator op(const marray& left,       \
                                                                      const marray& right) {    \
    marray<result, Count> made{};                                                               \
    for (std::size_t i = 0; i < Count; ++i) made[i] = static_cast<result>(left[i] op right[i]); \
    return made;                                                                                \
  }                                                                                             \
  CLEAVE_SYCL_HEAD friend constexpr marray<result, Count> operator op(const marray& left,       \
                                                                      const Type& right) {      \
    marray<result, Count> made{};                                                               \
    for (std::size_t i = 0; i < Count; ++i) made[i] = static_cast<result>(left[i] op right);    \
    return made;                                                                                \
  }                                                                                             \
  CLEAVE_SYCL_HEAD friend constexpr marray<result, Count> operator op(const Type& left,         \
                                                                      const marray& right) {    \
    marray<result, Count> made{};                                                               \
    for (std::size_t i = 0; i < Count; ++i) made[i] = static_cast<result>(left op right[i]);    \
    return made;                                                                                \
  }
#define CLEAVE_SYCL_ARITHMETIC(op)                                                                 \
  CLEAVE_SYCL_OPERATOR(op, Type)                                                                   \
  CLEAVE_SYCL_HEAD friend constexpr marray& operator op## = (marray & left, const marray& right) { \
    for (std::size_t i = 0; i < Count; ++i) left[i] = static_cast<Type>(left[i] op right[i]);      \
    return left;                                                                                   \
  }                                                                                                \
  CLEAVE_SYCL_HEAD friend constexpr marray& operator op## = (marray & left, const Type& right) {   \
    for (std::size_t i = 0; i < Count; ++i) left[i] = static_cast<Type>(left[i] op right);         \
    return left;                                                                                   \
  }
#define CLEAVE_SYCL_UNARY(op, result)                                                     \
  CLEAVE_SYCL_HEAD friend constexpr marray<result, Count> operator op(const marray& of) { \
    marray<result, Count> made{};                                                         \
    for (std::size_t i = 0; i < Count; ++i) made[i] = static_cast<result>(op of[i]);      \
    return made;                                                                          \
  }
#define CLEAVE_SYCL_COUNTED(op)                          \
  friend constexpr marray& operator op(marray& of) {     \
    for (std::size_t i = 0; i < Count; ++i) op of[i];    \
    return of;                                           \
  }                                                      \
  friend constexpr marray operator op(marray& of, int) { \
    const marray before = of;                            \
    op of;                                               \
    return before;                                       \
  }
#define CLEAVE_SYCL_HEAD
  CLEAVE_SYCL_ARITHMETIC(+)
  CLEAVE_SYCL_ARITHMETIC(-)
  CLEAVE_SYCL_ARITHMETIC(*)
  CLEAVE_SYCL_ARITHMETIC(/)
  CLEAVE_SYCL_OPERATOR(&&, bool)
  CLEAVE_SYCL_OPERATOR(||, bool)
  CLEAVE_SYCL_OPERATOR(==, bool)
  CLEAVE_SYCL_OPERATOR(!=, bool)
  CLEAVE_SYCL_OPERATOR(<, bool)
  CLEAVE_SYCL_OPERATOR(>, bool)
  CLEAVE_SYCL_OPERATOR(<=, bool)
  CLEAVE_SYCL_OPERATOR(>=, bool)
  CLEAVE_SYCL_UNARY(+, Type)
  CLEAVE_SYCL_UNARY(-, Type)
  CLEAVE_SYCL_UNARY(!, bool)
  CLEAVE_SYCL_COUNTED(++)
  CLEAVE_SYCL_COUNTED(--)
// Not for float, double and half.
#undef CLEAVE_SYCL_HEAD
#define CLEAVE_SYCL_HEAD \
  template <class Element = Type, std::enable_if_t<!is_fraction<Element>, int> = 0>
  CLEAVE_SYCL_ARITHMETIC(%)
  CLEAVE_SYCL_ARITHMETIC(&)
  CLEAVE_SYCL_ARITHMETIC(|)
  CLEAVE_SYCL_ARITHMETIC(^)
  CLEAVE_SYCL_ARITHMETIC(<<)
  CLEAVE_SYCL_ARITHMETIC(>>)
  CLEAVE_SYCL_UNARY(~, Type)
#undef CLEAVE_SYCL_HEAD
#undef CLEAVE_SYCL_COUNTED
#undef CLEAVE_SYCL_UNARY
#undef CLEAVE_SYCL_ARITHMETIC
#undef CLEAVE_SYCL_OPERATOR

 private:
  template <std::size_t... Indices>
  constexpr marray(const Type& value, std::index_sequence<Indices...>)
      : values_{(static_cast<void>(Indices), value)...} {}
  template <class Argument>
  constexpr void append(std::size_t& position, const Argument& argument) {
    if constexpr (count_of<Argument>::value != 0) {
      for (std::size_t i = 0; i < argument.size(); ++i) values_[position++] = argument[i];
    } else {
      values_[position++] = static_cast<Type>(argument);
    }
  }

  Type values_[Count];
};

template <class First, class... Rest,
          std::enable_if_t<(std::is_same_v<First, Rest> && ...), int> = 0>
marray(First, Rest...) -> marray<First, sizeof...(Rest) + 1>;

template <class Type, std::size_t Count>
struct is_device_copyable<marray<Type, Count>> : is_device_copyable<Type> {};

// mint2 to mint16 and so on (4.14.3.2).
#define CLEAVE_SYCL_NAMES(name, type) \
  using m##name##2 = marray<type, 2>; \
  using m##name##3 = marray<type, 3>; \
  using m##name##4 = marray<type, 4>; \
  using m##name##8 = marray<type, 8>; \
  using m##name##16 = marray<type, 16>;
CLEAVE_SYCL_NAMES(bool, bool)
CLEAVE_SYCL_NAMES(char, std::int8_t)
CLEAVE_SYCL_NAMES(uchar, std::uint8_t)
CLEAVE_SYCL_NAMES(short, std::int16_t)
CLEAVE_SYCL_NAMES(ushort, std::uint16_t)
CLEAVE_SYCL_NAMES(int, std::int32_t)
CLEAVE_SYCL_NAMES(uint, std::uint32_t)
CLEAVE_SYCL_NAMES(long, std::int64_t)
CLEAVE_SYCL_NAMES(ulong, std::uint64_t)
CLEAVE_SYCL_NAMES(half, half)
CLEAVE_SYCL_NAMES(float, float)
CLEAVE_SYCL_NAMES(double, double)
#undef CLEAVE_SYCL_NAMES

}  // namespace _v1
}  // namespace sycl
