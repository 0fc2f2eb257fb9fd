// A fixture with unified shared memory of every kind, and kernels that follow pointers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/extension_functions.h"
#include "tests/support/on_device.h"

namespace cleave::test {

inline const char* const unified_source = R"(
  typedef struct Node { int value; int unused; global struct Node* next; } Node;
  kernel void add(global int* p, int n) { p[get_global_id(0)] += n; }
  kernel void sum(global const Node* first, global int* result) {
    int total = 0;
    for (global const Node* node = first; node != 0; node = node->next) total += node->value;
    *result = total;
  }
  kernel void values(global int* p, local int* l, int n, constant int* c) {}
)";

class IntelUnifiedSharedMemory : public OnDevice {
 protected:
  enum class From : uint8_t { host, device, shared, system };
  static constexpr From kinds[] = {From::host, From::device, From::shared};

  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    for (void* memory : allocated_) EXPECT_EQ(CL_SUCCESS, usm_.clMemFreeINTEL(context_, memory));
  }
  /// Memory that the test frees.
  void* make(From kind, size_t bytes, const cl_mem_properties_intel* properties = nullptr,
             cl_uint alignment = 0, cl_int* error = nullptr) {
    switch (kind) {
      case From::host:
        return usm_.clHostMemAllocINTEL(context_, properties, bytes, alignment, error);
      case From::device:
        return usm_.clDeviceMemAllocINTEL(context_, device_, properties, bytes, alignment, error);
      case From::shared:
        return usm_.clSharedMemAllocINTEL(context_, device_, properties, bytes, alignment, error);
      case From::system:
        return system_.emplace_back(bytes).data();
    }
    return nullptr;
  }
  /// Memory that goes with the test.
  template <class T = cl_int>
  T* allocate(From kind, size_t count) {
    void* const memory = make(kind, count * sizeof(T));
    EXPECT_NE(nullptr, memory);
    if (kind != From::system) allocated_.push_back(memory);
    return static_cast<T*>(memory);
  }
  template <class T>
  T ask(const void* pointer, cl_mem_info_intel name) {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return usm_.clGetMemAllocInfoINTEL(context_, pointer, name, size, value, returned);
    });
  }
  cl_unified_shared_memory_type_intel type_of(const void* pointer) {
    return ask<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL);
  }
  Kernel kernel(const char* name) { return make_kernel(unified_source, name, "-cl-std=CL3.0"); }
  Kernel add(void* pointer, cl_int number) {
    Kernel made = kernel("add");
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(made, 0, pointer));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(made, 1, sizeof number, &number));
    return made;
  }
  cl_int enqueue(cl_kernel kernel, size_t items, const std::vector<cl_event>& list = {}) {
    return clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr,
                                  static_cast<cl_uint>(list.size()),
                                  list.empty() ? nullptr : list.data(), nullptr);
  }
  void set_flag(cl_kernel kernel, cl_kernel_exec_info name, bool is_set = true) {
    const cl_bool value = is_set ? CL_TRUE : CL_FALSE;
    EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, name, sizeof value, &value));
  }

  const ExtensionFunctions& usm_ = extension_functions();
  std::vector<void*> allocated_;
  std::vector<std::vector<std::byte>> system_;
};

}  // namespace cleave::test
