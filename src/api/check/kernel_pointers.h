// Checks the arguments that are given to kernels as pointers, and the memory that kernels may
// access beside their arguments: shared virtual memory (5.6), unified shared memory, device
// addresses.
#pragma once

#include <CL/cl_ext.h>

#include <cstdint>
#include <vector>

#include "api/check/kernel.h"
#include "model/address_table.h"
#include "support/result.h"

namespace cleave::api::check {

/// clSetKernelArgSVMPointer: CL_INVALID_OPERATION where no device follows pointers of the host,
/// CL_INVALID_ARG_VALUE for an argument that is no pointer to global or constant memory, and for a
/// pointer that is not aligned for what the argument points to.
[[nodiscard]] support::Result<ArgumentRequest> set_svm_argument(cl_kernel kernel, cl_uint index,
                                                                const void* pointer);
[[nodiscard]] support::Result<ArgumentRequest> set_svm_argument(
    support::Ref<model::program::Kernel> kernel, cl_uint index, const void* pointer);

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
  cl_kernel_exec_info name;
  std::vector<model::ApplicationPointer> addresses;  // of a list
  bool flag = false;                                 // of a cl_bool
};
[[nodiscard]] support::Result<ExecutionInfo> execution_info(cl_kernel kernel,
                                                            cl_kernel_exec_info name, size_t size,
                                                            const void* value);
[[nodiscard]] support::Result<ExecutionInfo> execution_info(
    support::Ref<model::program::Kernel> kernel, cl_kernel_exec_info name, size_t size,
    const void* value);

/// Makes the change.
void set_execution_info(ExecutionInfo&& info);

}  // namespace cleave::api::check
