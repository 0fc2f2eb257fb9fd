// Names pointers to memory of the device and of the host (sycl_ext_intel_usm_address_spaces).
#pragma once

#include "../../multi_ptr.hpp"

namespace sycl {
inline namespace _v1 {
namespace ext::intel {

template <class ElementType, access::decorated IsDecorated = access::decorated::legacy>
using device_ptr =
    multi_ptr<ElementType, access::address_space::ext_intel_global_device_space, IsDecorated>;
template <class ElementType, access::decorated IsDecorated = access::decorated::legacy>
using host_ptr =
    multi_ptr<ElementType, access::address_space::ext_intel_global_host_space, IsDecorated>;
template <class ElementType>
using raw_device_ptr = device_ptr<ElementType, access::decorated::no>;
template <class ElementType>
using raw_host_ptr = host_ptr<ElementType, access::decorated::no>;
template <class ElementType>
using decorated_device_ptr = device_ptr<ElementType, access::decorated::yes>;
template <class ElementType>
using decorated_host_ptr = host_ptr<ElementType, access::decorated::yes>;

}  // namespace ext::intel
}  // namespace _v1
}  // namespace sycl
