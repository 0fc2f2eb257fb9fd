// Maps SYCL's operations of groups to the driver's collective functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../functional.hpp"
#include "../group.hpp"
#include "builtins.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// The type that the driver's collective functions take in place of a number's.
template <class Type>
constexpr auto collective_type() {
  if constexpr (is_half<Type>) {
    return _Float16();
  } else if constexpr (std::is_floating_point_v<Type>) {
    return Type();
  } else if constexpr (sizeof(Type) > sizeof(int)) {
    if constexpr (std::is_signed_v<Type>) {
      return long();
    } else {
      return static_cast<unsigned long>(0);
    }
  } else if constexpr (std::is_signed_v<Type> || std::is_same_v<Type, bool>) {
    return int();
  } else {
    return static_cast<unsigned>(0);
  }
}
template <class Type>
using collective_t = decltype(collective_type<Type>());

template <class Type>
CLEAVE_SYCL_INLINE collective_t<Type> to_collective(Type value) {
  if constexpr (is_half<Type>) {
    return half_access::get(value);
  } else {
    return static_cast<collective_t<Type>>(value);
  }
}
template <class Type>
CLEAVE_SYCL_INLINE Type from_collective(collective_t<Type> value) {
  if constexpr (is_half<Type>) {
    return half_access::make(value);
  } else {
    return static_cast<Type>(value);
  }
}

/// Which function of the driver combines numbers as the operation does.
enum class collective { none, add, mul, min, max, bit_and, bit_or, bit_xor };

template <class Operation, class Type>
constexpr collective collective_of() {
  using Plain = std::remove_cv_t<Type>;
  if constexpr (!is_number<Plain> || std::is_same_v<Plain, long double>) {
    return collective::none;
  } else if constexpr (std::is_same_v<Plain, bool>) {
    if (is_operation<Operation, logical_and, Plain>) return collective::bit_and;
    if (is_operation<Operation, logical_or, Plain>) return collective::bit_or;
    if (is_operation<Operation, bit_and, Plain>) return collective::bit_and;
    if (is_operation<Operation, bit_or, Plain>) return collective::bit_or;
    if (is_operation<Operation, bit_xor, Plain>) return collective::bit_xor;
    return collective::none;
  } else {
    if (is_operation<Operation, plus, Plain>) return collective::add;
    if (is_operation<Operation, multiplies, Plain>) return collective::mul;
    if (is_operation<Operation, minimum, Plain>) return collective::min;
    if (is_operation<Operation, maximum, Plain>) return collective::max;
    if (std::is_integral_v<Plain>) {
      if (is_operation<Operation, bit_and, Plain>) return collective::bit_and;
      if (is_operation<Operation, bit_or, Plain>) return collective::bit_or;
      if (is_operation<Operation, bit_xor, Plain>) return collective::bit_xor;
    }
    return collective::none;
  }
}

template <class Operation, class Type>
using enable_if_collective =
    std::enable_if_t<collective_of<std::decay_t<Operation>, Type>() != collective::none, int>;

// The functions of one form: `form` is reduce, scan_inclusive or scan_exclusive.
#define CLEAVE_SYCL_COLLECTIVES(form)                                                             \
  template <collective Which, class Type, int Dimensions>                                         \
  CLEAVE_SYCL_INLINE Type form(const group<Dimensions>&, Type value) {                            \
    if constexpr (Which == collective::add) return cl::work_group_##form##_add(value);            \
    if constexpr (Which == collective::mul) return cl::work_group_##form##_mul(value);            \
    if constexpr (Which == collective::min) return cl::work_group_##form##_min(value);            \
    if constexpr (Which == collective::max) return cl::work_group_##form##_max(value);            \
    if constexpr (Which == collective::bit_and) return cl::work_group_##form##_and(value);        \
    if constexpr (Which == collective::bit_or) return cl::work_group_##form##_or(value);          \
    if constexpr (Which == collective::bit_xor) return cl::work_group_##form##_xor(value);        \
  }                                                                                               \
  template <collective Which, class Type>                                                         \
  CLEAVE_SYCL_INLINE Type form(const sub_group&, Type value) {                                    \
    if constexpr (Which == collective::add) return cl::sub_group_##form##_add(value);             \
    if constexpr (Which == collective::mul) return cl::sub_group_non_uniform_##form##_mul(value); \
    if constexpr (Which == collective::min) return cl::sub_group_##form##_min(value);             \
    if constexpr (Which == collective::max) return cl::sub_group_##form##_max(value);             \
    if constexpr (Which == collective::bit_and)                                                   \
      return cl::sub_group_non_uniform_##form##_and(value);                                       \
    if constexpr (Which == collective::bit_or)                                                    \
      return cl::sub_group_non_uniform_##form##_or(value);                                        \
    if constexpr (Which == collective::bit_xor)                                                   \
      return cl::sub_group_non_uniform_##form##_xor(value);                                       \
  }
