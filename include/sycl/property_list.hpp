// Declares lists of properties (SYCL 2020, 4.5.4).
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "detail/config.hpp"
#include "exception.hpp"

namespace sycl {
inline namespace _v1 {

template <class Property>
struct is_property : std::false_type {};
template <class Property>
inline constexpr bool is_property_v = is_property<Property>::value;

template <class Property, class Object>
struct is_property_of : std::false_type {};
template <class Property, class Object>
inline constexpr bool is_property_of_v = is_property_of<Property, Object>::value;

namespace CLEAVE_SYCL_HIDDEN detail {
/// Which properties lists may hold, one number each.
enum class property_number : unsigned {
  enable_profiling,
  in_order,
  no_init,
  use_host_ptr,
  use_mutex,
  context_bound,
  initialize_to_identity,
  image_use_host_ptr,
  image_use_mutex,
  image_context_bound,
  priority_normal,
  priority_low,
  priority_high,
  discard_events,
};
template <class Property>
struct property_facts;  // of each: `number`
struct property_access;
}  // namespace CLEAVE_SYCL_HIDDEN detail

/// An unordered set of properties. Those without data cost no memory.
class property_list {
 public:
  template <class... Properties, std::enable_if_t<(is_property_v<Properties> && ...), int> = 0>
  property_list(Properties... properties) {
    (add(properties), ...);
  }

 private:
  friend struct detail::property_access;
  template <class Property>
  static constexpr auto number = static_cast<unsigned>(detail::property_facts<Property>::number);

  template <class Property>
  void add(const Property& property) {
    mask_ |= std::uint32_t{1} << number<Property>;
    if constexpr (!std::is_empty_v<Property>) {
      values_ = std::make_shared<const held<Property>>(property, values_);
    }
  }

  /// A value, and behind it those before.
  struct value {
    value(unsigned its_number, std::shared_ptr<const value> its_next)
        : value_number(its_number), next(std::move(its_next)) {}
    unsigned value_number;
    std::shared_ptr<const value> next;
  };
  template <class Property>
  struct held : value {
    held(const Property& its_property, std::shared_ptr<const value> its_next)
        : value(number<Property>, std::move(its_next)), property(its_property) {}
    Property property;
  };
  std::uint32_t mask_ = 0;
  std::shared_ptr<const value> values_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct property_access {
  static std::uint32_t mask(const property_list& list) { return list.mask_; }
  template <class Property>
  static bool has(const property_list& list) {
    return (list.mask_ >> property_list::number<Property> & 1) != 0;
  }
  /// Throws errc::invalid where the list has none.
  template <class Property>
  static Property get(const property_list& list) {
    if (!has<Property>(list)) {
      raise(errc::invalid, "get_property: the object was not made with this property");
    }
    if constexpr (std::is_empty_v<Property>) {
      return Property();
    } else {
      for (auto* value = list.values_.get(); value != nullptr; value = value->next.get()) {
        if (value->value_number == property_list::number<Property>) {
          return static_cast<const property_list::held<Property>*>(value)->property;
        }
      }
      raise(errc::runtime, "a property without its value");
    }
  }
};

/// Throws errc::invalid where the list has a property that is none of these.
template <class... Properties>
void check_properties(const property_list& list) {
  constexpr std::uint32_t known =
      (std::uint32_t{0} | ... |
       (std::uint32_t{1} << static_cast<unsigned>(property_facts<Properties>::number)));
  if ((property_access::mask(list) & ~known) != 0) {
    raise(errc::invalid, "a property that objects of this class do not have");
  }
}

/// has_property and get_property of classes that keep their list.
class with_properties {
 public:
  template <class Property>
  bool has_property() const noexcept {
    return property_access::has<Property>(properties_);
  }
  template <class Property>
  Property get_property() const {
    return property_access::get<Property>(properties_);
  }

 protected:
  explicit with_properties(const property_list& properties) : properties_(properties) {}
  with_properties() = default;

 private:
  property_list properties_;
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

/// Makes `scope::name` a property.
#define CLEAVE_SYCL_PROPERTY(scope, name) CLEAVE_SYCL_NUMBERED_PROPERTY(scope, name, name)
/// Properties of several classes may have one name: their numbers have different ones.
#define CLEAVE_SYCL_NUMBERED_PROPERTY(scope, name, its_number)  \
  template <>                                                   \
  struct is_property<scope::name> : std::true_type {};          \
  namespace CLEAVE_SYCL_HIDDEN detail {                         \
  template <>                                                   \
  struct property_facts<scope::name> {                          \
    static constexpr auto number = property_number::its_number; \
  };                                                            \
  }

}  // namespace _v1
}  // namespace sycl
