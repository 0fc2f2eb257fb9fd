// Declares multi_ptr: pointers that know their address space (SYCL 2020, 4.7.7.1).
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include "access.hpp"
#include "detail/builtins.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;
template <class Type, int Dimensions>
class local_accessor;

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
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
inline constexpr access::address_space constant_space = access::address_space::constant_space;
inline constexpr target constant_target = target::constant_buffer;
#pragma clang diagnostic pop
// Constants lie in global memory.
template <class Type>
struct decorated_type<Type, constant_space> {
  using type = CLEAVE_SYCL_GLOBAL Type;
};

template <class Type>
struct decorated_type<Type, access::address_space::ext_intel_global_device_space> {
  using type = CLEAVE_SYCL_GLOBAL Type;
};
template <class Type>
struct decorated_type<Type, access::address_space::ext_intel_global_host_space> {
  using type = CLEAVE_SYCL_GLOBAL Type;
};

template <class Type>
struct undecorated_type {
  using type = Type;
};
#ifdef __SYCL_DEVICE_ONLY__
template <class Type>
struct undecorated_type<CLEAVE_SYCL_GLOBAL Type> {
  using type = Type;
};
template <class Type>
struct undecorated_type<CLEAVE_SYCL_LOCAL Type> {
  using type = Type;
};
template <class Type>
struct undecorated_type<CLEAVE_SYCL_PRIVATE Type> {
  using type = Type;
};
#endif

/// Whether a pointer into `From` is one into `To` without a cast.
constexpr bool is_space_within(access::address_space from, access::address_space to) {
  return from == to || (to == access::address_space::generic_space && from != constant_space);
}
/// Whether the space is a part of the global one: pointers of SYCL's own spaces are made of its pointers by a cast.
constexpr bool is_part_of_global(access::address_space space) {
  return space == access::address_space::ext_intel_global_device_space ||
         space == access::address_space::ext_intel_global_host_space;
}
/// Whether a pointer of target::device is one into the space.
constexpr bool takes_device_accessor(access::address_space space) {
  return space == access::address_space::global_space ||
         space == access::address_space::ext_intel_global_device_space ||
         space == access::address_space::generic_space;
}
template <class From, class To>
inline constexpr bool converts_pointee =
    std::is_convertible_v<std::add_pointer_t<From>, std::add_pointer_t<To>>;
/// Whether an accessor's elements are those of a pointer, or are hidden behind void.
template <class Element, class Accessor>
inline constexpr bool is_element_of =
    (std::is_void_v<Element> ||
     std::is_same_v<std::remove_const_t<Element>,
                    std::remove_const_t<typename Accessor::value_type>>) &&
    converts_pointee<typename Accessor::value_type, Element>;

}  // namespace CLEAVE_SYCL_HIDDEN detail

/// The type of a pointer, a reference or an object without its address space.
template <class Type>
struct remove_decoration : detail::undecorated_type<Type> {};
template <class Type>
struct remove_decoration<Type*> {
  using type = typename detail::undecorated_type<Type>::type*;
};
template <class Type>
struct remove_decoration<Type* const> {
  using type = typename detail::undecorated_type<Type>::type* const;
};
template <class Type>
struct remove_decoration<Type&> {
  using type = typename detail::undecorated_type<Type>::type&;
};
template <class Type>
using remove_decoration_t = typename remove_decoration<Type>::type;

template <class ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy>
class multi_ptr {
  template <class Type>
  using decorated_of = typename detail::decorated_type<Type, Space>::type;
  template <access::address_space Wanted>
  static constexpr bool is_to = Space == Wanted || Space == access::address_space::generic_space;

 public:
  static constexpr bool is_decorated = DecorateAddress == access::decorated::yes;
  static constexpr access::address_space address_space = Space;
  using value_type = ElementType;
  using pointer =
      std::conditional_t<is_decorated, decorated_of<ElementType>*, std::add_pointer_t<value_type>>;
  using reference =
      std::conditional_t<is_decorated, std::add_lvalue_reference_t<decorated_of<ElementType>>,
                         std::add_lvalue_reference_t<value_type>>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;

