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
  struct count_of : std::integral_constant<std::size_t, 1> {};
  template <std::size_t Other>
  struct count_of<marray<Type, Other>> : std::integral_constant<std::size_t, Other> {};
  template <class Argument>
  static constexpr bool fits =
      std::is_convertible_v<Argument, Type> || count_of<std::decay_t<Argument>>::value != 1;

 public:
  using value_type = Type;
  using reference = Type&;
  using const_reference = const Type&;
  using iterator = Type*;
  using const_iterator = const Type*;

  constexpr marray() : values_{} {}
  explicit constexpr marray(const Type& value) : values_{} {
    for (std::size_t i = 0; i < Count; ++i) values_[i] = value;
  }
  /// Makes one of elements, and of arrays of them.
  template <class... Arguments,
            std::enable_if_t<(sizeof...(Arguments) > 1 || Count == 1) && (fits<Arguments> && ...) &&
                                 (count_of<std::decay_t<Arguments>>::value + ... + 0) == Count,
                             int> = 0>
  constexpr marray(const Arguments&... arguments) : values_{} {
    std::size_t place = 0;
    (append(place, arguments), ...);
  }
  constexpr marray(const marray&) = default;
  constexpr marray(marray&&) = default;
  constexpr marray& operator=(const marray&) = default;
  constexpr marray& operator=(const Type& value) { return *this = marray(value); }

  template <std::size_t N = Count, std::enable_if_t<N == 1, int> = 0>
  constexpr operator Type() const {
    return values_[0];
  }

  static constexpr std::size_t size() noexcept { return Count; }
  constexpr Type& operator[](std::size_t index) { return values_[index]; }
  constexpr const Type& operator[](std::size_t index) const { return values_[index]; }
  constexpr Type* begin() { return values_; }
  constexpr const Type* begin() const { return values_; }
  constexpr Type* end() { return values_ + Count; }
  constexpr const Type* end() const { return values_ + Count; }

// Each is for two arrays, and for one with a number on either side.
#define CLEAVE_SYCL_OPERATOR(op, result)                                                        \
  friend constexpr marray<result, Count> operator op(const marray& left, const marray& right) { \
    marray<result, Count> made;                                                                 \
    for (std::size_t i = 0; i < Count; ++i) made[i] = left[i] op right[i];                      \
    return made;                                                                                \
  }                                                                                             \
  friend constexpr marray<result, Count> operator op(const marray& left, const Type& right) {   \
    return left op marray(right);                                                               \
  }                                                                                             \
  friend constexpr marray<result, Count> operator op(const Type& left, const marray& right) {   \
    return marray(left) op right;                                                               \
  }
#define CLEAVE_SYCL_ARITHMETIC(op)                                                \
  CLEAVE_SYCL_OPERATOR(op, Type)                                                  \
  friend constexpr marray& operator op## = (marray & left, const marray& right) { \
    return left = left op right;                                                  \
  }                                                                               \
  friend constexpr marray& operator op## = (marray & left, const Type& right) {   \
    return left = left op right;                                                  \
  }
  CLEAVE_SYCL_ARITHMETIC(+)
  CLEAVE_SYCL_ARITHMETIC(-)
  CLEAVE_SYCL_ARITHMETIC(*)
  CLEAVE_SYCL_ARITHMETIC(/)
  CLEAVE_SYCL_ARITHMETIC(%)
  CLEAVE_SYCL_ARITHMETIC(&)
  CLEAVE_SYCL_ARITHMETIC(|)
  CLEAVE_SYCL_ARITHMETIC(^)
  CLEAVE_SYCL_ARITHMETIC(<<)
  CLEAVE_SYCL_ARITHMETIC(>>)
  CLEAVE_SYCL_OPERATOR(&&, bool)
  CLEAVE_SYCL_OPERATOR(||, bool)
  CLEAVE_SYCL_OPERATOR(==, bool)
  CLEAVE_SYCL_OPERATOR(!=, bool)
  CLEAVE_SYCL_OPERATOR(<, bool)
  CLEAVE_SYCL_OPERATOR(>, bool)
  CLEAVE_SYCL_OPERATOR(<=, bool)
  CLEAVE_SYCL_OPERATOR(>=, bool)
#undef CLEAVE_SYCL_ARITHMETIC
#undef CLEAVE_SYCL_OPERATOR

  friend constexpr marray& operator++(marray& of) { return of += Type(1); }
  friend constexpr marray& operator--(marray& of) { return of -= Type(1); }
  friend constexpr marray operator++(marray& of, int) {
    const marray before = of;
    of += Type(1);
    return before;
  }
  friend constexpr marray operator--(marray& of, int) {
    const marray before = of;
    of -= Type(1);
    return before;
  }
  friend constexpr marray operator+(const marray& of) { return of; }
  friend constexpr marray operator-(const marray& of) {
    marray made;
    for (std::size_t i = 0; i < Count; ++i) made[i] = -of[i];
    return made;
  }
  friend constexpr marray operator~(const marray& of) {
    marray made;
    for (std::size_t i = 0; i < Count; ++i) made[i] = ~of[i];
    return made;
  }
  friend constexpr marray<bool, Count> operator!(const marray& of) {
    marray<bool, Count> made;
    for (std::size_t i = 0; i < Count; ++i) made[i] = !of[i];
    return made;
  }

 private:
  template <class Value>
  constexpr void append(std::size_t& place, const Value& value) {
    values_[place++] = static_cast<Type>(value);
  }
  template <std::size_t Other>
  constexpr void append(std::size_t& place, const marray<Type, Other>& values) {
    for (std::size_t i = 0; i < Other; ++i) values_[place++] = values[i];
  }
  Type values_[Count];
};

template <class First, class... Rest>
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
