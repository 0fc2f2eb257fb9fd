#include "support/extension_functions.h"

namespace cleave::test {
namespace {

ExtensionFunctions find_all() {
  ExtensionFunctions all = {};
  find_extension_function("clHostMemAllocINTEL", all.clHostMemAllocINTEL);
  find_extension_function("clDeviceMemAllocINTEL", all.clDeviceMemAllocINTEL);
  find_extension_function("clSharedMemAllocINTEL", all.clSharedMemAllocINTEL);
  find_extension_function("clMemFreeINTEL", all.clMemFreeINTEL);
  find_extension_function("clMemBlockingFreeINTEL", all.clMemBlockingFreeINTEL);
  find_extension_function("clGetMemAllocInfoINTEL", all.clGetMemAllocInfoINTEL);
  find_extension_function("clSetKernelArgMemPointerINTEL", all.clSetKernelArgMemPointerINTEL);
  find_extension_function("clEnqueueMemFillINTEL", all.clEnqueueMemFillINTEL);
  find_extension_function("clEnqueueMemcpyINTEL", all.clEnqueueMemcpyINTEL);
  find_extension_function("clEnqueueMigrateMemINTEL", all.clEnqueueMigrateMemINTEL);
  find_extension_function("clEnqueueMemAdviseINTEL", all.clEnqueueMemAdviseINTEL);
  find_extension_function("clSetKernelArgDevicePointerEXT", all.clSetKernelArgDevicePointerEXT);
  return all;
}

}  // namespace

const ExtensionFunctions& extension_functions() {
  static const ExtensionFunctions all = find_all();
  return all;
}

}  // namespace cleave::test