  multi_ptr() : pointer_(nullptr) {}
  multi_ptr(const multi_ptr&) = default;
  multi_ptr(multi_ptr&&) = default;
  multi_ptr& operator=(const multi_ptr&) = default;
  multi_ptr& operator=(multi_ptr&&) = default;
  multi_ptr(std::nullptr_t) : pointer_(nullptr) {}
  explicit multi_ptr(decorated_of<ElementType>* from) : pointer_((ElementType*)from) {}
  multi_ptr& operator=(std::nullptr_t) {
    pointer_ = nullptr;
    return *this;
  }

  // An accessor gives the first element of its buffer, whatever its offset.
  template <class Type, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder,
            class Accessor = accessor<Type, Dimensions, Mode, target::device, IsPlaceholder>,
            std::enable_if_t<detail::takes_device_accessor(Space) &&
                                 detail::is_element_of<ElementType, Accessor>,
                             int> = 0>
  multi_ptr(const accessor<Type, Dimensions, Mode, target::device, IsPlaceholder>& of)
      : pointer_(of.template get_multi_ptr<access::decorated::no>().get_raw()) {}
  template <class Type, int Dimensions, class Accessor = local_accessor<Type, Dimensions>,
            std::enable_if_t<is_to<access::address_space::local_space> &&
                                 detail::is_element_of<ElementType, Accessor>,
                             int> = 0>
  multi_ptr(const local_accessor<Type, Dimensions>& of)
      : pointer_(of.template get_multi_ptr<access::decorated::no>().get_raw()) {}

  /// Takes one of another decoration, whose elements are not const or hidden, or of a space that the generic one contains.
  template <class Other, access::address_space OtherSpace, access::decorated OtherDecoration,
            std::enable_if_t<detail::converts_pointee<Other, ElementType> &&
                                 detail::is_space_within(OtherSpace, Space),
                             int> = 0>
  multi_ptr(const multi_ptr<Other, OtherSpace, OtherDecoration>& other)
      : pointer_(other.get_raw()) {}
  /// Takes one of void, or of the generic space, of which the caller knows what it is.
  template <class Other, access::address_space OtherSpace, access::decorated OtherDecoration,
            std::enable_if_t<!(detail::converts_pointee<Other, ElementType> &&
                               detail::is_space_within(OtherSpace, Space)) &&
                                 (detail::converts_pointee<Other, ElementType> ||
                                  (std::is_void_v<Other> &&
                                   (std::is_const_v<ElementType> || !std::is_const_v<Other>))) &&
                                 (OtherSpace == Space ||
                                  (OtherSpace == access::address_space::generic_space &&
                                   Space != detail::constant_space)),
                             int> = 0>
  explicit multi_ptr(const multi_ptr<Other, OtherSpace, OtherDecoration>& other)
      : pointer_(static_cast<ElementType*>(other.get_raw())) {}

  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  reference operator*() const {
    return *get();
  }
  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  reference operator[](difference_type index) const {
    return get()[index];
  }
  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  pointer operator->() const {
    return get();
  }

  pointer get() const { return (pointer)pointer_; }
  std::add_pointer_t<value_type> get_raw() const { return pointer_; }
  decorated_of<ElementType>* get_decorated() const { return (decorated_of<ElementType>*)pointer_; }
  [[deprecated("use get")]] operator pointer() const { return get(); }

  /// Pointers of the device and of the host are global ones.
  template <access::address_space From = Space,
            std::enable_if_t<detail::is_part_of_global(From), int> = 0>
  explicit operator multi_ptr<ElementType, access::address_space::global_space, DecorateAddress>()
      const {
    return multi_ptr<ElementType, access::address_space::global_space, DecorateAddress>(
        get_decorated());
  }

