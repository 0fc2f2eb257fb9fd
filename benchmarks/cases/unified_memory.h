// Memory of the device that pointers name (cl_intel_unified_shared_memory), for the cases that use it.
#pragma once

#include <CL/cl_ext.h>

#include "harness/opencl.h"

namespace cleave::benchmark {

/// The extension's functions that cases call, of one driver.
class UnifiedMemory {
 public:
  explicit UnifiedMemory(Device& device) : device_(device) {
    device.require_extension("cl_intel_unified_shared_memory");
    check(clGetDeviceInfo(device.id(), CL_DEVICE_PLATFORM, sizeof platform_, &platform_, nullptr),
          "clGetDeviceInfo");
    find(allocate_, "clDeviceMemAllocINTEL");
    find(free_, "clMemBlockingFreeINTEL");
    find(copy_, "clEnqueueMemcpyINTEL");
    find(set_argument_, "clSetKernelArgMemPointerINTEL");
  }

  template <class T>
  [[nodiscard]] T* allocate(size_t count) {
    cl_int status = CL_SUCCESS;
    void* const memory =
        allocate_(device_.context(), device_.id(), nullptr, count * sizeof(T), 0, &status);
    check(status, "clDeviceMemAllocINTEL");
    return static_cast<T*>(memory);
  }
  void free(void* memory) { free_(device_.context(), memory); }
  template <class T>
  void copy(T* to, const T* from, size_t count) {
    check(copy_(device_.queue(), CL_TRUE, to, from, count * sizeof(T), 0, nullptr, nullptr),
          "clEnqueueMemcpyINTEL");
  }
  void set_argument(const Kernel& kernel, cl_uint index, const void* memory) {
    check(set_argument_(kernel.get(), index, memory), "clSetKernelArgMemPointerINTEL");
  }

 private:
  template <class Function>
  void find(Function& function, const char* name) {
    function =
        reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform_, name));
    if (function == nullptr) throw NotSupported(name);
  }

  Device& device_;
  cl_platform_id platform_ = nullptr;
  clDeviceMemAllocINTEL_fn allocate_ = nullptr;
  clMemBlockingFreeINTEL_fn free_ = nullptr;
  clEnqueueMemcpyINTEL_fn copy_ = nullptr;
  clSetKernelArgMemPointerINTEL_fn set_argument_ = nullptr;
};

}  // namespace cleave::benchmark
