// cl_intel_unified_shared_memory 1.2.0: allocations, queries, kernels and frees.
#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <thread>

#include "support/unified_memory.h"

namespace cleave::test {
namespace {

using Properties = std::vector<cl_mem_properties_intel>;

TEST_F(IntelUnifiedSharedMemory, TheExtensionIsReportedWithItsVersion) {
  const auto records = list_of<cl_name_version>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, value, returned);
  });
  const auto found = std::ranges::find_if(records, [](const cl_name_version& record) {
    return record.name == std::string("cl_intel_unified_shared_memory");
  });
  ASSERT_NE(records.end(), found);
  EXPECT_EQ(CL_MAKE_VERSION(1, 2, 0), found->version);
}

// "will return a valid non-NULL address and CL_SUCCESS will be returned in errcode_ret"
TEST_F(IntelUnifiedSharedMemory, MemoryOfEachKindIsForHostAndKernels) {
  for (const From kind : kinds) {
    cl_int error = 1;
    auto* const memory = static_cast<cl_int*>(make(kind, 256 * sizeof(cl_int), nullptr, 0, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    ASSERT_NE(nullptr, memory);
    std::iota(memory, memory + 256, 0);
    EXPECT_EQ(CL_SUCCESS, enqueue(add(memory + 10, 5), 100));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    for (cl_int i = 0; i < 256; ++i) ASSERT_EQ(i + (i >= 10 && i < 110 ? 5 : 0), memory[i]);
    EXPECT_EQ(CL_SUCCESS, usm_.clMemFreeINTEL(context_, memory));
  }
}

// "alignment … must be a power of two and must be equal to or smaller than the size of the largest
// data type supported by device. If alignment is 0, a default alignment will be used".
TEST_F(IntelUnifiedSharedMemory, AlignmentsUpToTheLargestTypeAreGiven) {
  for (const From kind : kinds) {
    for (const cl_uint alignment : {0U, 1U, 16U, 128U}) {
      void* const memory = make(kind, 100, nullptr, alignment);
      EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(memory) % (alignment == 0 ? 128 : alignment));
      EXPECT_EQ(CL_SUCCESS, usm_.clMemFreeINTEL(context_, memory));
    }
    for (const cl_uint alignment : {3U, 256U, 1U << 31}) {
      EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
                  return make(kind, 100, nullptr, alignment, error);
                }));
    }
  }
}

TEST_F(IntelUnifiedSharedMemory, BadPropertiesAreRefused) {
  const auto code = [&](From kind, const Properties& properties) {
    return error_of([&](cl_int* error) { return make(kind, 64, properties.data(), 0, error); });
  };
  constexpr cl_mem_properties_intel flags = CL_MEM_ALLOC_FLAGS_INTEL;
  constexpr cl_mem_properties_intel both =
      CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;
  for (const From kind : kinds) {
    EXPECT_EQ(CL_INVALID_PROPERTY, code(kind, {0x4711, 0, 0})) << "the name";
    EXPECT_EQ(CL_INVALID_PROPERTY, code(kind, {flags, 1 << 3, 0})) << "the value";
    EXPECT_EQ(CL_INVALID_PROPERTY, code(kind, {flags, 1, flags, 1, 0})) << "twice";
    EXPECT_EQ(CL_INVALID_PROPERTY, code(kind, {flags, both, 0})) << "mutually exclusive";
    if (kind == From::shared) continue;
    EXPECT_EQ(CL_INVALID_PROPERTY,
              code(kind, {flags, CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0}));
    EXPECT_EQ(CL_INVALID_PROPERTY,
              code(kind, {flags, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0}));
  }
}