  template <class Type = ElementType,
            std::enable_if_t<!std::is_void_v<Type> && Space == access::address_space::global_space,
                             int> = 0>
  void prefetch(std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) __builtin_prefetch(pointer_ + i);
  }

#define CLEAVE_SYCL_POINTER_OPERATORS(difference_type)                              \
  friend multi_ptr& operator++(multi_ptr& of) {                                     \
    ++of.pointer_;                                                                  \
    return of;                                                                      \
  }                                                                                 \
  friend multi_ptr operator++(multi_ptr& of, int) {                                 \
    const multi_ptr before = of;                                                    \
    ++of.pointer_;                                                                  \
    return before;                                                                  \
  }                                                                                 \
  friend multi_ptr& operator--(multi_ptr& of) {                                     \
    --of.pointer_;                                                                  \
    return of;                                                                      \
  }                                                                                 \
  friend multi_ptr operator--(multi_ptr& of, int) {                                 \
    const multi_ptr before = of;                                                    \
    --of.pointer_;                                                                  \
    return before;                                                                  \
  }                                                                                 \
  friend multi_ptr& operator+=(multi_ptr& of, difference_type count) {              \
    of.pointer_ += count;                                                           \
    return of;                                                                      \
  }                                                                                 \
  friend multi_ptr& operator-=(multi_ptr& of, difference_type count) {              \
    of.pointer_ -= count;                                                           \
    return of;                                                                      \
  }                                                                                 \
  friend multi_ptr operator+(const multi_ptr& of, difference_type count) {          \
    multi_ptr made = of;                                                            \
    return made += count;                                                           \
  }                                                                                 \
  friend multi_ptr operator-(const multi_ptr& of, difference_type count) {          \
    multi_ptr made = of;                                                            \
    return made -= count;                                                           \
  }                                                                                 \
  friend difference_type operator-(const multi_ptr& left, const multi_ptr& right) { \
    return left.pointer_ - right.pointer_;                                          \
  }                                                                                 \
  CLEAVE_SYCL_COMPARE_POINTERS(==)                                                  \
  CLEAVE_SYCL_COMPARE_POINTERS(!=)                                                  \
  CLEAVE_SYCL_COMPARE_POINTERS(<)                                                   \
  CLEAVE_SYCL_COMPARE_POINTERS(>)                                                   \
  CLEAVE_SYCL_COMPARE_POINTERS(<=)                                                  \
  CLEAVE_SYCL_COMPARE_POINTERS(>=)
// Null stands before every pointer.
#define CLEAVE_SYCL_COMPARE_POINTERS(op)                                   \
  friend bool operator op(const multi_ptr& left, const multi_ptr& right) { \
    return left.pointer_ op right.pointer_;                                \
  }                                                                        \
  friend bool operator op(const multi_ptr& left, std::nullptr_t) {         \
    return left.pointer_ op static_cast<ElementType*>(nullptr);            \
  }                                                                        \
  friend bool operator op(std::nullptr_t, const multi_ptr& right) {        \
    return static_cast<ElementType*>(nullptr) op right.pointer_;           \
  }
  CLEAVE_SYCL_POINTER_OPERATORS(difference_type)

 private:
  ElementType* pointer_;
};

template <class Type, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
multi_ptr(const accessor<Type, Dimensions, Mode, target::device, IsPlaceholder>&)
    -> multi_ptr<std::conditional_t<Mode == access_mode::read, const Type, Type>,
                 access::address_space::global_space, access::decorated::no>;
template <class Type, int Dimensions>
multi_ptr(const local_accessor<Type, Dimensions>&)
    -> multi_ptr<Type, access::address_space::local_space, access::decorated::no>;

/// That of SYCL 1.2.1: a pointer of its element is one without saying so, and the other way round.
template <class ElementType, access::address_space Space>
class multi_ptr<ElementType, Space, access::decorated::legacy> {
  template <class Type>
  using decorated_of = typename detail::decorated_type<Type, Space>::type;
  template <access::address_space Wanted>
  static constexpr bool is_to = Space == Wanted || Space == access::address_space::generic_space;