CLEAVE_SYCL_COLLECTIVES(reduce)
CLEAVE_SYCL_COLLECTIVES(scan_inclusive)
CLEAVE_SYCL_COLLECTIVES(scan_exclusive)
#undef CLEAVE_SYCL_COLLECTIVES

/// Sends a value of any type through a function that takes numbers.
template <class Type, class Function>
CLEAVE_SYCL_INLINE Type exchange(const Type& value, Function function) {
  static_assert(std::is_trivially_copyable_v<Type>, "work-items exchange bytes");
  if constexpr (is_number<Type> && !std::is_same_v<Type, long double>) {
    return from_collective<Type>(function(to_collective(value)));
  } else {
    using Word = std::conditional_t<(sizeof(Type) > sizeof(unsigned)), unsigned long, unsigned>;
    constexpr std::size_t count = (sizeof(Type) + sizeof(Word) - 1) / sizeof(Word);
    Word words[count] = {};
    std::memcpy(words, &value, sizeof value);
    for (std::size_t i = 0; i < count; ++i) words[i] = function(words[i]);
    alignas(Type) unsigned char bytes[sizeof(Type)];
    std::memcpy(bytes, words, sizeof bytes);
    return reinterpret_cast<const Type&>(bytes);
  }
}

template <int Dimensions, class Type>
CLEAVE_SYCL_INLINE Type broadcast(const group<Dimensions>&, const Type& value,
                                  const id<Dimensions>& from) {
  return detail::exchange(value, [&](auto number) {
    if constexpr (Dimensions == 1) {
      return cl::work_group_broadcast(number, from[0]);
    } else if constexpr (Dimensions == 2) {
      return cl::work_group_broadcast(number, from[1], from[0]);
    } else {
      return cl::work_group_broadcast(number, from[2], from[1], from[0]);
    }
  });
}
template <class Type>
CLEAVE_SYCL_INLINE Type broadcast(const sub_group&, const Type& value, const id<1>& from) {
  return detail::exchange(value, [&](auto number) {
    return cl::sub_group_broadcast(number, static_cast<unsigned>(from[0]));
  });
}

template <int Dimensions>
CLEAVE_SYCL_INLINE bool any(const group<Dimensions>&, bool value) {
  return cl::work_group_any(value) != 0;
}
CLEAVE_SYCL_INLINE bool any(const sub_group&, bool value) {
  return cl::sub_group_any(value) != 0;
}
template <int Dimensions>
CLEAVE_SYCL_INLINE bool all(const group<Dimensions>&, bool value) {
  return cl::work_group_all(value) != 0;
}
CLEAVE_SYCL_INLINE bool all(const sub_group&, bool value) {
  return cl::sub_group_all(value) != 0;
}

/// The id whose linear id is this, without a division where there is one dimension.
template <int Dimensions>
id<Dimensions> delinear(const range<Dimensions>& extent, std::size_t place) {
  id<Dimensions> made;
  for (int i = Dimensions - 1; i > 0; --i) {
    made[i] = place % extent[i];
    place /= extent[i];
  }
  made[0] = place;
  return made;
}

constexpr int cl_scope(memory_scope scope) {
  switch (scope) {
    case memory_scope::work_item:
      return cl::scope_work_item;
    case memory_scope::sub_group:
      return cl::scope_sub_group;
    case memory_scope::work_group:
      return cl::scope_work_group;
    case memory_scope::device:
      return cl::scope_device;
    default:
      return cl::scope_all_devices;
  }
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
