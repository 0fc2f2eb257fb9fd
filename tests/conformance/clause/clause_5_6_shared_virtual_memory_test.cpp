// 5.6: shared virtual memory and kernels that use it, and what 5.2, 5.5, 5.9.2 and 5.10 say of it.
#include <atomic>
#include <memory>
#include <numeric>
#include <thread>

#include "support/shared_virtual_memory.h"

namespace cleave::test {
namespace {

// "clSVMAlloc returns a valid non-NULL shared virtual memory address if the SVM buffer is
// successfully allocated."
TEST_F(Clause_5_6_SharedVirtualMemory, KernelsAndHostShareWhatWasAllocated) {
  for (const cl_svm_mem_flags flags :
       {cl_svm_mem_flags{0}, cl_svm_mem_flags{CL_MEM_READ_WRITE}, fine, fine | CL_MEM_SVM_ATOMICS,
        cl_svm_mem_flags{CL_MEM_SVM_FINE_GRAIN_BUFFER}}) {
    cl_int* const memory = allocate(items, flags);
    std::iota(memory, memory + items, 0);
    run(add(memory, 7));
    for (cl_int i = 0; i < cl_int{items}; ++i) ASSERT_EQ(i + 7, memory[i]) << flags;
  }
}

TEST_F(Clause_5_6_SharedVirtualMemory, ReadOnlyMemoryIsReadAndWriteOnlyMemoryWritten) {
  cl_int* const from = allocate(items, CL_MEM_READ_ONLY);
  cl_int* const to = allocate(items, CL_MEM_WRITE_ONLY);
  std::iota(from, from + items, 5);
  const Kernel copying = kernel("copy");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(copying, 0, to));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(copying, 1, from));
  run(copying);
  EXPECT_TRUE(std::equal(from, from + items, to));
}

// "clSVMAlloc will fail if …"
TEST_F(Clause_5_6_SharedVirtualMemory, BadAllocationsGiveNull) {
  const auto is_refused = [&](cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
    return clSVMAlloc(context_, flags, size, alignment) == nullptr;
  };
  // The loader reads the first word of any handle but null.
  EXPECT_EQ(nullptr, clSVMAlloc(reinterpret_cast<cl_context>(cl_command_queue(queue_)),
                                CL_MEM_READ_WRITE, 64, 0));
  EXPECT_TRUE(is_refused(CL_MEM_SVM_ATOMICS, 64, 0)) << "without fine grain";
  EXPECT_TRUE(is_refused(CL_MEM_READ_WRITE | CL_MEM_SVM_ATOMICS, 64, 0));
  EXPECT_TRUE(is_refused(CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, 0));
  EXPECT_TRUE(is_refused(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 64, 0));
  EXPECT_TRUE(is_refused(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0));
  EXPECT_TRUE(is_refused(CL_MEM_USE_HOST_PTR, 64, 0));
  EXPECT_TRUE(is_refused(cl_svm_mem_flags{1} << 40, 64, 0));
  EXPECT_TRUE(is_refused(CL_MEM_READ_WRITE, 0, 0));
  const auto largest = value_of<cl_ulong>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_MAX_MEM_ALLOC_SIZE, size, value, returned);
  });
  EXPECT_TRUE(is_refused(CL_MEM_READ_WRITE, largest + 1, 0));
  for (const cl_uint alignment : {3U, 96U, 256U, 1U << 31}) {
    EXPECT_TRUE(is_refused(CL_MEM_READ_WRITE, 64, alignment)) << alignment;
  }
}

// "alignment … must be a power of two up to the largest data type supported by the OpenCL device.
// … If alignment is 0, a default alignment will be used that is equal to the size of largest data
// type".
TEST_F(Clause_5_6_SharedVirtualMemory, AlignmentsUpToTheLargestTypeAreGiven) {
  for (const cl_uint alignment : {0U, 1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
    for (const size_t size : {size_t{1}, size_t{100}, size_t{5000}, size_t{3} << 20}) {
      void* const memory = clSVMAlloc(context_, CL_MEM_READ_WRITE, size, alignment);
      ASSERT_NE(nullptr, memory);
      const size_t wanted = alignment == 0 ? sizeof(cl_long16) : alignment;
      EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(memory) % wanted) << size;
      clSVMFree(context_, memory);
    }
  }
}