TEST_F(IntelUnifiedSharedMemory, BadSizesAreInvalidBufferSize) {
  const auto largest = value_of<cl_ulong>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_MAX_MEM_ALLOC_SIZE, size, value, returned);
  });
  for (const From kind : kinds) {
    for (const size_t size : {size_t{0}, size_t{largest + 1}, ~size_t{0}}) {
      EXPECT_EQ(CL_INVALID_BUFFER_SIZE,
                error_of([&](cl_int* error) { return make(kind, size, nullptr, 0, error); }));
    }
  }
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error_of([&](cl_int* error) {
              return usm_.clSharedMemAllocINTEL(context_, nullptr, nullptr, largest + 1, 0, error);
            }));
}

TEST_F(IntelUnifiedSharedMemory, BadHandlesAreRefused) {
  auto* const no_context = reinterpret_cast<cl_context>(cl_command_queue(queue_));
  auto* const no_device = reinterpret_cast<cl_device_id>(cl_command_queue(queue_));
  for (cl_context bad : {cl_context{nullptr}, no_context}) {
    const auto refused = [&](const auto& create) { return error_of(create); };
    EXPECT_EQ(CL_INVALID_CONTEXT, refused([&](cl_int* error) {
                return usm_.clHostMemAllocINTEL(bad, nullptr, 64, 0, error);
              }));
    EXPECT_EQ(CL_INVALID_CONTEXT, refused([&](cl_int* error) {
                return usm_.clDeviceMemAllocINTEL(bad, device_, nullptr, 64, 0, error);
              }));
    EXPECT_EQ(CL_INVALID_CONTEXT, refused([&](cl_int* error) {
                return usm_.clSharedMemAllocINTEL(bad, device_, nullptr, 64, 0, error);
              }));
    EXPECT_EQ(CL_INVALID_CONTEXT, usm_.clMemFreeINTEL(bad, nullptr));
    EXPECT_EQ(CL_INVALID_CONTEXT, usm_.clMemBlockingFreeINTEL(bad, nullptr));
    cl_uint type = 0;
    EXPECT_EQ(CL_INVALID_CONTEXT, usm_.clGetMemAllocInfoINTEL(bad, &type, CL_MEM_ALLOC_TYPE_INTEL,
                                                              sizeof type, &type, nullptr));
  }
  EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
              return usm_.clDeviceMemAllocINTEL(context_, nullptr, nullptr, 64, 0, error);
            }));
  EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
              return usm_.clDeviceMemAllocINTEL(context_, no_device, nullptr, 64, 0, error);
            }));
  EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
              return usm_.clSharedMemAllocINTEL(context_, no_device, nullptr, 64, 0, error);
            }));
  EXPECT_EQ(CL_INVALID_KERNEL, usm_.clSetKernelArgMemPointerINTEL(nullptr, 0, nullptr));
}

// The table of clGetMemAllocInfoINTEL. "ptr need not be a value returned by" an allocation.
TEST_F(IntelUnifiedSharedMemory, QueriesTellOfPointersIntoAllocations) {
  const cl_mem_properties_intel properties[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                                CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
  constexpr cl_unified_shared_memory_type_intel types[] = {
      CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL, CL_MEM_TYPE_SHARED_INTEL};
  for (const From kind : kinds) {
    auto* const memory = static_cast<std::byte*>(make(kind, 100, properties));
    allocated_.push_back(memory);
    for (const size_t offset : {size_t{0}, size_t{99}}) {
      const void* pointer = memory + offset;
      EXPECT_EQ(types[size_t(kind)], type_of(pointer));
      EXPECT_EQ(memory, ask<void*>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL));
      EXPECT_EQ(100U, ask<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL));
      EXPECT_EQ(kind == From::host ? nullptr : device_,
                ask<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL));
      EXPECT_EQ(properties[1], ask<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL));
    }
  }
  void* const of_none = usm_.clSharedMemAllocINTEL(context_, nullptr, nullptr, 64, 0, nullptr);
  allocated_.push_back(of_none);
  EXPECT_EQ(nullptr, ask<cl_device_id>(of_none, CL_MEM_ALLOC_DEVICE_INTEL));
  EXPECT_EQ(0U, ask<cl_mem_alloc_flags_intel>(of_none, CL_MEM_ALLOC_FLAGS_INTEL));
}

