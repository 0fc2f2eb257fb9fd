// Asks whether pointers point into an address space (sycl_khr_dynamic_addrspace_cast).
#pragma once

#include "../detail/builtins.hpp"
#include "../multi_ptr.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Returns the pointer, or null where it points into another space.
template <access::address_space Space>
void* if_in_space(void* pointer) {
  if constexpr (Space == access::address_space::local_space) {
    return (void*)cl::to_local(pointer);
  } else if constexpr (Space == access::address_space::private_space) {
    return (void*)cl::to_private(pointer);
  } else if constexpr (Space == access::address_space::generic_space) {
    return pointer;
  } else {
    static_assert(Space != constant_space, "generic pointers do not point to constants");
    return (void*)cl::to_global(pointer);
  }
}
template <access::address_space Space, class ElementType>
ElementType* if_in_space(ElementType* pointer) {
  return static_cast<ElementType*>(
      detail::if_in_space<Space>(const_cast<void*>(static_cast<const volatile void*>(pointer))));
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace khr {

/// Returns null where the pointer, which this work-item can use, points into another space.
template <access::address_space Space, class ElementType>
multi_ptr<ElementType, Space, access::decorated::no> dynamic_addrspace_cast(ElementType* pointer) {
  return address_space_cast<Space, access::decorated::no>(detail::if_in_space<Space>(pointer));
}
template <access::address_space Space, class ElementType, access::decorated DecorateAddress>
multi_ptr<ElementType, Space, DecorateAddress> dynamic_addrspace_cast(
    multi_ptr<ElementType, access::address_space::generic_space, DecorateAddress> pointer) {
  return address_space_cast<Space, DecorateAddress>(detail::if_in_space<Space>(pointer.get_raw()));
}

}  // namespace khr
}  // namespace _v1
}  // namespace sycl