// "If a NULL pointer is passed in svm_pointer, no action occurs."
TEST_F(Clause_5_6_SharedVirtualMemory, FreesOfWhatWasNotAllocatedChangeNothing) {
  clSVMFree(context_, nullptr);
  cl_int* const memory = allocate();
  clSVMFree(context_, memory + 1);
  clSVMFree(other_context_, memory);
  clSVMFree(nullptr, memory);
  int local = 0;
  clSVMFree(context_, &local);
  memory[0] = 1;
  run(add(memory, 1), 1);
  EXPECT_EQ(2, memory[0]);
  clSVMFree(context_, memory);
  clSVMFree(context_, memory);  // once more
  allocated_.clear();
  EXPECT_EQ(CL_INVALID_VALUE, migrate({memory}, nullptr)) << "it is no allocation any more";
}

// "The SVM pointer specified … can be the pointer returned by clSVMAlloc or can be a pointer offset
// into the SVM region."
TEST_F(Clause_5_6_SharedVirtualMemory, ArgumentsPointIntoAllocationsAndIntoMemoryOfTheSystem) {
  cl_int* const memory = allocate();
  std::fill(memory, memory + items, 0);
  run(add(memory + 100, 3), 10);
  EXPECT_EQ(30, std::accumulate(memory, memory + items, 0));
  EXPECT_EQ(30, std::accumulate(memory + 100, memory + 110, 0));
  std::vector<cl_int> of_system(items, 1);
  run(add(of_system.data(), 4));
  EXPECT_EQ(std::vector<cl_int>(items, 5), of_system);
  cl_int on_stack = 1;
  run(add(&on_stack, 1), 1);
  EXPECT_EQ(2, on_stack);
}

TEST_F(Clause_5_6_SharedVirtualMemory, NullIsAPointer) {
  const Kernel asking = kernel("is_null");
  cl_int* const result = allocate(1);
  *result = 0;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(asking, 0, nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(asking, 1, result));
  run(asking, 1);
  EXPECT_EQ(1, *result);
}

// 5.9.2: "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index. CL_INVALID_ARG_VALUE if
// arg_value specified is not a valid value." "The SVM pointer value must be aligned according to
// the arguments type."
TEST_F(Clause_5_6_SharedVirtualMemory, BadPointerArgumentsAreRefused) {
  const Kernel kernel_of_vectors = kernel("vectors");
  auto* const memory = allocate<char>(256);
  EXPECT_EQ(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(kernel_of_vectors, 3, memory));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel_of_vectors, 1, memory));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel_of_vectors, 2, memory));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel_of_vectors, 0, memory + 8));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel_of_vectors, 0, memory + 16));
}

TEST_F(Clause_5_6_SharedVirtualMemory, ABufferTakesTheArgumentBackFromAPointer) {
  cl_int* const memory = allocate(1);
  *memory = 1;
  const Kernel adding = add(memory, 1);
  const Memory buffer = make_buffer(std::vector<cl_int>{10});
  const cl_mem handle = buffer;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(adding, 0, sizeof handle, &handle));
  run(adding, 1);
  EXPECT_EQ(1, *memory);
  EXPECT_EQ(std::vector<cl_int>{11}, contents(buffer));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(adding, 0, memory));
  run(adding, 1);
  EXPECT_EQ(2, *memory);
  EXPECT_EQ(std::vector<cl_int>{11}, contents(buffer));
}

// "SVM allows the host and kernels … to directly share complex, pointer-containing data
// structures".
TEST_F(Clause_5_6_SharedVirtualMemory, KernelsFollowPointersOfTheHost) {
  std::vector<Node> nodes(100);
  for (size_t i = 0; i < nodes.size(); ++i) {
    nodes[i] = {cl_int(i), 0, i + 1 < nodes.size() ? &nodes[i + 1] : nullptr};
  }
  auto* const first = allocate<Node>(1);
  *first = {1000, 0, nodes.data()};
  cl_int* const result = allocate(1);
  const Kernel summing = kernel("sum");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(summing, 0, first));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(summing, 1, result));
  run(summing, 1);
  EXPECT_EQ(1000 + 99 * 100 / 2, *result);
}

