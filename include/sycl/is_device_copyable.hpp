// Declares is_device_copyable: what kernels may capture (SYCL 2020, 3.13.1).
#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "detail/config.hpp"
#include "detail/std_forward.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type>
struct is_device_copyable : std::bool_constant<std::is_trivially_copyable_v<Type>> {};
template <class Type>
struct is_device_copyable<const Type> : is_device_copyable<Type> {};
template <class Type>
struct is_device_copyable<volatile Type> : is_device_copyable<Type> {};
template <class Type>
struct is_device_copyable<const volatile Type> : is_device_copyable<Type> {};
template <class Type>
struct is_device_copyable<std::array<Type, 0>> : std::true_type {};
template <class Type, std::size_t Count>
struct is_device_copyable<std::array<Type, Count>> : is_device_copyable<Type> {};
template <class Type>
struct is_device_copyable<std::optional<Type>> : is_device_copyable<Type> {};
template <class First, class Second>
struct is_device_copyable<std::pair<First, Second>>
    : std::bool_constant<is_device_copyable<First>::value && is_device_copyable<Second>::value> {};
template <class... Types>
struct is_device_copyable<std::tuple<Types...>>
    : std::bool_constant<(is_device_copyable<Types>::value && ...)> {};
template <class... Types>
struct is_device_copyable<std::variant<Types...>>
    : std::bool_constant<(is_device_copyable<Types>::value && ...)> {};
template <class Type, std::size_t Count>
struct is_device_copyable<Type[Count]> : is_device_copyable<Type> {};
// An array of const elements is a const array, too: without these both of the above would fit.
template <class Type, std::size_t Count>
struct is_device_copyable<const Type[Count]> : is_device_copyable<Type> {};
template <class Type, std::size_t Count>
struct is_device_copyable<volatile Type[Count]> : is_device_copyable<Type> {};
template <class Type, std::size_t Count>
struct is_device_copyable<const volatile Type[Count]> : is_device_copyable<Type> {};
template <class Character, class Traits>
struct is_device_copyable<std::basic_string_view<Character, Traits>> : std::true_type {};

template <class Type>
inline constexpr bool is_device_copyable_v = is_device_copyable<Type>::value;

}  // namespace _v1
}  // namespace sycl