 public:
  static constexpr bool is_decorated = false;
  static constexpr access::address_space address_space = Space;
  using element_type = ElementType;
  using value_type = ElementType;
  using pointer_t = decorated_of<ElementType>*;
  using const_pointer_t = decorated_of<const ElementType>*;
  using reference_t = std::add_lvalue_reference_t<decorated_of<ElementType>>;
  using const_reference_t = std::add_lvalue_reference_t<decorated_of<const ElementType>>;
  using pointer = std::add_pointer_t<ElementType>;
  using reference = std::add_lvalue_reference_t<ElementType>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;

  multi_ptr() : pointer_(nullptr) {}
  multi_ptr(const multi_ptr&) = default;
  multi_ptr(multi_ptr&&) = default;
  multi_ptr& operator=(const multi_ptr&) = default;
  multi_ptr& operator=(multi_ptr&&) = default;
  multi_ptr(std::nullptr_t) : pointer_(nullptr) {}
  multi_ptr(ElementType* from) : pointer_(from) {}
  multi_ptr& operator=(std::nullptr_t) {
    pointer_ = nullptr;
    return *this;
  }
  multi_ptr& operator=(ElementType* from) {
    pointer_ = from;
    return *this;
  }

  template <class Type, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder,
            class Accessor = accessor<Type, Dimensions, Mode, Target, IsPlaceholder>,
            std::enable_if_t<
                (Target == target::device
                     ? detail::takes_device_accessor(Space)
                     : Target == detail::constant_target && Space == detail::constant_space) &&
                    (std::is_void_v<ElementType> ||
                     std::is_same_v<std::remove_const_t<ElementType>, std::remove_const_t<Type>>),
                int> = 0>
  multi_ptr(const accessor<Type, Dimensions, Mode, Target, IsPlaceholder>& of)
      : pointer_(const_cast<std::remove_const_t<Type>*>(of.get_pointer().get_raw())) {}
  template <class Type, int Dimensions, class Accessor = local_accessor<Type, Dimensions>,
            std::enable_if_t<is_to<access::address_space::local_space> &&
                                 detail::is_element_of<ElementType, Accessor>,
                             int> = 0>
  multi_ptr(const local_accessor<Type, Dimensions>& of)
      : pointer_(of.template get_multi_ptr<access::decorated::no>().get_raw()) {}

  template <class Other, access::address_space OtherSpace, access::decorated OtherDecoration,
            std::enable_if_t<detail::converts_pointee<Other, ElementType> &&
                                 detail::is_space_within(OtherSpace, Space),
                             int> = 0>
  multi_ptr(const multi_ptr<Other, OtherSpace, OtherDecoration>& other)
      : pointer_(other.get_raw()) {}
  template <
      class Other, access::decorated OtherDecoration,
      std::enable_if_t<!detail::converts_pointee<Other, ElementType> && std::is_void_v<Other> &&
                           (std::is_const_v<ElementType> || !std::is_const_v<Other>),
                       int> = 0>
  explicit multi_ptr(const multi_ptr<Other, Space, OtherDecoration>& other)
      : pointer_(static_cast<ElementType*>(other.get_raw())) {}

  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  Type& operator*() const {
    return *pointer_;
  }
  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  Type& operator[](difference_type index) const {
    return pointer_[index];
  }
  ElementType* operator->() const { return pointer_; }

  pointer_t get() const { return (pointer_t)pointer_; }
  ElementType* get_raw() const { return pointer_; }
  pointer_t get_decorated() const { return (pointer_t)pointer_; }
  operator ElementType*() const { return pointer_; }