// 5.9.2, clSetKernelExecInfo.
TEST_F(Clause_5_6_SharedVirtualMemory, ExecutionInformationIsChecked) {
  const Kernel any = kernel("empty");
  cl_int* const memory = allocate();
  const void* pointers[] = {memory, memory + 5, &pointers, nullptr};
  const cl_bool yes = CL_TRUE, no = CL_FALSE;
  const auto set = [&](cl_kernel_exec_info name, size_t size, const void* value) {
    return clSetKernelExecInfo(any, name, size, value);
  };
  EXPECT_EQ(CL_INVALID_VALUE, set(0, sizeof pointers, pointers));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 12, pointers));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr)) << "an empty set";
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &yes));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 4, nullptr));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof no, &no));
  run(any, 1);
}

// A command keeps what it may use: memory that the application frees while the command waits goes
// later. Large memory is unmapped when it goes, unless it is kept for reuse: its contents say so.
class KeptMemory : public Clause_5_6_SharedVirtualMemory {
 protected:
  static constexpr size_t bytes = size_t{300} << 20;  // more than is ever kept for reuse
  Node* list() {
    auto* const first = allocate<Node>(bytes / sizeof(Node));
    *first = {7, 0, nullptr};
    return first;
  }
  /// Launches behind an event, frees, and lets the launch run: its result.
  cl_int sum_after_free(cl_kernel summing, Node* memory) {
    cl_int* const result = allocate(1);
    *result = 0;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(summing, 1, result));
    const Event start = make_user_event();
    const cl_event list[] = {start};
    EXPECT_EQ(CL_SUCCESS, clEnqueueTask(queue_, summing, 1, list, nullptr));
    clSVMFree(context_, memory);
    std::erase(allocated_, memory);
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    return *result;
  }
};

TEST_F(KeptMemory, IsThatOfArguments) {
  Node* const memory = list();
  const Kernel summing = kernel("sum");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(summing, 0, memory));
  EXPECT_EQ(7, sum_after_free(summing, memory));
}

// "clSetKernelExecInfo with CL_KERNEL_EXEC_INFO_SVM_PTRS": what the kernel reaches by pointers.
TEST_F(KeptMemory, IsThatOfExecutionInformationWhichAClonedKernelHasToo) {
  for (const bool is_clone : {false, true}) {
    Node* const memory = list();
    auto* const first = allocate<Node>(1);
    *first = {10, 0, memory};
    const Kernel original = kernel("sum");
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(original, 0, first));
    const void* pointer = memory + 1;
    EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(original, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                              sizeof pointer, &pointer));
    cl_int error = 1;
    const Kernel clone(clCloneKernel(original, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(17, sum_after_free(is_clone ? clone : original, memory));
  }
}

TEST_F(KeptMemory, IsThatOfBuffersInIt) {
  auto* const memory = allocate(bytes / sizeof(cl_int));
  memory[0] = 5;
  const Memory buffer = make_buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, memory);
  clSVMFree(context_, memory);
  allocated_.clear();
  cl_int value = 0;
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, sizeof value, &value, 0,
                                            nullptr, nullptr));
  EXPECT_EQ(5, value);
}

// A kernel keeps no memory: its argument is a pointer, and points into what lies there now.
TEST_F(Clause_5_6_SharedVirtualMemory, AKernelKeepsNoMemory) {
  cl_int* memory = allocate(1);
  const Kernel adding = add(memory, 1);
  clSVMFree(context_, memory);
  allocated_.clear();
  std::vector<cl_int*> others;
  for (int i = 0; i < 64; ++i) others.push_back(allocate(1));
  for (cl_int* other : others) *other = 3;
  if (std::ranges::find(others, memory) == others.end()) return;  // not used again
  run(adding, 1);
  EXPECT_EQ(4, *memory);
}

