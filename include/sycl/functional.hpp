// Declares the function objects of reductions and scans (SYCL 2020, 4.17.2).
#pragma once

#include <limits>
#include <type_traits>
#include <utility>

#include "detail/config.hpp"
#include "half.hpp"

namespace sycl {
inline namespace _v1 {

// Each is a class of one type, and one of any.
#define CLEAVE_SYCL_FUNCTION(name, result)                                                \
  template <class Type = void>                                                            \
  struct name {                                                                           \
    Type operator()(const Type& left, const Type& right) const { return result; }         \
  };                                                                                      \
  template <>                                                                             \
  struct name<void> {                                                                     \
    struct is_transparent;                                                                \
    template <class Left, class Right>                                                    \
    auto operator()(Left&& left, Right&& right) const -> std::decay_t<decltype(result)> { \
      return result;                                                                      \
    }                                                                                     \
  };
CLEAVE_SYCL_FUNCTION(plus, left + right)
CLEAVE_SYCL_FUNCTION(multiplies, left* right)
CLEAVE_SYCL_FUNCTION(bit_and, left& right)
CLEAVE_SYCL_FUNCTION(bit_or, left | right)
CLEAVE_SYCL_FUNCTION(bit_xor, left ^ right)
#undef CLEAVE_SYCL_FUNCTION

namespace CLEAVE_SYCL_HIDDEN detail {
/// Whether a comparison says one thing, as of numbers. That of vectors and arrays says one of each element.
template <class Left, class Right>
inline constexpr bool compares_once =
    std::is_convertible_v<decltype(std::declval<const Left&>() < std::declval<const Right&>()),
                          bool>;
/// Returns the second value where `is_better(second, first)`, for each element of vectors and arrays, else the first.
template <class Result, class First, class Second, class Compare>
constexpr Result choose(const First& first, const Second& second, Compare is_better) {
  if constexpr (compares_once<First, Second>) {
    return is_better(second, first) ? static_cast<Result>(second) : static_cast<Result>(first);
  } else {
    Result made = first;
    for (int i = 0; i < static_cast<int>(Result::size()); ++i) {
      if (is_better(second[i], first[i])) made[i] = second[i];
    }
    return made;
  }
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

#define CLEAVE_SYCL_CHOICE(name, op)                                                    \
  template <class Type = void>                                                          \
  struct name {                                                                         \
    constexpr Type operator()(const Type& left, const Type& right) const {              \
      return detail::choose<Type>(left, right,                                          \
                                  [](const auto& a, const auto& b) { return a op b; }); \
    }                                                                                   \
  };                                                                                    \
  template <>                                                                           \
  struct name<void> {                                                                   \
    struct is_transparent;                                                              \
    template <class Left, class Right>                                                  \
    constexpr auto operator()(Left&& left, Right&& right) const                         \
        -> std::decay_t<decltype(false ? right : left)> {                               \
      return detail::choose<std::decay_t<decltype(false ? right : left)>>(              \
          left, right, [](const auto& a, const auto& b) { return a op b; });            \
    }                                                                                   \
  };
CLEAVE_SYCL_CHOICE(minimum, <)
CLEAVE_SYCL_CHOICE(maximum, >)
#undef CLEAVE_SYCL_CHOICE

#define CLEAVE_SYCL_LOGICAL(name, op)                                                            \
  template <class Type = void>                                                                   \
  struct name {                                                                                  \
    bool operator()(const Type& left, const Type& right) const { return left op right; }         \
  };                                                                                             \
  template <>                                                                                    \
  struct name<void> {                                                                            \
    struct is_transparent;                                                                       \
    template <class Left, class Right>                                                           \
    auto operator()(Left&& left, Right&& right) const -> std::decay_t<decltype(left op right)> { \
      return left op right;                                                                      \
    }                                                                                            \
  };
CLEAVE_SYCL_LOGICAL(logical_and, &&)
CLEAVE_SYCL_LOGICAL(logical_or, ||)
#undef CLEAVE_SYCL_LOGICAL

namespace CLEAVE_SYCL_HIDDEN detail {

template <class Type>
inline constexpr bool is_half = std::is_same_v<std::remove_cv_t<Type>, half>;
template <class Type>
inline constexpr bool is_number = std::is_arithmetic_v<Type> || is_half<Type>;

template <class Operation, template <class> class Of, class Type>
inline constexpr bool is_operation =
    std::is_same_v<Operation, Of<Type>> || std::is_same_v<Operation, Of<void>> ||
    std::is_same_v<Operation, Of<const Type>>;

template <class Type>
constexpr Type most() {
  if constexpr (std::numeric_limits<Type>::has_infinity) {
    return std::numeric_limits<Type>::infinity();
  } else {
    return std::numeric_limits<Type>::max();
  }
}
template <class Type>
constexpr Type least() {
  if constexpr (std::numeric_limits<Type>::has_infinity) {
    return -std::numeric_limits<Type>::infinity();
  } else {
    return std::numeric_limits<Type>::lowest();
  }
}

/// Has what changes nothing: `value`, where `has` is true.
template <class Operation, class Type>
struct identity {
  static constexpr bool has = false;
};
#define CLEAVE_SYCL_IDENTITY(name, condition, its_value)                                   \
  template <class Type, class Of>                                                          \
  struct name##_identity {                                                                 \
    static constexpr bool has =                                                            \
        (condition) && (std::is_void_v<Of> || std::is_same_v<std::remove_cv_t<Of>, Type>); \
    static constexpr Type value() { return its_value; }                                    \
  };                                                                                       \
  template <class Of, class Type>                                                          \
  struct identity<name<Of>, Type> : name##_identity<Type, Of> {};
CLEAVE_SYCL_IDENTITY(plus, is_number<Type>, Type(0))
CLEAVE_SYCL_IDENTITY(multiplies, is_number<Type>, Type(1))
CLEAVE_SYCL_IDENTITY(bit_and, std::is_integral_v<Type>, static_cast<Type>(~Type(0)))
CLEAVE_SYCL_IDENTITY(bit_or, std::is_integral_v<Type>, Type(0))
CLEAVE_SYCL_IDENTITY(bit_xor, std::is_integral_v<Type>, Type(0))
CLEAVE_SYCL_IDENTITY(logical_and, (std::is_same_v<Type, bool>), true)
CLEAVE_SYCL_IDENTITY(logical_or, (std::is_same_v<Type, bool>), false)
CLEAVE_SYCL_IDENTITY(minimum, is_number<Type>, most<Type>())
CLEAVE_SYCL_IDENTITY(maximum, is_number<Type>, least<Type>())
#undef CLEAVE_SYCL_IDENTITY

template <class Operation, class Type, bool Has = identity<Operation, Type>::has>
struct identity_value {};
template <class Operation, class Type>
struct identity_value<Operation, Type, true> {
  static constexpr Type value = identity<Operation, Type>::value();
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Operation, class Type>
struct has_known_identity
    : std::bool_constant<detail::identity<std::decay_t<Operation>, std::decay_t<Type>>::has> {};
template <class Operation, class Type>
inline constexpr bool has_known_identity_v = has_known_identity<Operation, Type>::value;

template <class Operation, class Type>
struct known_identity : detail::identity_value<std::decay_t<Operation>, std::decay_t<Type>> {};
template <class Operation, class Type>
inline constexpr Type known_identity_v = known_identity<Operation, Type>::value;

}  // namespace _v1
}  // namespace sycl
