// Declares the operators of vec and of its swizzles, once for all of them: argument-dependent lookup finds them as friends of the
// base class that vectors share (SYCL 2020, 4.14.2.1 and 4.14.2.4.5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../half.hpp"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type, int Count>
class vec;

namespace CLEAVE_SYCL_HIDDEN detail {

template <class Type, int Count, bool Writeable, int... Indices>
class vec_view;

/// A number that no compiler's vector has is one of the same bits.
template <class Type>
struct raw_element {
  using type = Type;
};
template <>
struct raw_element<half> {
  using type = _Float16;
};
template <>
struct raw_element<std::byte> {
  using type = unsigned char;
};
template <>
struct raw_element<bool> {
  using type = unsigned char;
};
/// The compiler's vector of as many bytes as vec.
template <class Type, int Count>
using raw_vec = typename raw_element<Type>::type __attribute__((ext_vector_type(Count)));

// The element types that operators are for.
template <class Type>
inline constexpr bool is_vec_number = std::is_arithmetic_v<Type>;
template <>
inline constexpr bool is_vec_number<half> = true;
template <class Type>
inline constexpr bool is_vec_integer = std::is_integral_v<Type>;
template <class Type>
inline constexpr bool is_vec_bits = std::is_integral_v<Type>;
template <>
inline constexpr bool is_vec_bits<std::byte> = true;
template <class Type>
inline constexpr bool is_vec_element = is_vec_number<Type> || is_vec_bits<Type>;
template <class Type>
inline constexpr bool is_vec_counted = is_vec_number<Type> && !std::is_same_v<Type, bool>;

// The element types with which the compiler's vectors give what C++ gives for each element. Those shorter than int are computed
// as int, which shifts and quotients show.
template <class Type>
inline constexpr bool is_raw_exact = !std::is_same_v<Type, bool>;
template <class Type>
inline constexpr bool is_raw_wide =
    std::is_floating_point_v<Type> || std::is_same_v<Type, half> || sizeof(Type) >= sizeof(int);
template <class Type>
inline constexpr bool is_raw_any = true;

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

struct no_vec {
  using element_type = void;
  static constexpr int count = 0;
};
template <class Type, int Count>
struct some_vec {
  using element_type = Type;
  static constexpr int count = Count;
};
template <class Type, int Count>
some_vec<Type, Count> find_vec(const vec<Type, Count>*);
template <class Type, int Count, bool Writeable, int... Indices>
some_vec<Type, static_cast<int>(sizeof...(Indices))> find_vec(
    const vec_view<Type, Count, Writeable, Indices...>*);
no_vec find_vec(const volatile void*);
/// The vector that an argument is, or that it views; no_vec for all else.
template <class Argument, bool = std::is_class_v<Argument>>
struct shape_of : no_vec {};
template <class Argument>
struct shape_of<Argument, true>
    : decltype(detail::find_vec(static_cast<const Argument*>(nullptr))){};
template <>
struct shape_of<half, true> : no_vec {};

/// Whether an operand beside vec<Type, Count> is one, too.
template <class Type, int Count, class Argument>
inline constexpr bool is_vec_operand = std::is_convertible_v<const Argument&, Type> ||
                                       std::is_convertible_v<const Argument&, vec<Type, Count>>;

/// Finds the vector that both operands are or become. There is none if each could become the other.
template <class Left, class Right>
constexpr auto find_operation() {
  using left = shape_of<Left>;
  using right = shape_of<Right>;
  if constexpr (left::count == 0 && right::count == 0) {
    return no_vec();
  } else if constexpr (left::count == right::count &&
                       std::is_same_v<typename left::element_type, typename right::element_type>) {
    return some_vec<typename left::element_type, left::count>();
  } else {
    constexpr bool is_left = [] {
      if constexpr (left::count != 0) {
        return is_vec_operand<typename left::element_type, left::count, Right>;
      }
      return false;
    }();
    constexpr bool is_right = [] {
      if constexpr (right::count != 0) {
        return is_vec_operand<typename right::element_type, right::count, Left>;
      }
      return false;
    }();
    if constexpr (is_left == is_right) {
      return no_vec();
    } else if constexpr (is_left) {
      return some_vec<typename left::element_type, left::count>();
    } else {
      return some_vec<typename right::element_type, right::count>();
    }
  }
}
template <class Left, class Right>
struct operation_of : decltype(detail::find_operation<Left, Right>()) {};

/// The vector of a shape, or of its truth, if the shape is one and its elements are allowed.
template <class Shape, bool Allowed>
struct vec_if {};
template <class Type, int Count>
struct vec_if<some_vec<Type, Count>, true> {
  using type = vec<Type, Count>;
  using truth_type = vec<typename truth<sizeof(Type)>::type, Count>;
};
template <class Type, int Count>
some_vec<Type, Count> shape(const some_vec<Type, Count>*);
no_vec shape(const no_vec*);
template <class Found>
using shape_t = decltype(detail::shape(static_cast<const Found*>(nullptr)));

/// Makes the vector of an operand.
template <class Vec, class Argument>
constexpr Vec operand(const Argument& argument) {
  using shape = shape_of<Argument>;
  using element = typename Vec::element_type;
  if constexpr (shape::count == Vec::size() &&
                std::is_same_v<typename shape::element_type, element>) {
    return argument;
  } else if constexpr (std::is_convertible_v<const Argument&, element>) {
    return Vec(static_cast<element>(argument));
  } else {
    return argument;
  }
}

template <class Vec>
using raw_of = raw_vec<typename Vec::element_type, static_cast<int>(Vec::size())>;

/// The base of vectors and of their swizzles.
struct vec_operators {
// `allowed`: the element types it is for; `raw`: those that it computes as a vector.
#define CLEAVE_SYCL_OPERATOR(op, allowed, raw)                                                     \
  template <class Left, class Right, class Shape = shape_t<operation_of<Left, Right>>,             \
            class Vec = typename vec_if<Shape, allowed<typename Shape::element_type>>::type>       \
  friend Vec operator op(const Left& left, const Right& right) {                                   \
    const Vec l = detail::operand<Vec>(left), r = detail::operand<Vec>(right);                     \
    if constexpr (Shape::count > 1 && raw<typename Shape::element_type>) {                         \
      return __builtin_bit_cast(                                                                   \
          Vec, __builtin_bit_cast(raw_of<Vec>, l) op __builtin_bit_cast(raw_of<Vec>, r));          \
    } else {                                                                                       \
      Vec made;                                                                                    \
      for (int i = 0; i < Shape::count; ++i) {                                                     \
        made[i] = static_cast<typename Shape::element_type>(l[i] op r[i]);                         \
      }                                                                                            \
      return made;                                                                                 \
    }                                                                                              \
  }                                                                                                \
  template <                                                                                       \
      class Type, int Count, class Right,                                                          \
      class Shape = shape_t<operation_of<vec<Type, Count>, Right>>,                                \
      std::enable_if_t<                                                                            \
          std::is_same_v<typename vec_if<Shape, allowed<Type>>::type, vec<Type, Count>>, int> = 0> \
  friend vec<Type, Count>& operator op## = (vec<Type, Count> & left, const Right& right) {         \
    return left = left op right;                                                                   \
  }                                                                                                \
  template <class Type, int Count, int... Indices, class Right,                                    \
            class View = vec_view<Type, Count, true, Indices...>,                                  \
            class Shape = shape_t<operation_of<View, Right>>,                                      \
            std::enable_if_t<View::is_assignable &&                                                \
                                 std::is_same_v<typename vec_if<Shape, allowed<Type>>::type,       \
                                                vec<Type, sizeof...(Indices)>>,                    \
                             int> = 0>                                                             \
  friend const vec_view<Type, Count, true, Indices...>& operator op## =                            \
      (const vec_view<Type, Count, true, Indices...>& left, const Right& right) {                  \
    return left = left op right;                                                                   \
  }
  CLEAVE_SYCL_OPERATOR(+, is_vec_number, is_raw_exact)
  CLEAVE_SYCL_OPERATOR(-, is_vec_number, is_raw_exact)
  CLEAVE_SYCL_OPERATOR(*, is_vec_number, is_raw_exact)
  CLEAVE_SYCL_OPERATOR(/, is_vec_number, is_raw_wide)
  CLEAVE_SYCL_OPERATOR(%, is_vec_integer, is_raw_wide)
  CLEAVE_SYCL_OPERATOR(&, is_vec_bits, is_raw_any)
  CLEAVE_SYCL_OPERATOR(|, is_vec_bits, is_raw_any)
  CLEAVE_SYCL_OPERATOR(^, is_vec_bits, is_raw_any)
  CLEAVE_SYCL_OPERATOR(<<, is_vec_integer, is_raw_wide)
  CLEAVE_SYCL_OPERATOR(>>, is_vec_integer, is_raw_wide)
#undef CLEAVE_SYCL_OPERATOR

// `raw_value` is of vectors l and r, `value` of elements.
#define CLEAVE_SYCL_OPERATOR(op, allowed, raw_value)                                          \
  template <class Left, class Right, class Shape = shape_t<operation_of<Left, Right>>,        \
            class If = vec_if<Shape, allowed<typename Shape::element_type>>,                  \
            class Truth = typename If::truth_type>                                            \
  friend Truth operator op(const Left& left, const Right& right) {                            \
    using Vec = typename If::type;                                                            \
    const Vec left_vec = detail::operand<Vec>(left), right_vec = detail::operand<Vec>(right); \
    if constexpr (Shape::count > 1) {                                                         \
      const auto l = __builtin_bit_cast(raw_of<Vec>, left_vec);                               \
      const auto r = __builtin_bit_cast(raw_of<Vec>, right_vec);                              \
      return __builtin_bit_cast(Truth, raw_value);                                            \
    } else {                                                                                  \
      return Truth(                                                                           \
          static_cast<typename Truth::element_type>((left_vec[0] op right_vec[0]) ? -1 : 0)); \
    }                                                                                         \
  }
  CLEAVE_SYCL_OPERATOR(==, is_vec_element, l == r)
  CLEAVE_SYCL_OPERATOR(!=, is_vec_element, l != r)
  CLEAVE_SYCL_OPERATOR(<, is_vec_element, l < r)
  CLEAVE_SYCL_OPERATOR(>, is_vec_element, l > r)
  CLEAVE_SYCL_OPERATOR(<=, is_vec_element, l <= r)
  CLEAVE_SYCL_OPERATOR(>=, is_vec_element, l >= r)
  CLEAVE_SYCL_OPERATOR(&&, is_vec_number, (l != 0) & (r != 0))
  CLEAVE_SYCL_OPERATOR(||, is_vec_number, (l != 0) | (r != 0))
#undef CLEAVE_SYCL_OPERATOR

#define CLEAVE_SYCL_OPERATOR(op, allowed, raw)                                               \
  template <class Argument, class Shape = shape_t<shape_of<Argument>>,                       \
            class Vec = typename vec_if<Shape, allowed<typename Shape::element_type>>::type> \
  friend Vec operator op(const Argument& argument) {                                         \
    const Vec of = argument;                                                                 \
    if constexpr (Shape::count > 1 && raw<typename Shape::element_type>) {                   \
      return __builtin_bit_cast(Vec, op __builtin_bit_cast(raw_of<Vec>, of));                \
    } else {                                                                                 \
      Vec made;                                                                              \
      for (int i = 0; i < Shape::count; ++i) {                                               \
        made[i] = static_cast<typename Shape::element_type>(op of[i]);                       \
      }                                                                                      \
      return made;                                                                           \
    }                                                                                        \
  }
  CLEAVE_SYCL_OPERATOR(+, is_vec_number, is_raw_exact)
  CLEAVE_SYCL_OPERATOR(-, is_vec_number, is_raw_exact)
  CLEAVE_SYCL_OPERATOR(~, is_vec_bits, is_raw_exact)
#undef CLEAVE_SYCL_OPERATOR

