// Declares lists of properties (SYCL 2020, 4.5.4).
#pragma once

#include <cstdint>
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
    if constexpr (!std::is_empty_v<Property>) values_.push(new held<Property>(property));
  }

  /// A value, and behind it those before.
  struct value {
    unsigned number;
    std::uint32_t references;
    value* next;
    void (*destroy)(value* of);
  };
  template <class Property>
  struct held : value {
    explicit held(const Property& its_property)
        : value{property_list::number<Property>, 1, nullptr, destroy_this},
          property(its_property) {}
    static void destroy_this(value* of) { delete static_cast<held*>(of); }
    Property property;
  };

  /// Values, which copies of a list share. std::shared_ptr would give each program its code, for values that few lists have.
  class shared_values {
   public:
    shared_values() = default;
    shared_values(const shared_values& other) noexcept : first_(other.first_) {
      if (first_ != nullptr) __atomic_add_fetch(&first_->references, 1, __ATOMIC_RELAXED);
    }
    shared_values(shared_values&& other) noexcept : first_(other.first_) { other.first_ = nullptr; }
    shared_values& operator=(shared_values other) noexcept {
      value* const before = first_;
      first_ = other.first_;
      other.first_ = before;
      return *this;
    }
    ~shared_values() {
      if (first_ != nullptr) release(first_);
    }

    /// Puts a value in front, whose reference this takes over.
    void push(value* added) {
      added->next = first_;
      first_ = added;
    }
    const value* first() const { return first_; }

   private:
    __attribute__((noinline)) static void release(value* of) noexcept {
      while (of != nullptr && __atomic_sub_fetch(&of->references, 1, __ATOMIC_ACQ_REL) == 0) {
        value* const next = of->next;
        of->destroy(of);
        of = next;
      }
    }
    value* first_ = nullptr;
  };

  std::uint32_t mask_ = 0;
  shared_values values_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct property_access {
  static std::uint32_t mask(const property_list& list) { return list.mask_; }
  template <class Property>
  static bool has(const property_list& list) {
    return (list.mask_ & bit<Property>) != 0;
  }
  /// Returns a property with data, which lives as long as the list; null: the list has none.
  template <class Property>
  static const Property* find(const property_list& list) {
    const property_list::value* const found = find(list, property_list::number<Property>);
    return found == nullptr ? nullptr
                            : &static_cast<const property_list::held<Property>*>(found)->property;
  }
  /// Throws errc::invalid where the list has none.
  template <class Property>
  static Property get(const property_list& list) {
    if constexpr (std::is_empty_v<Property>) {
      if (has<Property>(list)) return Property();
    } else {
      if (const Property* const found = find<Property>(list)) return *found;
    }
    raise(errc::invalid, "get_property: the object was not made with this property");
  }
  /// The bit of a property in the mask.
  template <class Property>
  static constexpr std::uint32_t bit = std::uint32_t{1} << property_list::number<Property>;

 private:
  static const property_list::value* find(const property_list& list, unsigned number) noexcept {
    const property_list::value* value = list.values_.first();
    while (value != nullptr && value->number != number) value = value->next;
    return value;
  }
};

/// Throws errc::invalid where the list has a property that is none of these.
template <class... Properties>
void check_properties(const property_list& list) {
  constexpr std::uint32_t known = (std::uint32_t{0} | ... | property_access::bit<Properties>);
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