// "Returns CL_MEM_TYPE_UNKNOWN_INTEL … if ptr does not point into a Unified Shared Memory
// allocation."
TEST_F(IntelUnifiedSharedMemory, OtherPointersAreOfUnknownType) {
  auto* const memory = allocate<std::byte>(From::host, 64);
  void* const svm = clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0);
  int local = 0;
  for (const void* pointer :
       {static_cast<const void*>(nullptr), static_cast<const void*>(&local),
        static_cast<const void*>(svm), static_cast<const void*>(memory + 64)}) {
    EXPECT_EQ(cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL}, type_of(pointer));
    EXPECT_EQ(nullptr, ask<void*>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL));
    EXPECT_EQ(0U, ask<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL));
    EXPECT_EQ(nullptr, ask<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL));
    EXPECT_EQ(0U, ask<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL));
  }
  cl_uint value[4] = {};
  EXPECT_EQ(CL_INVALID_VALUE,
            usm_.clGetMemAllocInfoINTEL(context_, memory, 0x4711, sizeof value, value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, usm_.clGetMemAllocInfoINTEL(context_, memory, CL_MEM_ALLOC_SIZE_INTEL,
                                                          4, value, nullptr));
  clSVMFree(context_, svm);
}

// "any pointer value is valid and may be set as an argument to a kernel." "A pointer may only be
// set … for an argument declared to be a pointer to global or constant memory."
TEST_F(IntelUnifiedSharedMemory, AnyPointerMayBeAnArgument) {
  const Kernel any = kernel("values");
  for (const uint64_t value : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
    const void* pointer = reinterpret_cast<const void*>(value);
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(any, 0, pointer));
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(any, 3, pointer));
    EXPECT_EQ(CL_INVALID_ARG_VALUE, usm_.clSetKernelArgMemPointerINTEL(any, 1, pointer));
    EXPECT_EQ(CL_INVALID_ARG_VALUE, usm_.clSetKernelArgMemPointerINTEL(any, 2, pointer));
    EXPECT_EQ(CL_INVALID_ARG_INDEX, usm_.clSetKernelArgMemPointerINTEL(any, 4, pointer));
  }
  const cl_int number = 0;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(any, 1, 16, nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(any, 2, sizeof number, &number));
  EXPECT_EQ(CL_SUCCESS, enqueue(any, 16));
}

TEST_F(IntelUnifiedSharedMemory, ExecutionInformationIsChecked) {
  const Kernel any = kernel("values");
  const void* pointers[] = {allocate(From::host, 4), &pointers, nullptr,
                            reinterpret_cast<const void*>(~uintptr_t{0})};
  const auto set = [&](cl_kernel_exec_info name, size_t size, const void* value) {
    return clSetKernelExecInfo(any, name, size, value);
  };
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof pointers, pointers));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 8, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 7, pointers));
  for (const cl_kernel_exec_info name : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                         CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                         CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    set_flag(any, name, true);
    set_flag(any, name, false);
    EXPECT_EQ(CL_INVALID_VALUE, set(name, sizeof(cl_bool), nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, set(name, 8, pointers));
  }
}

// "CL_INVALID_VALUE if ptr is not a value returned by" an allocation, "or a NULL pointer."
TEST_F(IntelUnifiedSharedMemory, BadFreesAreInvalidValue) {
  const auto check = [&](auto free) {
    auto* const memory = static_cast<std::byte*>(make(From::shared, 64));
    void* const svm = clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0);
    cl_int error = 1;
    const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
    int local = 0;
    EXPECT_EQ(CL_SUCCESS, free(context_, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, free(context_, memory + 1));
    EXPECT_EQ(CL_INVALID_VALUE, free(context_, svm));
    EXPECT_EQ(CL_INVALID_VALUE, free(context_, &local));
    EXPECT_EQ(CL_INVALID_VALUE, free(other, memory));
    EXPECT_EQ(cl_uint{CL_MEM_TYPE_SHARED_INTEL}, type_of(memory));
    EXPECT_EQ(CL_SUCCESS, free(context_, memory));
    EXPECT_EQ(CL_INVALID_VALUE, free(context_, memory)) << "a second time";
    EXPECT_EQ(cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL}, type_of(memory));
    clSVMFree(context_, svm);
  };
  check(usm_.clMemFreeINTEL);
  check(usm_.clMemBlockingFreeINTEL);
}

