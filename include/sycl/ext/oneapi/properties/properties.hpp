// Declares lists of properties that compilers see (sycl_ext_oneapi_properties).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "../../../detail/config.hpp"
#include "../../../is_device_copyable.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Its one parameter, if it has one.
template <class... Parameters>
struct property_parameter {};
template <class Only>
struct property_parameter<Only> {
  using value_t = Only;
};
template <class Type, Type Value>
struct property_parameter<std::integral_constant<Type, Value>> {
  using value_t = std::integral_constant<Type, Value>;
  static constexpr auto value = Value;
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace ext::oneapi::experimental {

/// A property whose parameters are constants or types.
template <class Key, class... Parameters>
struct property_value : detail::property_parameter<Parameters...> {
  using key_t = Key;
};

template <class Key, class... Left, class... Right>
constexpr bool operator==(property_value<Key, Left...>, property_value<Key, Right...>) {
  return std::is_same_v<property_value<Key, Left...>, property_value<Key, Right...>>;
}
template <class Key, class... Left, class... Right>
constexpr bool operator!=(property_value<Key, Left...> left, property_value<Key, Right...> right) {
  return !(left == right);
}

template <class Key>
struct is_property_key : std::false_type {};
template <class Key, class Object>
struct is_property_key_of : std::false_type {};
template <class Value, class Object>
struct is_property_value_of : is_property_key_of<Value, Object> {};
template <class Key, class Object, class... Parameters>
struct is_property_value_of<property_value<Key, Parameters...>, Object>
    : is_property_key_of<Key, Object> {};

template <class Values>
class properties;

template <class List>
struct is_property_list : std::false_type {};
template <class Values>
struct is_property_list<properties<Values>> : std::true_type {};
template <class List>
inline constexpr bool is_property_list_v = is_property_list<List>::value;

/// Functors tell of their properties by a function `get` that takes this.
struct properties_tag {};

}  // namespace ext::oneapi::experimental

namespace CLEAVE_SYCL_HIDDEN detail {

/// The key of a property: that of a runtime property is its own type.
template <class Value>
struct property_key {
  using type = Value;
  static constexpr bool is_constant = false;
};
template <class Key, class... Parameters>
struct property_key<ext::oneapi::experimental::property_value<Key, Parameters...>> {
  using type = Key;
  static constexpr bool is_constant = true;
};
template <class Value>
using property_key_t = typename property_key<Value>::type;

/// A runtime property says so by is_property_key, or by is_property_key_of for any object.
template <class Value>
inline constexpr bool is_property_value =
    property_key<Value>::is_constant || ext::oneapi::experimental::is_property_key<Value>::value ||
    ext::oneapi::experimental::is_property_key_of<Value, void>::value;

/// Types have an order by what the compiler calls them, in both passes alike.
template <class Type>
constexpr const char* name_of_type() {
  return __PRETTY_FUNCTION__;
}
template <class Left, class Right>
constexpr int compare_types() {
  return __builtin_strcmp(name_of_type<Left>(), name_of_type<Right>());
}

template <class... Values>
struct property_values;
template <class Value, class Before, class After>
struct insert_property;
template <class Value, class... Before>
struct insert_property<Value, property_values<Before...>, property_values<>> {
  using type = property_values<Before..., Value>;
};
template <class Value, class... Before, class First, class... After>
struct insert_property<Value, property_values<Before...>, property_values<First, After...>> {
  static_assert(!std::is_same_v<property_key_t<Value>, property_key_t<First>>,
                "a list of properties has the same property twice");
  static constexpr bool is_here = compare_types<property_key_t<Value>, property_key_t<First>>() < 0;
  using type = typename std::conditional_t<
      is_here, std::common_type<property_values<Before..., Value, First, After...>>,
      insert_property<Value, property_values<Before..., First>, property_values<After...>>>::type;
};
/// The same properties in the order of their keys.
template <class... Values>
struct sorted_properties {
  using type = property_values<>;
};
template <class First, class... Rest>
struct sorted_properties<First, Rest...> {
  using type = typename insert_property<First, property_values<>,
                                        typename sorted_properties<Rest...>::type>::type;
};

/// The property with this key, or void.
template <class Key, class... Values>
struct find_property {
  using type = void;
};
template <class Key, class First, class... Rest>
struct find_property<Key, First, Rest...>
    : std::conditional_t<std::is_same_v<Key, property_key_t<First>>, std::common_type<First>,
                         find_property<Key, Rest...>> {};

/// Keeps what a list knows at run time alone.
template <class Value, bool IsConstant = property_key<Value>::is_constant>
struct property_holder {
  constexpr property_holder() = default;
  template <class Given>
  constexpr explicit property_holder(const Given& given) : value(given) {}
  Value value;
};
template <class Value>
struct property_holder<Value, true> {
  constexpr property_holder() = default;
  template <class Given>
  constexpr explicit property_holder(const Given&) {}
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace ext::oneapi::experimental {

/// Its type says which properties there are, in whatever order they were given, and the parameters of those that are
/// constants.
template <class... Values>
class properties<detail::property_values<Values...>> : private detail::property_holder<Values>... {
  template <class Key>
  using found = typename detail::find_property<Key, Values...>::type;
  template <class Key>
  static constexpr bool is_constant = detail::property_key<found<Key>>::is_constant;

  template <class Given>
  static constexpr bool is_mine = (std::is_same_v<Given, Values> || ...);
  /// The property that was given, or one by default.
  template <class Value>
  static constexpr Value pick() {
    return Value();
  }
  template <class Value, class First, class... Rest>
  static constexpr Value pick(const First& first, const Rest&... rest) {
    if constexpr (std::is_same_v<Value, First>) {
      return first;
    } else {
      return pick<Value>(rest...);
    }
  }

 public:
  template <class... Given,
            std::enable_if_t<sizeof...(Given) != 0 && (is_mine<Given> && ...), int> = 0>
  constexpr properties(Given... given)
      : detail::property_holder<Values>(pick<Values>(given...))... {}
  constexpr properties() = default;

  template <class Key>
  static constexpr bool has_property() {
    return !std::is_void_v<found<Key>>;
  }
  template <class Key, std::enable_if_t<is_constant<Key>, int> = 0>
  static constexpr auto get_property() {
    return found<Key>();
  }
  template <class Property,
            std::enable_if_t<!is_constant<Property> && has_property<Property>(), int> = 0>
  constexpr Property get_property() const {
    return static_cast<const detail::property_holder<Property>&>(*this).value;
  }
};

properties() -> properties<detail::property_values<>>;
template <class... Values, std::enable_if_t<(detail::is_property_value<Values> && ...), int> = 0>
properties(Values...) -> properties<typename detail::sorted_properties<Values...>::type>;

using empty_properties_t = properties<detail::property_values<>>;

}  // namespace ext::oneapi::experimental

template <class... Values>
struct is_device_copyable<ext::oneapi::experimental::properties<detail::property_values<Values...>>>
    : std::bool_constant<(is_device_copyable_v<Values> && ...)> {};

}  // namespace _v1
}  // namespace sycl
