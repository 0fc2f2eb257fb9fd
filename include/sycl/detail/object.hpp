// Holds references to objects of the library, and reads values of any size from it.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../exception.hpp"
#include "abi.h"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Equal for objects that are equal. Devices may be equal without being copies: slices of one tile.
inline std::size_t identity_of(const void* object) {
  return reinterpret_cast<std::size_t>(object);
}
inline std::size_t identity_of(cleave_sycl_device* object) {
  return object == nullptr ? 0 : static_cast<std::size_t>(api().device_identity(object));
}

/// Returns a number that no other object of the process has, copies apart.
CLEAVE_SYCL_EXPORT inline std::size_t next_identity() {
  static std::size_t last = 0;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/// Has what all classes of reference semantics have (SYCL 2020, 4.5.2): two are equal when they are
/// copies of each other.
template <class Derived, class Object>
class shared_object {
 public:
  friend bool operator==(const Derived& left, const Derived& right) { return compare(left, right); }
  friend bool operator!=(const Derived& left, const Derived& right) { return !(left == right); }

 protected:
  shared_object() = default;
  explicit shared_object(reference<Object> object) : reference_(std::move(object)) {}
  Object* object() const { return reference_.get(); }
  /// A class whose objects are more than references has one of its own.
  static bool is_same(const Derived& left, const Derived& right) {
    return left.object() == right.object() ||
           identity_of(left.object()) == identity_of(right.object());
  }

 private:
  friend struct object_access;
  static bool compare(const Derived& left, const Derived& right) {
    return Derived::is_same(left, right);
  }
  reference<Object> reference_;
};

/// Lets the headers see and make objects.
struct object_access {
  template <class Derived>
  static auto* get(const Derived& made) {
    return made.object();
  }
  template <class Derived, class Object, class... Rest>
  static Derived take(Object* object, const Rest&... rest) {
    return Derived(reference<Object>::take(object), rest...);
  }
  template <class Derived, class Object>
  static Derived share(Object* object) {
    return Derived(reference<Object>::share(object));
  }
};

template <class Derived>
struct hash_of_object {
  std::size_t operator()(const Derived& made) const {
    return std::hash<std::size_t>()(identity_of(object_access::get(made)));
  }
};

/// The library puts a value of fixed size there.
template <class Value>
struct value_sink {
  static_assert(std::is_trivially_copyable_v<Value>);
  Value value{};
  static void put(void* target, const void* data, std::size_t bytes) noexcept {
    std::memcpy(target, data, bytes < sizeof(Value) ? bytes : sizeof(Value));
  }
  cleave_sycl_sink sink() { return {&value, put}; }
};

template <>
struct value_sink<std::string> {
  std::string value;
  static void put(void* target, const void* data, std::size_t bytes) noexcept {
    static_cast<std::string*>(target)->assign(static_cast<const char*>(data), bytes);
  }
  cleave_sycl_sink sink() { return {&value, put}; }
};

template <class Element>
struct value_sink<std::vector<Element>> {
  static_assert(std::is_trivially_copyable_v<Element>);
  std::vector<Element> value;
  static void put(void* target, const void* data, std::size_t bytes) noexcept {
    auto& to = *static_cast<std::vector<Element>*>(target);
    to.resize(bytes / sizeof(Element));
    if (bytes != 0) std::memcpy(to.data(), data, bytes);
  }
  cleave_sycl_sink sink() { return {&value, put}; }
};

/// Returns what `call` gives to a sink.
template <class Value, class Call>
Value read(Call call) {
  value_sink<Value> place;
  const cleave_sycl_sink sink = place.sink();
  check(call(&sink));
  return std::move(place.value);
}

/// Goes over objects that are retained for us: each element takes its object's reference, and is read once.
template <class Derived, class Object>
struct object_iterator {
  using iterator_category = std::forward_iterator_tag;
  using value_type = Derived;
  using difference_type = std::ptrdiff_t;
  using pointer = const Derived*;
  using reference = Derived;

  Object* const* at;

  Derived operator*() const { return object_access::take<Derived>(*at); }
  object_iterator& operator++() {
    ++at;
    return *this;
  }
  friend bool operator==(object_iterator left, object_iterator right) {
    return left.at == right.at;
  }
  friend bool operator!=(object_iterator left, object_iterator right) {
    return left.at != right.at;
  }
};

/// The same of objects, which are retained for us. A vector that is made of a range takes half the time to compile of one that
/// grows.
template <class Derived, class Object, class Call>
std::vector<Derived> read_objects(Call call) {
  std::vector<Derived> made;
  const cleave_sycl_sink sink{
      &made, [](void* target, const void* data, std::size_t bytes) noexcept {
        using iterator = object_iterator<Derived, Object>;
        auto* const first = static_cast<Object* const*>(data);
        std::vector<Derived> all(iterator{first}, iterator{first + bytes / sizeof(Object*)});
        static_cast<std::vector<Derived>*>(target)->swap(all);
      }};
  check(call(&sink));
  return made;
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
