// Declares vec: vectors of 1, 2, 3, 4, 8 or 16 elements (SYCL 2020, 4.14.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "bit_cast.hpp"
#include "detail/config.hpp"
#include "half.hpp"
#include "is_device_copyable.hpp"
#include "multi_ptr.hpp"
#include "types.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type, int Count>
class vec;

namespace CLEAVE_SYCL_HIDDEN detail {
/// Names what comparisons give: -1 for true, in elements of the same size.
template <std::size_t Bytes>
struct truth;
template <>
struct truth<1> {
  using type = std::int8_t;
};
template <>
struct truth<2> {
  using type = std::int16_t;
};
template <>
struct truth<4> {
  using type = std::int32_t;
};
template <>
struct truth<8> {
  using type = std::int64_t;
};
template <class Argument>
struct vec_count : std::integral_constant<int, 1> {};
template <class Type, int Count>
struct vec_count<vec<Type, Count>> : std::integral_constant<int, Count> {};
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Type, int Count>
class alignas((Count == 3 ? 4 : Count) * sizeof(Type) > 64
                  ? 64
                  : (Count == 3 ? 4 : Count) * sizeof(Type)) vec {
  static_assert(Count == 1 || Count == 2 || Count == 3 || Count == 4 || Count == 8 || Count == 16,
                "vectors have 1, 2, 3, 4, 8 or 16 elements");
  template <class Argument>
  static constexpr bool fits =
      std::is_convertible_v<Argument, Type> || (detail::vec_count<Argument>::value > 1);

 public:
  using element_type = Type;
  using value_type = Type;

  constexpr vec() : values_{} {}
  constexpr vec(const vec&) = default;
  constexpr vec& operator=(const vec&) = default;
  constexpr vec(const Type& value) : values_{} {
    for (int i = 0; i < Count; ++i) values_[i] = value;
  }
  /// Makes one of elements, and of vectors of them.
  template <class... Arguments,
            std::enable_if_t<(sizeof...(Arguments) > 1) && (fits<Arguments> && ...) &&
                                 (detail::vec_count<Arguments>::value + ... + 0) == Count,
                             int> = 0>
  constexpr vec(const Arguments&... arguments) : values_{} {
    int place = 0;
    (append(place, arguments), ...);
  }
  constexpr vec& operator=(const Type& value) { return *this = vec(value); }

  template <int N = Count, std::enable_if_t<N == 1, int> = 0>
  constexpr operator Type() const {
    return values_[0];
  }

  static constexpr std::size_t size() noexcept { return Count; }
  static constexpr std::size_t byte_size() noexcept { return sizeof(vec); }
  [[deprecated("use size")]] static constexpr std::size_t get_count() { return Count; }
  [[deprecated("use byte_size")]] static constexpr std::size_t get_size() { return sizeof(vec); }

  constexpr Type& operator[](int index) { return values_[index]; }
  constexpr const Type& operator[](int index) const { return values_[index]; }

// An element by its name.
#define CLEAVE_SYCL_ELEMENT(name, index)                           \
  template <int N = Count, std::enable_if_t<(N > index), int> = 0> \
  constexpr Type& name() {                                         \
    return values_[index];                                         \
  }                                                                \
  template <int N = Count, std::enable_if_t<(N > index), int> = 0> \
  constexpr const Type& name() const {                             \
    return values_[index];                                         \
  }
  CLEAVE_SYCL_ELEMENT(x, 0)
  CLEAVE_SYCL_ELEMENT(y, 1)
  CLEAVE_SYCL_ELEMENT(z, 2)
  CLEAVE_SYCL_ELEMENT(w, 3)
  CLEAVE_SYCL_ELEMENT(s0, 0)
  CLEAVE_SYCL_ELEMENT(s1, 1)
  CLEAVE_SYCL_ELEMENT(s2, 2)
  CLEAVE_SYCL_ELEMENT(s3, 3)
  CLEAVE_SYCL_ELEMENT(s4, 4)
  CLEAVE_SYCL_ELEMENT(s5, 5)
  CLEAVE_SYCL_ELEMENT(s6, 6)
  CLEAVE_SYCL_ELEMENT(s7, 7)
  CLEAVE_SYCL_ELEMENT(s8, 8)
  CLEAVE_SYCL_ELEMENT(s9, 9)
  CLEAVE_SYCL_ELEMENT(sA, 10)
  CLEAVE_SYCL_ELEMENT(sB, 11)
  CLEAVE_SYCL_ELEMENT(sC, 12)
  CLEAVE_SYCL_ELEMENT(sD, 13)
  CLEAVE_SYCL_ELEMENT(sE, 14)
  CLEAVE_SYCL_ELEMENT(sF, 15)
#undef CLEAVE_SYCL_ELEMENT

  /// As C++ converts each element.
  template <class To>
  constexpr vec<To, Count> convert() const {
    vec<To, Count> made;
    for (int i = 0; i < Count; ++i) made[i] = static_cast<To>(values_[i]);
    return made;
  }
  /// The same bytes as another vector.
  template <class To>
  To as() const {
    static_assert(sizeof(To) == sizeof(vec), "vec::as keeps the size");
    return sycl::bit_cast<To>(*this);
  }

  void load(std::size_t offset, const Type* from) {
    for (int i = 0; i < Count; ++i) values_[i] = from[offset * Count + static_cast<std::size_t>(i)];
  }
  void store(std::size_t offset, Type* to) const {
    for (int i = 0; i < Count; ++i) to[offset * Count + static_cast<std::size_t>(i)] = values_[i];
  }
  template <access::address_space Space, access::decorated Decoration>
  void load(std::size_t offset, multi_ptr<const Type, Space, Decoration> from) {
    load(offset, from.get_raw());
  }
  template <access::address_space Space, access::decorated Decoration>
  void load(std::size_t offset, multi_ptr<Type, Space, Decoration> from) {
    load(offset, from.get_raw());
  }
  template <access::address_space Space, access::decorated Decoration>
  void store(std::size_t offset, multi_ptr<Type, Space, Decoration> to) const {
    store(offset, to.get_raw());
  }

  using truth_vec = vec<typename detail::truth<sizeof(Type)>::type, Count>;

// Each is for two vectors, and for one with a number on either side.
#define CLEAVE_SYCL_OPERATOR(op, result, value)                             \
  friend constexpr result operator op(const vec& left, const vec& right) {  \
    result made;                                                            \
    for (int i = 0; i < Count; ++i) made[i] = value;                        \
    return made;                                                            \
  }                                                                         \
  friend constexpr result operator op(const vec& left, const Type& right) { \
    return left op vec(right);                                              \
  }                                                                         \
  friend constexpr result operator op(const Type& left, const vec& right) { \
    return vec(left) op right;                                              \
  }
#define CLEAVE_SYCL_ARITHMETIC(op)                                        \
  CLEAVE_SYCL_OPERATOR(op, vec, static_cast<Type>(left[i] op right[i]))   \
  friend constexpr vec& operator op## = (vec & left, const vec& right) {  \
    return left = left op right;                                          \
  }                                                                       \
  friend constexpr vec& operator op## = (vec & left, const Type& right) { \
    return left = left op right;                                          \
  }
