// Gives the functions of extensions, which the loader does not export.
#pragma once

#include <CL/cl_ext.h>

#include "src/support/newer_cl.h"
#include "tests/support/opencl.h"

namespace cleave::test {

/// Finds one by its name; ends the program where it is missing.
template <class Function>
void find_extension_function(const char* name, Function& function) {
  function =
      reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(find_platform(), name));
  check(function != nullptr ? CL_SUCCESS : CL_INVALID_VALUE, name);
}

using SetDevicePointer = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, support::mem_device_address);

struct ExtensionFunctions {
  clHostMemAllocINTEL_fn clHostMemAllocINTEL;
  clDeviceMemAllocINTEL_fn clDeviceMemAllocINTEL;
  clSharedMemAllocINTEL_fn clSharedMemAllocINTEL;
  clMemFreeINTEL_fn clMemFreeINTEL;
  clMemBlockingFreeINTEL_fn clMemBlockingFreeINTEL;
  clGetMemAllocInfoINTEL_fn clGetMemAllocInfoINTEL;
  clSetKernelArgMemPointerINTEL_fn clSetKernelArgMemPointerINTEL;
  clEnqueueMemFillINTEL_fn clEnqueueMemFillINTEL;
  clEnqueueMemcpyINTEL_fn clEnqueueMemcpyINTEL;
  clEnqueueMigrateMemINTEL_fn clEnqueueMigrateMemINTEL;
  clEnqueueMemAdviseINTEL_fn clEnqueueMemAdviseINTEL;
  SetDevicePointer clSetKernelArgDevicePointerEXT;
};
/// All of them; ends the program where one is missing.
[[nodiscard]] const ExtensionFunctions& extension_functions();

}  // namespace cleave::test
