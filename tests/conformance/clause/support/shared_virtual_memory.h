// A fixture with shared virtual memory, kernels that take pointers into it, and commands on it.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/support/on_device.h"

namespace cleave::test {

inline constexpr cl_svm_mem_flags fine = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
inline constexpr size_t items = 1024;

struct Node {
  cl_int value;
  cl_int unused;
  Node* next;
};

inline const char* const shared_memory_source = R"(
  typedef struct Node { int value; int unused; global struct Node* next; } Node;
  kernel void add(global int* p, int n) { p[get_global_id(0)] += n; }
  kernel void copy(global int* to, constant int* from) {
    to[get_global_id(0)] = from[get_global_id(0)];
  }
  kernel void sum(global const Node* first, global int* result) {
    int total = 0;
    for (global const Node* node = first; node != 0; node = node->next) total += node->value;
    *result = total;
  }
  kernel void is_null(global int* p, global int* result) { *result = p == 0; }
  kernel void vectors(global int4* p, local int* l, int n) {}
  kernel void empty() {}
)";

class Clause_5_6_SharedVirtualMemory : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    cl_int error = 1;
    other_context_ = Context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
  }
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    for (void* pointer : allocated_) clSVMFree(context_, pointer);
  }
  /// Memory that goes with the test.
  template <class T = cl_int>
  T* allocate(size_t count = items, cl_svm_mem_flags flags = CL_MEM_READ_WRITE) {
    void* const memory = clSVMAlloc(context_, flags, count * sizeof(T), 0);
    EXPECT_NE(nullptr, memory);
    allocated_.push_back(memory);
    return static_cast<T*>(memory);
  }
  Kernel kernel(const char* name) {
    return make_kernel(shared_memory_source, name, "-cl-std=CL3.0");
  }
  Kernel add(cl_int* pointer, cl_int number) {
    Kernel made = kernel("add");
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(made, 0, pointer));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(made, 1, sizeof number, &number));
    return made;
  }
  void run(cl_kernel kernel, size_t count = items) {
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &count, nullptr, 0,
                                                 nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  }
  cl_int copy(void* to, const void* from, size_t bytes, cl_bool blocking = CL_TRUE) {
    return clEnqueueSVMMemcpy(queue_, blocking, to, from, bytes, 0, nullptr, nullptr);
  }
  cl_int fill(void* to, const void* pattern, size_t pattern_bytes, size_t bytes) {
    return clEnqueueSVMMemFill(queue_, to, pattern, pattern_bytes, bytes, 0, nullptr, nullptr);
  }
  cl_int map(cl_map_flags flags, void* pointer, size_t bytes, cl_bool blocking = CL_TRUE) {
    return clEnqueueSVMMap(queue_, blocking, flags, pointer, bytes, 0, nullptr, nullptr);
  }
  cl_int migrate(std::vector<const void*> pointers, const size_t* sizes,
                 cl_mem_migration_flags flags = 0) {
    return clEnqueueSVMMigrateMem(queue_, static_cast<cl_uint>(pointers.size()), pointers.data(),
                                  sizes, flags, 0, nullptr, nullptr);
  }

  Context other_context_;
  std::vector<void*> allocated_;
};

}  // namespace cleave::test