// Memory that is freed with clMemFreeINTEL while commands may access it goes after them: large
// memory is unmapped then.
TEST_F(IntelUnifiedSharedMemory, CommandsKeepWhatTheyMayAccess) {
  struct Node {
    cl_int value, unused;
    Node* next;
  };
  constexpr size_t bytes = size_t{300} << 20;  // more than is ever kept for reuse
  auto* const first = allocate<Node>(From::shared, 1);
  cl_int* const result = allocate(From::host, 1);
  const Kernel by_list = kernel("sum");
  const Kernel by_flag = kernel("sum");
  set_flag(by_flag, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL);
  for (const bool is_listed : {true, false}) {
    const Kernel& summing = is_listed ? by_list : by_flag;
    auto* const far = static_cast<Node*>(make(From::device, bytes));
    *far = {30, 0, nullptr};
    *first = {4, 0, far};
    *result = 0;
    const void* pointer = far + 7;
    if (is_listed) {
      EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(summing, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
                                                sizeof pointer, &pointer));
    }
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(summing, 0, first));
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(summing, 1, result));
    const Event start = make_user_event();
    EXPECT_EQ(CL_SUCCESS, enqueue(summing, 1, {start}));
    EXPECT_EQ(CL_SUCCESS, usm_.clMemFreeINTEL(context_, far));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    EXPECT_EQ(34, *result);
  }
}

// "To wait for previously enqueued commands to finish that may be using ptr before freeing ptr, use
// the clMemBlockingFreeINTEL function instead."
class BlockingFrees : public IntelUnifiedSharedMemory {
 protected:
  enum class Wait : bool { none, until_start };

  /// Frees memory behind commands that wait for `start`. A free that is not to wait is called here,
  /// where it would wait for ever.
  void free_behind(cl_event start, void* memory, Wait wait) {
    if (wait == Wait::none) {
      EXPECT_EQ(CL_SUCCESS, usm_.clMemBlockingFreeINTEL(context_, memory));
      EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
      EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
      return;
    }
    std::atomic<bool> is_freed{false};
    std::thread freeing([&] {
      EXPECT_EQ(CL_SUCCESS, usm_.clMemBlockingFreeINTEL(context_, memory));
      is_freed = true;
    });
    // It is out of the table when it begins to wait; one that does not would be back soon.
    while (type_of(memory) != CL_MEM_TYPE_UNKNOWN_INTEL) std::this_thread::yield();
    for (int i = 0; i < 1000 && !is_freed; ++i) std::this_thread::yield();
    EXPECT_FALSE(is_freed);
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
    freeing.join();
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  }
  /// The same behind a launch that `prepare(kernel, memory)` has told of the memory, of that kind.
  void free_behind_launch(From kind, Wait wait,
                          const std::function<void(cl_kernel, void*)>& prepare) {
    const Kernel launched = kernel("values");
    const cl_int number = 0;
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(launched, 0, nullptr));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(launched, 1, 16, nullptr));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(launched, 2, sizeof number, &number));
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(launched, 3, nullptr));
    void* const memory = make(kind, 1000);
    prepare(launched, memory);
    const Event start = make_user_event();
    EXPECT_EQ(CL_SUCCESS, enqueue(launched, 4, {start}));
    free_behind(start, memory, wait);
  }
};

