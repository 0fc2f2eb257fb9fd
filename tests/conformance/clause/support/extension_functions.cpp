#include "support/extension_functions.h"

#include "tests/support/opencl.h"

namespace cleave::test {
namespace {

template <class Function>
void find(const char* name, Function& function) {
  function =
      reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(find_platform(), name));
  check(function != nullptr ? CL_SUCCESS : CL_INVALID_VALUE, name);
}

ExtensionFunctions find_all() {
  ExtensionFunctions all = {};
  find("clHostMemAllocINTEL", all.clHostMemAllocINTEL);
  find("clDeviceMemAllocINTEL", all.clDeviceMemAllocINTEL);
  find("clSharedMemAllocINTEL", all.clSharedMemAllocINTEL);
  find("clMemFreeINTEL", all.clMemFreeINTEL);
  find("clMemBlockingFreeINTEL", all.clMemBlockingFreeINTEL);
  find("clGetMemAllocInfoINTEL", all.clGetMemAllocInfoINTEL);
  find("clSetKernelArgMemPointerINTEL", all.clSetKernelArgMemPointerINTEL);
  find("clEnqueueMemFillINTEL", all.clEnqueueMemFillINTEL);
  find("clEnqueueMemcpyINTEL", all.clEnqueueMemcpyINTEL);
  find("clEnqueueMigrateMemINTEL", all.clEnqueueMigrateMemINTEL);
  find("clEnqueueMemAdviseINTEL", all.clEnqueueMemAdviseINTEL);
  find("clSetKernelArgDevicePointerEXT", all.clSetKernelArgDevicePointerEXT);
  return all;
}

}  // namespace

const ExtensionFunctions& extension_functions() {
  static const ExtensionFunctions all = find_all();
  return all;
}

}  // namespace cleave::test
