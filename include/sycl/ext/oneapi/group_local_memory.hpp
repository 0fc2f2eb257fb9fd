// Declares objects that the work-items of a work-group share, in functions (sycl_ext_oneapi_local_memory).
#pragma once

#include <new>
#include <type_traits>
#include <utility>

#include "../../detail/builtins.hpp"
#include "../../group.hpp"
#include "../../group_barrier.hpp"
#include "../../multi_ptr.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

template <class Type, class Group>
struct local_object_check : std::true_type {
  static_assert(std::is_same_v<Group, group<1>> || std::is_same_v<Group, group<2>> ||
                    std::is_same_v<Group, group<3>>,
                "group_local_memory takes a work-group: item.get_group()");
  static_assert(
      std::is_trivially_destructible_v<Type>,
      "the objects of group_local_memory are not destroyed: their type needs a trivial destructor");
};

template <class Type>
CLEAVE_SYCL_INLINE multi_ptr<Type, access::address_space::local_space> local_object_pointer(
    CLEAVE_SYCL_LOCAL char* memory) {
  return multi_ptr<Type, access::address_space::local_space>(
      (Type*)(CLEAVE_SYCL_LOCAL Type*)memory);
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace ext::oneapi {

// The compiler makes one object of each call of these two in a function, however often that runs: they call
// local_object themselves.

/// Makes an object for the work-group of these arguments, which are the same for all its work-items; of none: of zeros, or by
/// its constructor without parameters. An array gets an element of each argument. All work-items of the work-group call it.
template <class Type, class Group, class... Arguments>
inline multi_ptr<Type, access::address_space::local_space> group_local_memory(
    Group its_group, Arguments&&... arguments) {
  static_assert(detail::local_object_check<Type, Group>::value);
  const auto object =
      detail::local_object_pointer<Type>(detail::cl::local_object(sizeof(Type), alignof(Type)));
  if (its_group.leader()) {
    if constexpr (std::is_array_v<Type> && sizeof...(Arguments) != 0) {
      new (object.get_raw()) Type{std::forward<Arguments>(arguments)...};
    } else {
      new (object.get_raw()) Type(std::forward<Arguments>(arguments)...);
    }
  }
  group_barrier(its_group);
  return object;
}

/// The same by default initialization: what lies in numbers, and arrays of them, is anything.
template <class Type, class Group>
inline multi_ptr<Type, access::address_space::local_space> group_local_memory_for_overwrite(
    Group its_group) {
  static_assert(detail::local_object_check<Type, Group>::value);
  const auto object =
      detail::local_object_pointer<Type>(detail::cl::local_object(sizeof(Type), alignof(Type)));
  if constexpr (!std::is_trivially_default_constructible_v<Type>) {
    if (its_group.leader()) new (object.get_raw()) Type;
    group_barrier(its_group);
  }
  return object;
}

}  // namespace ext::oneapi
}  // namespace _v1
}  // namespace sycl
