// Includes OpenCL's headers, and names what is newer than those of the distribution.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

namespace cleave::sycl {

// cl_ext_buffer_device_address 1.0.2.
inline constexpr cl_mem_properties mem_device_private_address_ext = 0x5000;
inline constexpr cl_mem_info mem_device_address_ext = 0x5001;
inline constexpr cl_kernel_exec_info kernel_exec_info_device_ptrs_ext = 0x5002;

/// The name in CL_DEVICE_IL_VERSION of devices that take Cleave's device images.
inline constexpr const char* image_language = "CLEAVE-DEVICE-IMAGE";

}  // namespace cleave::sycl
