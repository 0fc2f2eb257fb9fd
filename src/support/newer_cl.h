// Holds names of OpenCL that are newer than the headers of the distribution: constants by the names
// of the registry in lower case, and types. Those that tables name, and the tool prints, are macros
// by the names of the registry, where the headers lack them.
#pragma once

#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <cstddef>
#include <cstdint>

#include "support/multi_device_cl.h"
#include "support/mutable_dispatch_cl.h"

namespace cleave::support {

// cl_ext_buffer_device_address 1.0.2.
using mem_device_address = cl_ulong;  // cl_mem_device_address_ext
inline constexpr cl_mem_properties mem_device_private_address_ext = 0x5000;
inline constexpr cl_mem_info mem_device_address_ext = 0x5001;
inline constexpr cl_kernel_exec_info kernel_exec_info_device_ptrs_ext = 0x5002;

// cl_ext_immutable_memory_objects 1.0.0.
inline constexpr cl_mem_flags mem_immutable_ext = 1 << 6;

// OpenCL 3.1: clGetKernelSuggestedLocalWorkSize stands in dispatch tables behind what 3.0 has.
inline constexpr size_t entry_of_suggested_local_work_size =
    offsetof(cl_icd_dispatch, clSetContextDestructorCallback) + sizeof(void*);

}  // namespace cleave::support

// OpenCL 3.1.
#ifndef CL_DEVICE_MAX_WORK_GROUP_SIZES
#define CL_DEVICE_MAX_WORK_GROUP_SIZES 0x1005
#endif
static_assert(CL_DEVICE_MAX_WORK_GROUP_SIZES == CL_DEVICE_MAX_WORK_ITEM_SIZES);

// cl_khr_icd 2.0.0, for pointers of 64 bits.
#ifndef CL_ICD2_TAG_KHR
#define CL_ICD2_TAG_KHR (intptr_t{0x4F50454E434C3331})
#endif

// cl_ext_float_atomics 1.0.0.
#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
using cl_device_fp_atomic_capabilities_ext = cl_bitfield;
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT 0x4233
#define CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 0)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT (1 << 1)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT (1 << 2)
#define CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 16)
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT (1 << 17)
#define CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT (1 << 18)
#endif

// cl_ext_cxx_for_opencl 1.0.0.
#ifndef CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT
#define CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT 0x4230
#endif

// cl_khr_kernel_clock 1.0.0.
#ifndef CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
using cl_device_kernel_clock_capabilities_khr = cl_bitfield;
#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR 0x1076
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR (1 << 0)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR (1 << 1)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR (1 << 2)
#endif

// cl_khr_spirv_queries 1.0.0.
#ifndef CL_DEVICE_SPIRV_CAPABILITIES_KHR
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif

// cl_ext_image_unorm_int_2_101010 1.0.0.
#ifndef CL_UNORM_INT_2_101010_EXT
#define CL_UNORM_INT_2_101010_EXT 0x10E5
#endif

// cl_ext_image_unsigned_10x6_12x4_14x2 1.0.0.
#ifndef CL_UNSIGNED_INT10X6_EXT
#define CL_UNORM_INT10X6_EXT 0x10E1
#define CL_UNSIGNED_INT10X6_EXT 0x10E6
#define CL_UNSIGNED_INT12X4_EXT 0x10E7
#define CL_UNSIGNED_INT14X2_EXT 0x10E8
#define CL_UNORM_INT12X4_EXT 0x10E9
#define CL_UNORM_INT14X2_EXT 0x10EA
#endif
