// Declares vec: vectors of 1, 2, 3, 4, 8 or 16 elements (SYCL 2020, 4.14.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "bit_cast.hpp"
#include "detail/config.hpp"
#include "detail/vec_convert.hpp"
#include "detail/vec_operators.hpp"
#include "detail/vec_swizzle.hpp"
#include "half.hpp"
#include "multi_ptr.hpp"
#include "types.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

constexpr std::size_t vec_alignment(std::size_t element, int count) {
  const std::size_t bytes = element * static_cast<std::size_t>(count == 3 ? 4 : count);
  return bytes > 64 ? 64 : bytes;
}

/// Counts the elements that an argument of a vector's constructor gives: too many, if it may not be one.
template <class Type, class Argument>
constexpr int elements_of() {
  if constexpr (std::is_same_v<typename shape_of<Argument>::element_type, Type>) {
    return shape_of<Argument>::count;
  } else {
    return std::is_convertible_v<const Argument&, Type> ? 1 : 1000;
  }
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Type, int Count>
class alignas(detail::vec_alignment(sizeof(Type), Count)) vec
    : public detail::vec_base<vec<Type, Count>, Type, Count> {
  static_assert(Count == 1 || Count == 2 || Count == 3 || Count == 4 || Count == 8 || Count == 16,
                "vectors have 1, 2, 3, 4, 8 or 16 elements");
  static_assert(detail::is_vec_element<Type> && !std::is_same_v<Type, long double>,
                "vectors are of integers, float, double, half, bool and std::byte");

 public:
  using element_type = Type;
  using value_type = Type;

  vec() = default;
  constexpr vec(const vec&) = default;
  template <int N = Count, std::enable_if_t<(N > 1), int> = 0>
  explicit constexpr vec(const Type& value) : values_{} {
    for (int i = 0; i < Count; ++i) values_[i] = value;
  }
  template <int N = Count, std::enable_if_t<N == 1, int> = 0>
  constexpr vec(const Type& value) : values_{value} {}
  /// Makes one of elements, vectors and swizzles. Arguments are converted, so that braces refuse none for being narrowed.
  template <class... Arguments,
            std::enable_if_t<(Count > 1 || !(std::is_same_v<Arguments, Type> && ...)) &&
                                 (detail::elements_of<Type, Arguments>() + ... + 0) == Count,
                             int> = 0>
  constexpr vec(const Arguments&... arguments) : values_{} {
    int position = 0;
    (append(position, arguments), ...);
  }

  constexpr vec& operator=(const vec&) = default;
  template <class From, std::enable_if_t<std::is_convertible_v<const From&, Type>, int> = 0>
  constexpr vec& operator=(const From& value) {
    return *this = vec(static_cast<Type>(value));
  }

  static constexpr std::size_t size() noexcept { return Count; }
  static constexpr std::size_t byte_size() noexcept {
    return sizeof(Type) * (Count == 3 ? 4 : Count);
  }
  [[deprecated("use size")]] constexpr std::size_t get_count() const { return Count; }
  [[deprecated("use byte_size")]] constexpr std::size_t get_size() const { return byte_size(); }

  template <class To, rounding_mode Mode = rounding_mode::automatic>
  vec<To, Count> convert() const {
    vec<To, Count> made;
    for (int i = 0; i < Count; ++i) made[i] = detail::convert_element<To, Mode>(values_[i]);
    return made;
  }
  template <class To>
  To as() const {
    static_assert(sizeof(To) == sizeof(vec), "vec::as keeps the size");
    return sycl::bit_cast<To>(*this);
  }

  constexpr Type& operator[](int index) { return values_[index]; }
  constexpr const Type& operator[](int index) const { return values_[index]; }
#define CLEAVE_SYCL_ELEMENT(name, index, there)                \
  template <int N = Count, std::enable_if_t<(there), int> = 0> \
  constexpr Type& name() {                                     \
    return values_[index];                                     \
  }                                                            \
  template <int N = Count, std::enable_if_t<(there), int> = 0> \
  constexpr const Type& name() const {                         \
    return values_[index];                                     \
  }
#include "detail/vec_elements.def"

  template <int... Indices, std::enable_if_t<detail::can_swizzle<Count, Indices...>, int> = 0>
  constexpr auto swizzle() -> detail::vec_view<Type, Count, true, Indices...> {
    return detail::vec_view<Type, Count, true, Indices...>(this);
  }
  template <int... Indices, std::enable_if_t<detail::can_swizzle<Count, Indices...>, int> = 0>
  constexpr auto swizzle() const -> detail::vec_view<Type, Count, false, Indices...> {
    return detail::vec_view<Type, Count, false, Indices...>(this);
  }
#ifdef SYCL_SIMPLE_SWIZZLES
#define CLEAVE_SYCL_SWIZZLE(name, least, ...)                                                     \
  template <int N = Count, std::enable_if_t<detail::has_swizzle<N, least, __VA_ARGS__>, int> = 0> \
  constexpr auto name() -> detail::vec_view<Type, Count, true, __VA_ARGS__> {                     \
    return detail::vec_view<Type, Count, true, __VA_ARGS__>(this);                                \
  }                                                                                               \
  template <int N = Count, std::enable_if_t<detail::has_swizzle<N, least, __VA_ARGS__>, int> = 0> \
  constexpr auto name() const -> detail::vec_view<Type, Count, false, __VA_ARGS__> {              \
    return detail::vec_view<Type, Count, false, __VA_ARGS__>(this);                               \
  }
#include "detail/simple_swizzles.def"
#endif
#define CLEAVE_SYCL_HALF(name, start, step)                                         \
  template <int N = Count, std::enable_if_t<(N > 1), int> = 0>                      \
  constexpr auto name() -> detail::half_of_vec<Type, N, true, start, step> {        \
    return detail::half_of_vec<Type, N, true, start, step>(this);                   \
  }                                                                                 \
  template <int N = Count, std::enable_if_t<(N > 1), int> = 0>                      \
  constexpr auto name() const -> detail::half_of_vec<Type, N, false, start, step> { \
    return detail::half_of_vec<Type, N, false, start, step>(this);                  \
  }
  CLEAVE_SYCL_HALF(lo, 0, 1)
  CLEAVE_SYCL_HALF(hi, (N + 1) / 2, 1)
  CLEAVE_SYCL_HALF(even, 0, 2)
  CLEAVE_SYCL_HALF(odd, 1, 2)
#undef CLEAVE_SYCL_HALF

  void load(std::size_t offset, const Type* from) {
    __builtin_memcpy(values_, from + offset * Count, sizeof(Type) * Count);
  }
  void store(std::size_t offset, Type* to) const {
    __builtin_memcpy(to + offset * Count, values_, sizeof(Type) * Count);
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

 private:
  template <class Argument>
  constexpr void append(int& position, const Argument& argument) {
    if constexpr (std::is_same_v<typename detail::shape_of<Argument>::element_type, Type>) {
      for (int i = 0; i < detail::shape_of<Argument>::count; ++i) values_[position++] = argument[i];
    } else {
      values_[position++] = static_cast<Type>(argument);
    }
  }

  Type values_[Count == 3 ? 4 : Count];
};

template <class First, class... Rest,
          std::enable_if_t<(std::is_same_v<First, Rest> && ...), int> = 0>
vec(First, Rest...) -> vec<First, static_cast<int>(sizeof...(Rest)) + 1>;

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

// SYCL 1.2.1 had these of the elements that OpenCL has.
#define CLEAVE_SYCL_OLD_NAME(name, type, count) \
  using name##count [[deprecated("use vec")]] = vec<type, count>;
#define CLEAVE_SYCL_OLD_NAMES(name, type) \
  CLEAVE_SYCL_OLD_NAME(name, type, 2)     \
  CLEAVE_SYCL_OLD_NAME(name, type, 3)     \
  CLEAVE_SYCL_OLD_NAME(name, type, 4)     \
  CLEAVE_SYCL_OLD_NAME(name, type, 8)     \
  CLEAVE_SYCL_OLD_NAME(name, type, 16)
CLEAVE_SYCL_OLD_NAMES(cl_char, std::int8_t)
CLEAVE_SYCL_OLD_NAMES(cl_uchar, std::uint8_t)
CLEAVE_SYCL_OLD_NAMES(cl_short, std::int16_t)
CLEAVE_SYCL_OLD_NAMES(cl_ushort, std::uint16_t)
CLEAVE_SYCL_OLD_NAMES(cl_int, std::int32_t)
CLEAVE_SYCL_OLD_NAMES(cl_uint, std::uint32_t)
CLEAVE_SYCL_OLD_NAMES(cl_long, std::int64_t)
CLEAVE_SYCL_OLD_NAMES(cl_ulong, std::uint64_t)
CLEAVE_SYCL_OLD_NAMES(cl_half, half)
CLEAVE_SYCL_OLD_NAMES(cl_float, float)
CLEAVE_SYCL_OLD_NAMES(cl_double, double)
#undef CLEAVE_SYCL_OLD_NAMES
#undef CLEAVE_SYCL_OLD_NAME

}  // namespace _v1
}  // namespace sycl
