// Checks the arguments that are given to kernels as pointers, and the memory that kernels may
// access beside their arguments: shared virtual memory (5.6), unified shared memory, device
// addresses.
#pragma once

#include <CL/cl_ext.h>

#include <cstdint>

#include "api/check/kernel.h"
#include "support/result.h"

namespace cleave::api::check {

/// clSetKernelArgSVMPointer: CL_INVALID_OPERATION where no device follows pointers of the host,
/// CL_INVALID_ARG_VALUE for an argument that is no pointer to global or constant memory, and for a
/// pointer that is not aligned for what the argument points to.
[[nodiscard]] support::Result<ArgumentRequest> set_svm_argument(cl_kernel kernel, cl_uint index,
                                                                const void* pointer);
/// The value that an argument of the kernel is given so.
[[nodiscard]] support::Result<model::program::ArgumentValue> svm_argument_value(
    const model::program::Kernel& kernel, cl_uint index, const void* pointer);

/// clSetKernelArgMemPointerINTEL: any pointer is taken; CL_INVALID_ARG_VALUE for an argument that
/// is no pointer to global or constant memory.
[[nodiscard]] support::Result<ArgumentRequest> set_unified_argument(cl_kernel kernel, cl_uint index,
                                                                    const void* pointer);
/// clSetKernelArgDevicePointerEXT: any address is taken; CL_INVALID_ARG_INDEX for an argument that
/// is no pointer to global memory.
[[nodiscard]] support::Result<ArgumentRequest> set_device_argument(cl_kernel kernel, cl_uint index,
                                                                   uint64_t address);

/// A change that clSetKernelExecInfo asks for.
struct ExecutionInfo {
  support::Ref<model::program::Kernel> kernel;
  model::program::IndirectAccessChange change;
};
[[nodiscard]] support::Result<ExecutionInfo> execution_info(cl_kernel kernel,
                                                            cl_kernel_exec_info name, size_t size,
                                                            const void* value);
/// The change that is asked for of the kernel.
[[nodiscard]] support::Result<model::program::IndirectAccessChange> indirect_access_change(
    const model::program::Kernel& kernel, cl_kernel_exec_info name, size_t size, const void* value);

}  // namespace cleave::api::check