#define CLEAVE_SYCL_TRUTH(op) \
  CLEAVE_SYCL_OPERATOR(       \
      op, truth_vec, static_cast<typename truth_vec::value_type>((left[i] op right[i]) ? -1 : 0))
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
  CLEAVE_SYCL_TRUTH(&&)
  CLEAVE_SYCL_TRUTH(||)
  CLEAVE_SYCL_TRUTH(==)
  CLEAVE_SYCL_TRUTH(!=)
  CLEAVE_SYCL_TRUTH(<)
  CLEAVE_SYCL_TRUTH(>)
  CLEAVE_SYCL_TRUTH(<=)
  CLEAVE_SYCL_TRUTH(>=)
#undef CLEAVE_SYCL_TRUTH
#undef CLEAVE_SYCL_ARITHMETIC
#undef CLEAVE_SYCL_OPERATOR

  friend constexpr vec& operator++(vec& of) { return of += Type(1); }
  friend constexpr vec& operator--(vec& of) { return of -= Type(1); }
  friend constexpr vec operator++(vec& of, int) {
    const vec before = of;
    of += Type(1);
    return before;
  }
  friend constexpr vec operator--(vec& of, int) {
    const vec before = of;
    of -= Type(1);
    return before;
  }
  friend constexpr vec operator+(const vec& of) { return of; }
  friend constexpr vec operator-(const vec& of) {
    vec made;
    for (int i = 0; i < Count; ++i) made[i] = static_cast<Type>(-of[i]);
    return made;
  }
  friend constexpr vec operator~(const vec& of) {
    vec made;
    for (int i = 0; i < Count; ++i) made[i] = static_cast<Type>(~of[i]);
    return made;
  }
  friend constexpr truth_vec operator!(const vec& of) {
    truth_vec made;
    for (int i = 0; i < Count; ++i) {
      made[i] = static_cast<typename truth_vec::value_type>(of[i] ? 0 : -1);
    }
    return made;
  }

 private:
  template <class Value>
  constexpr void append(int& place, const Value& value) {
    values_[place++] = static_cast<Type>(value);
  }
  template <int Other>
  constexpr void append(int& place, const vec<Type, Other>& values) {
    for (int i = 0; i < Other; ++i) values_[place++] = values[i];
  }
  Type values_[Count == 3 ? 4 : Count];
};

template <class First, class... Rest>
vec(First, Rest...) -> vec<First, 1 + sizeof...(Rest)>;

template <class Type, int Count>
struct is_device_copyable<vec<Type, Count>> : is_device_copyable<Type> {};

// int2 to int16 and so on (4.14.2.2).
#define CLEAVE_SYCL_NAMES(name, type) \
  using name##2 = vec<type, 2>;       \
  using name##3 = vec<type, 3>;       \
  using name##4 = vec<type, 4>;       \
  using name##8 = vec<type, 8>;       \
  using name##16 = vec<type, 16>;
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