  template <class Argument, class Shape = shape_t<shape_of<Argument>>,
            class If = vec_if<Shape, is_vec_number<typename Shape::element_type>>,
            class Truth = typename If::truth_type>
  friend Truth operator!(const Argument& argument) {
    const typename If::type of = argument;
    return of == typename If::type(typename Shape::element_type(0));
  }

#define CLEAVE_SYCL_OPERATOR(op, change)                                                 \
  template <class Type, int Count, std::enable_if_t<is_vec_counted<Type>, int> = 0>      \
  friend vec<Type, Count>& operator op(vec<Type, Count>& of) {                           \
    return of = of change vec<Type, Count>(Type(1));                                     \
  }                                                                                      \
  template <class Type, int Count, std::enable_if_t<is_vec_counted<Type>, int> = 0>      \
  friend vec<Type, Count> operator op(vec<Type, Count>& of, int) {                       \
    const vec<Type, Count> before = of;                                                  \
    of = of change vec<Type, Count>(Type(1));                                            \
    return before;                                                                       \
  }                                                                                      \
  template <class Type, int Count, int... Indices,                                       \
            std::enable_if_t<is_vec_counted<Type> &&                                     \
                                 vec_view<Type, Count, true, Indices...>::is_assignable, \
                             int> = 0>                                                   \
  friend const vec_view<Type, Count, true, Indices...>& operator op(                     \
      const vec_view<Type, Count, true, Indices...>& of) {                               \
    return of = of change vec<Type, sizeof...(Indices)>(Type(1));                        \
  }                                                                                      \
  template <class Type, int Count, int... Indices,                                       \
            std::enable_if_t<is_vec_counted<Type> &&                                     \
                                 vec_view<Type, Count, true, Indices...>::is_assignable, \
                             int> = 0>                                                   \
  friend vec<Type, sizeof...(Indices)> operator op(                                      \
      const vec_view<Type, Count, true, Indices...>& of, int) {                          \
    const vec<Type, sizeof...(Indices)> before = of;                                     \
    of = before change vec<Type, sizeof...(Indices)>(Type(1));                           \
    return before;                                                                       \
  }
  CLEAVE_SYCL_OPERATOR(++, +)
  CLEAVE_SYCL_OPERATOR(--, -)
#undef CLEAVE_SYCL_OPERATOR
};

/// The base of vectors of one element, which are numbers, too.
template <class Self, class Type>
struct vec_of_one : vec_operators {
  constexpr operator Type() const { return static_cast<const Self&>(*this)[0]; }
  template <class To, std::enable_if_t<!std::is_same_v<To, Type> && shape_of<To>::count == 0 &&
                                           std::is_constructible_v<To, Type>,
                                       int> = 0>
  explicit constexpr operator To() const {
    return static_cast<To>(static_cast<const Self&>(*this)[0]);
  }
};
template <class Self, class Type, int Count>
using vec_base = std::conditional_t<Count == 1, vec_of_one<Self, Type>, vec_operators>;

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
