// Tells functions of mathematics their operands: numbers, vec and its swizzles, and marray (SYCL 2020, 4.17).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../access.hpp"
#include "../half.hpp"
#include "builtins.hpp"
#include "config.hpp"
#include "host_math.hpp"
#include "vec_operators.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type, std::size_t Count>
class marray;
template <class ElementType, access::address_space Space, access::decorated DecorateAddress>
class multi_ptr;

namespace CLEAVE_SYCL_HIDDEN detail {

#ifdef __SYCL_DEVICE_ONLY__
namespace math = cl;
#else
namespace math = host;
#endif

template <class Type>
inline constexpr bool is_real =
    std::is_same_v<Type, float> || std::is_same_v<Type, double> || std::is_same_v<Type, half>;
template <class Type>
inline constexpr bool is_float = std::is_same_v<Type, float>;
template <class Type>
inline constexpr bool is_generic_integer =
    std::is_integral_v<Type> && !std::is_same_v<Type, bool> && !std::is_same_v<Type, wchar_t> &&
    !std::is_same_v<Type, char16_t> && !std::is_same_v<Type, char32_t>;
template <class Type>
inline constexpr bool is_generic_number = is_real<Type> || is_generic_integer<Type>;

// The compiler's own type of half.
CLEAVE_SYCL_INLINE float plain(float value) {
  return value;
}
CLEAVE_SYCL_INLINE double plain(double value) {
  return value;
}
CLEAVE_SYCL_INLINE _Float16 plain(half value) {
  return half_access::get(value);
}
CLEAVE_SYCL_INLINE float from_plain(float value) {
  return value;
}
CLEAVE_SYCL_INLINE double from_plain(double value) {
  return value;
}
CLEAVE_SYCL_INLINE half from_plain(_Float16 value) {
  return half_access::make(value);
}

enum class operand_kind { number, vector, array };

/// Tells a function the type of a parameter. `with` is the same with other elements.
template <class Operand, int = shape_of<Operand>::count>
struct operand_of {
  using element = typename shape_of<Operand>::element_type;
  using type = vec<element, shape_of<Operand>::count>;
  using truth_element = typename truth<sizeof(element)>::type;
  using int_element = std::int32_t;
  template <class Other>
  using with = vec<Other, shape_of<Operand>::count>;
  static constexpr operand_kind kind = operand_kind::vector;
  static constexpr int count = shape_of<Operand>::count;
};
template <class Number>
struct operand_of<Number, 0> {
  using element = Number;
  using type = Number;
  static constexpr operand_kind kind = operand_kind::number;
  static constexpr int count = 0;
};
template <class Type, std::size_t Count>
struct operand_of<marray<Type, Count>, 0> {
  using element = Type;
  using type = marray<Type, Count>;
  using truth_element = bool;
  using int_element = int;
  template <class Other>
  using with = marray<Other, Count>;
  static constexpr operand_kind kind = operand_kind::array;
  static constexpr int count = static_cast<int>(Count);
};

template <class Operand>
using element_of = typename operand_of<Operand>::element;

/// Whether two parameters take part in one call: both vectors or both arrays, of as many elements, or both numbers.
template <class First, class Other>
inline constexpr bool are_alike = operand_of<First>::kind == operand_of<Other>::kind &&
                                  operand_of<First>::count == operand_of<Other>::count;
template <class First, class Other>
inline constexpr bool are_same =
    are_alike<First, Other> && std::is_same_v<element_of<First>, element_of<Other>>;

/// The operand itself, as vector or array, where all of them are the same and of several elements.
template <bool Allowed, class First, class... Others>
struct several_if {};
template <class First, class... Others>
struct several_if<true, First, Others...>
    : std::enable_if<operand_of<First>::kind != operand_kind::number &&
                         (are_same<First, Others> && ...),
                     operand_of<First>> {};
/// Stands for `operand_of<First>` in functions of several real numbers, of floats and so on.
template <class First, class... Others>
using several_reals = typename several_if<is_real<element_of<First>>, First, Others...>::type;
template <class First, class... Others>
using several_floats = typename several_if<is_float<element_of<First>>, First, Others...>::type;
template <class First, class... Others>
using several_integers =
    typename several_if<is_generic_integer<element_of<First>>, First, Others...>::type;
template <class First, class... Others>
using several_numbers =
    typename several_if<is_generic_number<element_of<First>>, First, Others...>::type;
/// The second parameter is of int where the first is of real numbers.
template <class First, class Second>
using reals_and_ints =
    typename several_if<is_real<element_of<First>> &&
                            operand_of<First>::kind != operand_kind::number &&
                            are_alike<First, Second> && std::is_same_v<element_of<Second>, int>,
                        First>::type;

/// An operand whose elements are read by index: swizzles become vectors first.
template <class Operand>
CLEAVE_SYCL_INLINE const Operand& elements(const Operand& operand) {
  return operand;
}
template <class Type, int Count, bool Writeable, int... Indices>
CLEAVE_SYCL_INLINE vec<Type, static_cast<int>(sizeof...(Indices))> elements(
    const vec_view<Type, Count, Writeable, Indices...>& operand) {
  return operand;
}

/// Whether a parameter points to Type in memory that may be written.
template <class Pointer, class Type>
inline constexpr bool points_to = std::is_same_v<Pointer, Type*>;
template <class Type, access::address_space Space, access::decorated Decoration>
inline constexpr bool points_to<multi_ptr<Type, Space, Decoration>, Type> =
    Space == access::address_space::global_space || Space == access::address_space::local_space ||
    Space == access::address_space::private_space || Space == access::address_space::generic_space;

// The pointer without its space: members of classes are not called through decorated references.
template <class Type>
CLEAVE_SYCL_INLINE Type* raw_pointer(Type* pointer) {
  return pointer;
}
template <class Type, access::address_space Space, access::decorated Decoration>
CLEAVE_SYCL_INLINE Type* raw_pointer(const multi_ptr<Type, Space, Decoration>& pointer) {
  return pointer.get_raw();
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl

// Defines a function of several operands: `text` is of element i.
#define CLEAVE_SYCL_ELEMENTS(Result, text)                 \
  Result made;                                             \
  for (int i = 0; i < Operand::count; ++i) made[i] = text; \
  return made
