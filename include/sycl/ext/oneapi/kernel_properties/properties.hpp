// Declares properties of kernels (sycl_ext_oneapi_kernel_properties).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../../../aspects.hpp"
#include "../../../detail/kernel.hpp"
#include "../properties/properties.hpp"

namespace sycl {
inline namespace _v1 {
namespace ext::oneapi::experimental {

struct work_group_size_key {
  template <std::size_t... Sizes>
  using value_t =
      property_value<work_group_size_key, std::integral_constant<std::size_t, Sizes>...>;
};
struct work_group_size_hint_key {
  template <std::size_t... Sizes>
  using value_t =
      property_value<work_group_size_hint_key, std::integral_constant<std::size_t, Sizes>...>;
};
struct sub_group_size_key {
  template <std::uint32_t Size>
  using value_t = property_value<sub_group_size_key, std::integral_constant<std::uint32_t, Size>>;
};
struct device_has_key {
  template <aspect... Aspects>
  using value_t = property_value<device_has_key, std::integral_constant<aspect, Aspects>...>;
};

}  // namespace ext::oneapi::experimental

namespace CLEAVE_SYCL_HIDDEN detail {
/// The sizes of a work-group, in the order of range.
template <std::size_t... Sizes>
struct property_sizes {
  static_assert(sizeof...(Sizes) >= 1 && sizeof...(Sizes) <= 3,
                "a work-group has one to three dimensions");
  static_assert(((Sizes != 0) && ...), "no size of a work-group is 0");
  constexpr std::size_t operator[](int dimension) const {
    const std::size_t all[] = {Sizes...};
    return all[dimension];
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace ext::oneapi::experimental {

template <std::size_t... Sizes>
struct property_value<work_group_size_key, std::integral_constant<std::size_t, Sizes>...>
    : detail::property_sizes<Sizes...> {
  using key_t = work_group_size_key;
};
template <std::size_t... Sizes>
struct property_value<work_group_size_hint_key, std::integral_constant<std::size_t, Sizes>...>
    : detail::property_sizes<Sizes...> {
  using key_t = work_group_size_hint_key;
};
template <aspect... Aspects>
struct property_value<device_has_key, std::integral_constant<aspect, Aspects>...> {
  using key_t = device_has_key;
  static constexpr std::array<aspect, sizeof...(Aspects)> value{Aspects...};
};

/// The kernel's work-groups have this size: other launches are refused.
template <std::size_t... Sizes>
inline constexpr work_group_size_key::value_t<Sizes...> work_group_size;
/// They have this size most often.
template <std::size_t... Sizes>
inline constexpr work_group_size_hint_key::value_t<Sizes...> work_group_size_hint;
/// The kernel runs in sub-groups of this size.
template <std::uint32_t Size>
inline constexpr sub_group_size_key::value_t<Size> sub_group_size;
/// The kernel is for devices with all these aspects.
template <aspect... Aspects>
inline constexpr device_has_key::value_t<Aspects...> device_has;

template <>
struct is_property_key<work_group_size_key> : std::true_type {};
template <>
struct is_property_key<work_group_size_hint_key> : std::true_type {};
template <>
struct is_property_key<sub_group_size_key> : std::true_type {};
template <>
struct is_property_key<device_has_key> : std::true_type {};

/// Whether the property changes how a kernel is compiled: such a one is not for kernels that are compiled already.
template <class Property>
struct has_compile_time_kernel_effect : std::false_type {};
template <std::size_t... Sizes>
struct has_compile_time_kernel_effect<
    property_value<work_group_size_key, std::integral_constant<std::size_t, Sizes>...>>
    : std::true_type {};
template <std::size_t... Sizes>
struct has_compile_time_kernel_effect<
    property_value<work_group_size_hint_key, std::integral_constant<std::size_t, Sizes>...>>
    : std::true_type {};
template <std::uint32_t Size>
struct has_compile_time_kernel_effect<
    property_value<sub_group_size_key, std::integral_constant<std::uint32_t, Size>>>
    : std::true_type {};
template <aspect... Aspects>
struct has_compile_time_kernel_effect<
    property_value<device_has_key, std::integral_constant<aspect, Aspects>...>> : std::true_type {};
template <class Property>
static constexpr bool has_compile_time_kernel_effect_v =
    has_compile_time_kernel_effect<Property>::value;

}  // namespace ext::oneapi::experimental

namespace CLEAVE_SYCL_HIDDEN detail {
namespace properties_of_kernels = ext::oneapi::experimental;

/// A kernel that calls `ask` has the attribute of the property, as one that calls a function with that attribute.
template <class Property>
struct kernel_property {
  CLEAVE_SYCL_INLINE static void ask() {}
};
template <std::size_t... Sizes>
struct kernel_property<properties_of_kernels::property_value<
    properties_of_kernels::work_group_size_key, std::integral_constant<std::size_t, Sizes>...>> {
  [[clang::annotate("sycl.reqd_work_group_size", Sizes...)]] CLEAVE_SYCL_INLINE static void ask() {}
};
template <std::size_t... Sizes>
struct kernel_property<
    properties_of_kernels::property_value<properties_of_kernels::work_group_size_hint_key,
                                          std::integral_constant<std::size_t, Sizes>...>> {
  [[clang::annotate("sycl.work_group_size_hint", Sizes...)]] CLEAVE_SYCL_INLINE static void ask() {}
};
template <std::uint32_t Size>
struct kernel_property<properties_of_kernels::property_value<
    properties_of_kernels::sub_group_size_key, std::integral_constant<std::uint32_t, Size>>> {
  [[clang::annotate("sycl.reqd_sub_group_size", Size)]] CLEAVE_SYCL_INLINE static void ask() {}
};
template <aspect... Aspects>
struct kernel_property<properties_of_kernels::property_value<
    properties_of_kernels::device_has_key, std::integral_constant<aspect, Aspects>...>> {
  [[clang::annotate("sycl.device_has", Aspects...)]] CLEAVE_SYCL_INLINE static void ask() {}
};

/// Returns the number of a property's sizes of a work-group.
constexpr int count_sizes(const void*) {
  return 0;
}
template <std::size_t... Sizes>
constexpr int count_sizes(const property_sizes<Sizes...>*) {
  return sizeof...(Sizes);
}
template <class Property>
inline constexpr int property_dimensions = detail::count_sizes(static_cast<Property*>(nullptr));

template <class Properties>
struct kernel_properties {
  static_assert(properties_of_kernels::is_property_list_v<Properties>,
                "get(properties_tag) of a kernel returns properties");
};
template <class... Values>
struct kernel_properties<properties_of_kernels::properties<property_values<Values...>>> {
  static constexpr bool are_compiled =
      (properties_of_kernels::has_compile_time_kernel_effect_v<Values> || ...);
  CLEAVE_SYCL_INLINE static void ask() { (kernel_property<Values>::ask(), ...); }
  /// Whether sizes of work-groups, if there are any, have so many dimensions.
  template <int Dimensions>
  static constexpr bool fit =
      ((property_dimensions<Values> == 0 || property_dimensions<Values> == Dimensions) && ...);
};
template <class Properties>
CLEAVE_SYCL_INLINE void ask_for_properties() {
  kernel_properties<std::remove_cv_t<std::remove_reference_t<Properties>>>::ask();
}

/// A functor whose kernel has the properties beside its own.
template <class Properties, class Functor>
struct functor_with_properties {
  Functor functor;
  template <class... Arguments>
  CLEAVE_SYCL_INLINE auto operator()(Arguments&&... arguments) const
      -> decltype(std::declval<const Functor&>()(std::forward<Arguments>(arguments)...)) {
    detail::ask_for_properties<Properties>();
    if constexpr (embedded_properties<Functor>::are_there) {
      detail::ask_for_properties<typename embedded_properties<Functor>::type>();
    }
    functor(std::forward<Arguments>(arguments)...);
  }
};

template <class Properties, int Dimensions>
constexpr void check_properties_of_launch() {
  static_assert(
      kernel_properties<Properties>::template fit<Dimensions>,
      "work_group_size and work_group_size_hint have as many sizes as the launch has dimensions");
}

/// The aspect of device_has at this position, or none.
template <aspect... Aspects>
constexpr std::uint32_t aspect_at(
    properties_of_kernels::property_value<properties_of_kernels::device_has_key,
                                          std::integral_constant<aspect, Aspects>...>,
    std::size_t position) {
  const aspect all[] = {Aspects..., aspect::cpu};
  return position < sizeof...(Aspects) ? static_cast<std::uint32_t>(all[position])
                                       : ~std::uint32_t{0};
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

// Before a function that kernels call: the property device_has, in parentheses if there are commas in it.
#define CLEAVE_SYCL_ASPECTS(at, property, first)                                                  \
  at(property, first), at(property, first + 1), at(property, first + 2), at(property, first + 3), \
      at(property, first + 4), at(property, first + 5), at(property, first + 6),                  \
      at(property, first + 7)
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(property)                              \
  [[clang::annotate("sycl.device_has",                                           \
                    CLEAVE_SYCL_ASPECTS(::sycl::detail::aspect_at, property, 0), \
                    CLEAVE_SYCL_ASPECTS(::sycl::detail::aspect_at, property, 8), \
                    CLEAVE_SYCL_ASPECTS(::sycl::detail::aspect_at, property, 16))]]