  /// Pointers of the device and of the host are global ones.
  template <access::address_space From = Space,
            std::enable_if_t<detail::is_part_of_global(From), int> = 0>
  explicit operator multi_ptr<ElementType, access::address_space::global_space,
                              access::decorated::legacy>() const {
    return multi_ptr<ElementType, access::address_space::global_space, access::decorated::legacy>(
        pointer_);
  }

  template <class Type = ElementType, std::enable_if_t<!std::is_void_v<Type>, int> = 0>
  void prefetch(std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) __builtin_prefetch(pointer_ + i);
  }

  CLEAVE_SYCL_POINTER_OPERATORS(std::ptrdiff_t)
#define CLEAVE_SYCL_COMPARE_WITH_POINTER(op)                           \
  friend bool operator op(const multi_ptr& left, ElementType* right) { \
    return left.pointer_ op right;                                     \
  }                                                                    \
  friend bool operator op(ElementType* left, const multi_ptr& right) { \
    return left op right.pointer_;                                     \
  }
  CLEAVE_SYCL_COMPARE_WITH_POINTER(==)
  CLEAVE_SYCL_COMPARE_WITH_POINTER(!=)
  CLEAVE_SYCL_COMPARE_WITH_POINTER(<)
  CLEAVE_SYCL_COMPARE_WITH_POINTER(>)
  CLEAVE_SYCL_COMPARE_WITH_POINTER(<=)
  CLEAVE_SYCL_COMPARE_WITH_POINTER(>=)
#undef CLEAVE_SYCL_COMPARE_WITH_POINTER
#undef CLEAVE_SYCL_COMPARE_POINTERS
#undef CLEAVE_SYCL_POINTER_OPERATORS

 private:
  ElementType* pointer_;
};

template <class ElementType, access::decorated DecorateAddress = access::decorated::legacy>
using global_ptr = multi_ptr<ElementType, access::address_space::global_space, DecorateAddress>;
template <class ElementType, access::decorated DecorateAddress = access::decorated::legacy>
using local_ptr = multi_ptr<ElementType, access::address_space::local_space, DecorateAddress>;
template <class ElementType>
using constant_ptr = multi_ptr<ElementType, detail::constant_space, access::decorated::legacy>;
template <class ElementType, access::decorated DecorateAddress = access::decorated::legacy>
using private_ptr = multi_ptr<ElementType, access::address_space::private_space, DecorateAddress>;
template <class ElementType, access::decorated DecorateAddress = access::decorated::no>
using generic_ptr = multi_ptr<ElementType, access::address_space::generic_space, DecorateAddress>;
#define CLEAVE_SYCL_POINTER_NAMES(space)                                                   \
  template <class ElementType>                                                             \
  using raw_##space##_ptr =                                                                \
      multi_ptr<ElementType, access::address_space::space##_space, access::decorated::no>; \
  template <class ElementType>                                                             \
  using decorated_##space##_ptr =                                                          \
      multi_ptr<ElementType, access::address_space::space##_space, access::decorated::yes>;
CLEAVE_SYCL_POINTER_NAMES(global)
CLEAVE_SYCL_POINTER_NAMES(local)
CLEAVE_SYCL_POINTER_NAMES(private)
CLEAVE_SYCL_POINTER_NAMES(generic)
#undef CLEAVE_SYCL_POINTER_NAMES

/// Makes one of a pointer of any space: the caller knows that it points there.
template <access::address_space Space, access::decorated DecorateAddress, class ElementType>
multi_ptr<ElementType, Space, DecorateAddress> address_space_cast(ElementType* pointer) {
  return multi_ptr<ElementType, Space, DecorateAddress>(
      (typename detail::decorated_type<ElementType, Space>::type*)pointer);
}

template <class ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy>
[[deprecated("use address_space_cast")]] multi_ptr<ElementType, Space, DecorateAddress> make_ptr(
    ElementType* pointer) {
  return address_space_cast<Space, DecorateAddress>(pointer);
}

}  // namespace _v1
}  // namespace sycl
