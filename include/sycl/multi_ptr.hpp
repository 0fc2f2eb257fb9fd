// Declares multi_ptr: pointers that know their address space (SYCL 2020, 4.7.7.1).
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include "access.hpp"
#include "detail/builtins.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// A pointer into the space, as devices have it; on hosts a plain one.
template <class Type, access::address_space Space>
struct decorated_type {
  using type = Type;
};
template <class Type>
struct decorated_type<Type, access::address_space::global_space> {
  using type = CLEAVE_SYCL_GLOBAL Type;
};
template <class Type>
struct decorated_type<Type, access::address_space::local_space> {
  using type = CLEAVE_SYCL_LOCAL Type;
};
template <class Type>
struct decorated_type<Type, access::address_space::private_space> {
  using type = CLEAVE_SYCL_PRIVATE Type;
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy>
class multi_ptr {
  template <class Type>
  using decorated_of = typename detail::decorated_type<Type, Space>::type;

 public:
  static constexpr bool is_decorated = DecorateAddress == access::decorated::yes;
  static constexpr access::address_space address_space = Space;
  using value_type = ElementType;
  using pointer = std::conditional_t<is_decorated, decorated_of<ElementType>*, ElementType*>;
  using reference = std::conditional_t<
      is_decorated,
      decorated_of<std::conditional_t<std::is_void_v<ElementType>, int, ElementType>>&,
      std::conditional_t<std::is_void_v<ElementType>, int, ElementType>&>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;

  multi_ptr() : pointer_(nullptr) {}
  multi_ptr(std::nullptr_t) : pointer_(nullptr) {}
  multi_ptr(const multi_ptr&) = default;
  multi_ptr& operator=(const multi_ptr&) = default;
  explicit multi_ptr(decorated_of<ElementType>* from) : pointer_((ElementType*)from) {}
  /// Takes one of another decoration, or of the same elements without const.
  template <class Other, access::decorated OtherDecoration,
            std::enable_if_t<std::is_convertible_v<Other*, ElementType*>, int> = 0>
  multi_ptr(const multi_ptr<Other, Space, OtherDecoration>& other) : pointer_(other.get_raw()) {}
  multi_ptr& operator=(std::nullptr_t) {
    pointer_ = nullptr;
    return *this;
  }

  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  Type& operator*() const {
    return *pointer_;
  }
  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  Type& operator[](std::ptrdiff_t index) const {
    return pointer_[index];
  }
  ElementType* operator->() const { return pointer_; }

  /// A legacy one is a pointer, too.
  template <access::decorated Decoration = DecorateAddress,
            std::enable_if_t<Decoration == access::decorated::legacy, int> = 0>
  operator ElementType*() const {
    return pointer_;
  }

  pointer get() const { return (pointer)pointer_; }
  ElementType* get_raw() const { return pointer_; }
  decorated_of<ElementType>* get_decorated() const { return (decorated_of<ElementType>*)pointer_; }

  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  void prefetch(std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) __builtin_prefetch(pointer_ + i);
  }

  friend multi_ptr& operator++(multi_ptr& of) {
    ++of.pointer_;
    return of;
  }
  friend multi_ptr operator++(multi_ptr& of, int) {
    const multi_ptr before = of;
    ++of.pointer_;
    return before;
  }
  friend multi_ptr& operator--(multi_ptr& of) {
    --of.pointer_;
    return of;
  }
  friend multi_ptr operator--(multi_ptr& of, int) {
    const multi_ptr before = of;
    --of.pointer_;
    return before;
  }
  friend multi_ptr& operator+=(multi_ptr& of, std::ptrdiff_t count) {
    of.pointer_ += count;
    return of;
  }
  friend multi_ptr& operator-=(multi_ptr& of, std::ptrdiff_t count) {
    of.pointer_ -= count;
    return of;
  }
  friend multi_ptr operator+(const multi_ptr& of, std::ptrdiff_t count) {
    multi_ptr made = of;
    return made += count;
  }
  friend multi_ptr operator-(const multi_ptr& of, std::ptrdiff_t count) {
    multi_ptr made = of;
    return made -= count;
  }
  friend std::ptrdiff_t operator-(const multi_ptr& left, const multi_ptr& right) {
    return left.pointer_ - right.pointer_;
  }
#define CLEAVE_SYCL_COMPARE(op)                                            \
  friend bool operator op(const multi_ptr& left, const multi_ptr& right) { \
    return left.pointer_ op right.pointer_;                                \
  }
  CLEAVE_SYCL_COMPARE(==)
  CLEAVE_SYCL_COMPARE(!=)
  CLEAVE_SYCL_COMPARE(<)
  CLEAVE_SYCL_COMPARE(>)
  CLEAVE_SYCL_COMPARE(<=)
  CLEAVE_SYCL_COMPARE(>=)
#undef CLEAVE_SYCL_COMPARE

 private:
  ElementType* pointer_;
};

template <class ElementType, access::decorated DecorateAddress = access::decorated::legacy>
using global_ptr = multi_ptr<ElementType, access::address_space::global_space, DecorateAddress>;
template <class ElementType, access::decorated DecorateAddress = access::decorated::legacy>
using local_ptr = multi_ptr<ElementType, access::address_space::local_space, DecorateAddress>;
template <class ElementType, access::decorated DecorateAddress = access::decorated::legacy>
using private_ptr = multi_ptr<ElementType, access::address_space::private_space, DecorateAddress>;
template <class ElementType>
using generic_ptr =
    multi_ptr<ElementType, access::address_space::generic_space, access::decorated::no>;
template <class ElementType>
using raw_global_ptr =
    multi_ptr<ElementType, access::address_space::global_space, access::decorated::no>;
template <class ElementType>
using raw_local_ptr =
    multi_ptr<ElementType, access::address_space::local_space, access::decorated::no>;
template <class ElementType>
using raw_private_ptr =
    multi_ptr<ElementType, access::address_space::private_space, access::decorated::no>;
template <class ElementType>
using decorated_global_ptr =
    multi_ptr<ElementType, access::address_space::global_space, access::decorated::yes>;
template <class ElementType>
using decorated_local_ptr =
    multi_ptr<ElementType, access::address_space::local_space, access::decorated::yes>;
template <class ElementType>
using decorated_private_ptr =
    multi_ptr<ElementType, access::address_space::private_space, access::decorated::yes>;

/// Makes one of a pointer of any space: the caller knows that it points there.
template <access::address_space Space, access::decorated DecorateAddress, class ElementType>
multi_ptr<ElementType, Space, DecorateAddress> address_space_cast(ElementType* pointer) {
  return multi_ptr<ElementType, Space, DecorateAddress>(
      (typename detail::decorated_type<ElementType, Space>::type*)pointer);
}

}  // namespace _v1
}  // namespace sycl
