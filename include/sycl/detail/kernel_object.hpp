// Holds the copy of a kernel object that a command takes (SYCL 2020, 4.12.4).
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "abi.h"
#include "config.hpp"
#include "kernel.hpp"
#include "specialization.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Boxes an object of the user for the library.
template <class State>
cleave_sycl_box make_box(State state) {
  return {new State(std::move(state)),
          [](void* boxed) noexcept { delete static_cast<State*>(boxed); }};
}

/// A copy of a kernel object, made by its copy constructor. One without a destructor is gone when it
/// has been submitted: devices have bytes of their own. Others live until the kernel has ended, which the library
/// waits for.
class kernel_object {
 public:
  kernel_object() = default;
  kernel_object(const kernel_object&) = delete;
  kernel_object& operator=(const kernel_object&) = delete;
  ~kernel_object() {
    if (keeper_.destroy != nullptr) keeper_.destroy(keeper_.state);
    if (far_.destroy != nullptr) far_.destroy(far_.state);
  }

  template <class Object>
  void copy(const Object& object) {
    make<Object>(object);
  }
  /// Copies a kernel. If it takes a kernel_handler, its constants are found behind it, as in `bytes`.
  template <class Shape, class Object>
  void copy_kernel(const Object& object) {
    if constexpr (Shape::template with_handler<Object>) {
      copy_with_constants(object);
    } else {
      copy(object);
    }
  }
  /// Returns where that kernel finds its constants; null: the kernel takes no kernel_handler.
  const specialization_table** constants() const { return constants_; }
  const void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  /// The launch takes this over.
  cleave_sycl_box* keeper() { return keeper_.destroy == nullptr ? nullptr : &keeper_; }
  void forget() { keeper_ = {}; }
  /// Adds something that lives until the kernel has ended.
  void also_keep(const cleave_sycl_box& box) {
    if (keeper_.destroy == nullptr) {
      keeper_ = box;
      return;
    }
    struct both {
      cleave_sycl_box first;
      cleave_sycl_box second;
    };
    keeper_ = {new both{keeper_, box}, [](void* state) noexcept {
                 auto* const boxes = static_cast<both*>(state);
                 boxes->first.destroy(boxes->first.state);
                 boxes->second.destroy(boxes->second.state);
                 delete boxes;
               }};
  }

 private:
  template <class Object>
  void copy_with_constants(const Object& object) {
    struct pair {
      explicit pair(const Object& from) : object(from) {}
      Object object;
      const specialization_table* constants = nullptr;
    };
    static_assert(sizeof(pair) == sizeof(detail::bytes<Object, true>));
    constants_ = &make<pair>(object).constants;
  }
  template <class Object, class From>
  Object& make(const From& from) {
    bytes_ = sizeof(Object);
    if constexpr (std::is_trivially_destructible_v<Object> && sizeof(Object) <= sizeof near_ &&
                  alignof(Object) <= alignof(std::max_align_t)) {
      Object* const made = new (near_) Object(from);
      data_ = made;
      return *made;
    } else {
      Object* const made = new Object(from);
      data_ = made;
      (std::is_trivially_destructible_v<Object> ? far_ : keeper_) = {made, destroy<Object>};
      return *made;
    }
  }
  template <class Object>
  static void destroy(void* object) noexcept {
    delete static_cast<Object*>(object);
  }
  const specialization_table** constants_ = nullptr;
  const void* data_ = nullptr;
  std::size_t bytes_ = 0;
  cleave_sycl_box keeper_{};
  cleave_sycl_box far_{};  // an object without a destructor that is too large for near_
  // An accessor takes 56 bytes and more.
  alignas(std::max_align_t) unsigned char near_[1024];
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