TEST_F(BlockingFrees, WaitForLaunchesThatHaveTheMemoryAsAnArgument) {
  const auto as_argument = [&](cl_kernel kernel, void* memory) {
    EXPECT_EQ(CL_SUCCESS,
              usm_.clSetKernelArgMemPointerINTEL(kernel, 0, static_cast<std::byte*>(memory) + 500));
  };
  for (const From kind : kinds) free_behind_launch(kind, Wait::until_start, as_argument);
}

TEST_F(BlockingFrees, WaitForLaunchesThatListTheMemory) {
  const auto listed = [&](cl_kernel kernel, void* memory) {
    EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
                                              sizeof memory, &memory));
  };
  for (const From kind : kinds) free_behind_launch(kind, Wait::until_start, listed);
}

// "a kernel with indirect memory access counts as using all memory allocations of the specified
// type or types."
TEST_F(BlockingFrees, WaitForLaunchesThatAccessTheKindIndirectlyAndNotForThoseOfOthers) {
  constexpr cl_kernel_exec_info names[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
  for (const From kind : kinds) {
    for (const cl_kernel_exec_info name : names) {
      const bool is_of_kind = name == names[size_t(kind)];
      const auto flagged = [&](cl_kernel kernel, void*) { set_flag(kernel, name); };
      free_behind_launch(kind, is_of_kind ? Wait::until_start : Wait::none, flagged);
    }
  }
}

TEST_F(BlockingFrees, DoNotWaitForOtherCommands) {
  void* const other = allocate(From::host, 100);
  const auto other_memory = [&](cl_kernel kernel, void*) {
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(kernel, 0, other));
  };
  free_behind_launch(From::host, Wait::none, other_memory);
  const auto replaced = [&](cl_kernel kernel, void* memory) {
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(kernel, 0, memory));
    EXPECT_EQ(CL_SUCCESS, usm_.clSetKernelArgMemPointerINTEL(kernel, 0, nullptr));
    EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
                                              sizeof memory, &memory));
    EXPECT_EQ(CL_SUCCESS,
              clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 0, nullptr));
    set_flag(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, true);
    set_flag(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, false);
  };
  free_behind_launch(From::host, Wait::none, replaced);
}

TEST_F(BlockingFrees, WaitForCopiesAndFills) {
  const cl_int pattern = 3;
  cl_int host[4] = {};
  for (const bool is_copy : {false, true}) {
    void* const memory = make(From::device, 64);
    const Event start = make_user_event();
    const cl_event list[] = {start};
    EXPECT_EQ(CL_SUCCESS, is_copy
                              ? usm_.clEnqueueMemcpyINTEL(queue_, CL_FALSE, host, memory,
                                                          sizeof host, 1, list, nullptr)
                              : usm_.clEnqueueMemFillINTEL(queue_, memory, &pattern, sizeof pattern,
                                                           64, 1, list, nullptr));
    free_behind(start, memory, Wait::until_start);
  }
}

// Nobody else would start the command.
TEST_F(BlockingFrees, StartWhatTheyWaitFor) {
  cl_int* const result = allocate(From::host, 1);
  *result = 0;
  auto* const memory = static_cast<cl_int*>(make(From::device, 64));
  *memory = 5;
  EXPECT_EQ(CL_SUCCESS, usm_.clEnqueueMemcpyINTEL(queue_, CL_FALSE, result, memory, sizeof(cl_int),
                                                  0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, usm_.clMemBlockingFreeINTEL(context_, memory));
  EXPECT_EQ(5, *result);
}

// A kernel's own copy of what was set, and clones', keep nothing.
TEST_F(BlockingFrees, DoNotWaitForKernels) {
  void* const memory = make(From::shared, 64);
  const Kernel adding = add(memory, 1);
  const Kernel clone(clCloneKernel(adding, nullptr));
  EXPECT_EQ(CL_SUCCESS, usm_.clMemBlockingFreeINTEL(context_, memory));
}

}  // namespace
}  // namespace cleave::test