// 5.2.1: "clCreateBuffer will succeed … as long as the size argument to clCreateBuffer is no larger
// than the size argument passed in the original clSVMAlloc call. The new buffer object returned has
// the shared memory as the underlying storage." 5.5: CL_MEM_USES_SVM_POINTER.
TEST_F(Clause_5_6_SharedVirtualMemory, BuffersLieInSharedVirtualMemory) {
  cl_int* const memory = allocate();
  const size_t bytes = items * sizeof(cl_int);
  constexpr cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error_of([&](cl_int* error) {
              return clCreateBuffer(context_, flags, bytes + 1, memory, error);
            }));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error_of([&](cl_int* error) {
              return clCreateBuffer(context_, flags, bytes, memory + 1, error);
            }));
  const Memory buffer = make_buffer(bytes, flags, memory);
  const cl_buffer_region half = {bytes / 2, bytes / 2};
  cl_int error = 1;
  const Memory part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Memory of_host = make_buffer(4, flags, &error);
  const auto uses = [&](cl_mem of) {
    return value_of<cl_bool>([&](size_t size, void* value, size_t* returned) {
      return clGetMemObjectInfo(of, CL_MEM_USES_SVM_POINTER, size, value, returned);
    });
  };
  EXPECT_EQ(cl_bool{CL_TRUE}, uses(buffer));
  EXPECT_EQ(cl_bool{CL_TRUE}, uses(part));
  EXPECT_EQ(cl_bool{CL_FALSE}, uses(of_host));
  const cl_int nine = 9;
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue_, part, &nine, sizeof nine, 0, bytes / 2, 0,
                                            nullptr, nullptr));
  run(add(memory + items / 2, 1), items / 2);
  EXPECT_EQ(10, memory[items / 2]);
  EXPECT_EQ(10, contents(part)[0]);
  void* const mapped =
      clEnqueueMapBuffer(queue_, part, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &error);
  EXPECT_EQ(memory + items / 2, mapped);
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, part, mapped, 0, nullptr, nullptr));
}

// "The host and a set of devices can simultaneously access and update": a kernel that waits for the
// host goes on when the host writes, though nothing but clFlush has started it, and the other way
// round.
TEST_F(Clause_5_6_SharedVirtualMemory, HostAndKernelTalkWhileTheKernelRuns) {
  const Kernel talking = make_kernel(R"(
      kernel void talk(global atomic_int* to_host, global atomic_int* to_kernel, int rounds) {
        for (int i = 1; i <= rounds; ++i) {
          atomic_store_explicit(to_host, i, memory_order_release, memory_scope_all_svm_devices);
          while (atomic_load_explicit(to_kernel, memory_order_acquire,
                                      memory_scope_all_svm_devices) != i) {}
        }
      })",
                                     "talk", "-cl-std=CL3.0");
  constexpr cl_int rounds = 1000;
  auto* const words = allocate<std::atomic<cl_int>>(128, fine | CL_MEM_SVM_ATOMICS);
  auto& to_host = words[0];
  auto& to_kernel = words[64];
  to_host = to_kernel = 0;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(talking, 0, &to_host));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(talking, 1, &to_kernel));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(talking, 2, sizeof rounds, &rounds));
  EXPECT_EQ(CL_SUCCESS, clEnqueueTask(queue_, talking, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFlush(queue_));
  for (cl_int i = 1; i <= rounds; ++i) {
    while (to_host.load(std::memory_order_acquire) != i) std::this_thread::yield();
    to_kernel.store(i, std::memory_order_release);
  }
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

// Atomic additions of host and kernel to one place: none is lost, in whatever order and scope.
TEST_F(Clause_5_6_SharedVirtualMemory, AtomicsOfHostAndKernelMeet) {
  const char* const body = R"(
      kernel void count(global atomic_int* p, int n) {
        for (int i = 0; i < n; ++i) atomic_fetch_add_explicit(p, 1, ORDER, SCOPE);
      })";
  auto* const word = allocate<std::atomic<cl_int>>(1, fine | CL_MEM_SVM_ATOMICS);
  for (const char* order :
       {"memory_order_relaxed", "memory_order_acq_rel", "memory_order_seq_cst"}) {
    for (const char* scope : {"memory_scope_device", "memory_scope_all_svm_devices"}) {
      const std::string options =
          std::string("-cl-std=CL3.0 -DORDER=") + order + " -DSCOPE=" + scope;
      const Kernel counting = make_kernel(body, "count", options.c_str());
      constexpr cl_int each = 2000;
      const size_t many = 64;
      *word = 0;
      EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(counting, 0, word));
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(counting, 1, sizeof each, &each));
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, counting, 1, nullptr, &many, nullptr, 0,
                                                   nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, clFlush(queue_));
      for (cl_int i = 0; i < each; ++i) word->fetch_add(1);
      EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
      EXPECT_EQ(each * 65, word->load()) << options;
    }
  }
}

}  // namespace
}  // namespace cleave::test
