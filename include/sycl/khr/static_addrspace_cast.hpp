// Casts pointers to address spaces that the caller knows (sycl_khr_static_addrspace_cast).
#pragma once

#include "../multi_ptr.hpp"

namespace sycl {
inline namespace _v1 {
namespace khr {

/// The pointer points into that space.
template <access::address_space Space, class ElementType>
multi_ptr<ElementType, Space, access::decorated::no> static_addrspace_cast(ElementType* pointer) {
  return address_space_cast<Space, access::decorated::no>(pointer);
}
template <access::address_space Space, class ElementType, access::decorated DecorateAddress>
multi_ptr<ElementType, Space, DecorateAddress> static_addrspace_cast(
    multi_ptr<ElementType, access::address_space::generic_space, DecorateAddress> pointer) {
  return address_space_cast<Space, DecorateAddress>(pointer.get_raw());
}

}  // namespace khr
}  // namespace _v1
}  // namespace sycl
