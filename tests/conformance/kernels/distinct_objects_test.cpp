// Kernels whose arguments lead to one memory in some launches and to several in others: sums that
// loops keep in memory are what the program's order of loads and stores makes of them.
#include <functional>
#include <numeric>

#include "runner.h"
#include "src/support/newer_cl.h"

namespace cleave::test {
namespace {

constexpr size_t items = 24;
constexpr size_t chunk = 64;  // elements of each work-item, which no other one accesses
constexpr size_t size = items * chunk + 2 * chunk;
constexpr cl_int rounds = 9;

/// An element of `c` is the sum, and four of `a` are added to it again and again.
constexpr const char* source = R"(
void sum(global int *c, global const int *a, int n, int at) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; ++k) c[i * CHUNK + at] += a[i * CHUNK + k % 4] + k;
}
kernel void test(global int *c, global const int *a, int n, int at) { sum(c, a, n, at); }
kernel void follow(global int *c, global const int *global *a, int n, int at) {
  sum(c, *a, n, at);
}
kernel void enqueue(global int *c, global const int *a, int n, int at) {
  size_t items = get_global_size(0);
  if (get_global_id(0) == 0) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(items),
                   ^{ sum(c, a, n, at); });
  }
}
)";

using Values = std::vector<cl_int>;

Values numbered(cl_int first) {
  Values values(size);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// Does what the kernel does.
void expect_sums(Values& c, const Values& a, size_t c_at, size_t a_at, size_t at) {
  for (size_t i = 0; i < items; ++i) {
    for (cl_int k = 0; k < rounds; ++k) {
      c[c_at + i * chunk + at] += a[a_at + i * chunk + static_cast<size_t>(k % 4)] + k;
    }
  }
}

class SumsInMemory : public ::testing::Test {
 protected:
  static Session& session() {
    static Session& instance = *new Session;
    return instance;
  }
  static cl_kernel kernel(const char* name = "test") {
    static cl_program program =
        session().build(source, ("-cl-std=CL3.0 -D CHUNK=" + std::to_string(chunk)).c_str());
    cl_int error = 1;
    cl_kernel made = clCreateKernel(program, name, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    const cl_int n = rounds;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(made, 2, sizeof n, &n));
    return made;
  }
  static void set(cl_kernel kernel, cl_uint argument, cl_mem buffer) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, argument, sizeof buffer, &buffer));
  }
  static void run(cl_kernel kernel, size_t at) {
    const auto number = static_cast<cl_int>(at);
    const size_t global = items;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof number, &number));
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session().queue, kernel, 1, nullptr, &global,
                                                 nullptr, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, clFinish(session().queue));
  }
  static Values contents(cl_mem buffer) {
    Values values(size);
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(session().queue, buffer, CL_TRUE, 0, size * sizeof(cl_int),
                                  values.data(), 0, nullptr, nullptr));
    return values;
  }
  static cl_mem buffer_of(Values& values) {
    return session().make_buffer(size * sizeof(cl_int), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 values.data());
  }
  static cl_mem part(cl_mem buffer, size_t origin, size_t elements) {
    const cl_buffer_region region = {origin * sizeof(cl_int), elements * sizeof(cl_int)};
    cl_int error = 1;
    cl_mem made = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  /// Elements by which sub-buffers may be apart.
  static size_t step() {
    cl_uint bits = 0;
    EXPECT_EQ(CL_SUCCESS, clGetDeviceInfo(session().device, CL_DEVICE_MEM_BASE_ADDR_ALIGN,
                                          sizeof bits, &bits, nullptr));
    return bits / 8 / sizeof(cl_int);
  }
  /// Runs the kernel with pointers of the kinds that `set_pointer` sets: to two allocations, to one
  /// twice, and to two elements of one.
  static void expect_right_with_pointers(
      cl_int* one, cl_int* other,
      const std::function<cl_int(cl_kernel, cl_uint, cl_int*)>& set_pointer) {
    cl_kernel made = kernel();
    for (const size_t apart : {size_t{0}, size_t{1}, size_t{5}}) {
      Values c = numbered(3);
      std::ranges::copy(c, one);
      ASSERT_EQ(CL_SUCCESS, set_pointer(made, 0, one));
      ASSERT_EQ(CL_SUCCESS, set_pointer(made, 1, one + apart));
      run(made, apart);
      const Values before = c;
      expect_sums(c, c, 0, apart, apart);
      EXPECT_EQ(c, Values(one, one + size)) << apart;
      Values apart_from = before;
      std::ranges::copy(before, one);
      std::ranges::copy(before, other);
      ASSERT_EQ(CL_SUCCESS, set_pointer(made, 1, other));
      run(made, apart);
      expect_sums(apart_from, before, 0, 0, apart);
      EXPECT_EQ(apart_from, Values(one, one + size));
    }
  }
};

TEST_F(SumsInMemory, AreRightInBuffers) {
  Values c = numbered(3), a = numbered(100);
  cl_mem sums = buffer_of(c), terms = buffer_of(a);
  cl_kernel made = kernel();
  set(made, 0, sums);
  set(made, 1, terms);
  run(made, 2);
  expect_sums(c, a, 0, 0, 2);
  EXPECT_EQ(c, contents(sums));
  set(made, 1, sums);  // one buffer twice, by the same kernel
  run(made, 2);
  expect_sums(c, c, 0, 0, 2);
  EXPECT_EQ(c, contents(sums));
}

TEST_F(SumsInMemory, AreRightWhereNoneIsMade) {
  Values c = numbered(3), a = numbered(100);
  cl_mem sums = buffer_of(c), terms = buffer_of(a);
  cl_kernel made = kernel();
  set(made, 0, sums);
  set(made, 1, terms);
  const cl_int none = 0;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(made, 2, sizeof none, &none));
  run(made, 2);
  EXPECT_EQ(c, contents(sums));
}

TEST_F(SumsInMemory, AreRightInPartsOfABuffer) {
  for (const bool overlap : {true, false}) {
    Values values = numbered(7);
    cl_mem whole = buffer_of(values);
    const size_t apart = overlap ? step() : size / 2 / step() * step();
    cl_kernel made = kernel();
    // Less than a chunk apart every second item is alone with its elements.
    set(made, 0, part(whole, 0, overlap ? size - apart : apart));
    set(made, 1, part(whole, apart, size - apart));
    const size_t at = overlap ? apart : 0;
    const size_t global = overlap ? items : items / 3;
    const auto number = static_cast<cl_int>(at);
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(made, 3, sizeof number, &number));
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session().queue, made, 1, nullptr, &global,
                                                 nullptr, 0, nullptr, nullptr));
    for (size_t i = 0; i < global; ++i) {
      for (cl_int k = 0; k < rounds; ++k) {
        values[i * chunk + at] += values[apart + i * chunk + static_cast<size_t>(k % 4)] + k;
      }
    }
    EXPECT_EQ(values, contents(whole)) << (overlap ? "overlapping" : "apart");
  }
}

// "CL_MEM_USE_HOST_PTR": two buffers over one range, the same or another begin.
TEST_F(SumsInMemory, AreRightInBuffersOverOneRangeOfTheHost) {
  for (const size_t apart : {size_t{0}, size_t{4}}) {
    Values values = numbered(7);
    const size_t bytes = (size - apart) * sizeof(cl_int);
    const auto over = [&](cl_int* host) {
      return session().make_buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, host);
    };
    Values expected = values;
    expect_sums(expected, expected, 0, apart, apart);
    cl_mem sums = over(values.data()), terms = over(values.data() + apart);
    cl_kernel made = kernel();
    set(made, 0, sums);
    set(made, 1, terms);
    run(made, apart);
    void* mapped = clEnqueueMapBuffer(session().queue, sums, CL_TRUE, CL_MAP_READ, 0, bytes, 0,
                                      nullptr, nullptr, nullptr);
    EXPECT_EQ(values.data(), mapped);
    EXPECT_EQ(expected, values) << apart;
  }
}

TEST_F(SumsInMemory, AreRightInSharedVirtualMemory) {
  const auto allocate = [] {
    return static_cast<cl_int*>(clSVMAlloc(session().context,
                                           CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                           (size + chunk) * sizeof(cl_int), 0));
  };
  cl_int *one = allocate(), *other = allocate();
  if (one == nullptr || other == nullptr) GTEST_SKIP() << "skipped: fine-grained SVM";
  expect_right_with_pointers(one, other, clSetKernelArgSVMPointer);
  clSVMFree(session().context, one);
  clSVMFree(session().context, other);
}

TEST_F(SumsInMemory, AreRightInMemoryOfTheSystem) {
  cl_device_svm_capabilities svm = 0;
  clGetDeviceInfo(session().device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, nullptr);
  if ((svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) == 0) GTEST_SKIP() << "skipped: system SVM";
  Values one(size + chunk), other(size + chunk);
  expect_right_with_pointers(one.data(), other.data(), clSetKernelArgSVMPointer);
}

TEST_F(SumsInMemory, AreRightInUnifiedMemory) {
  const auto function = [](const char* name) {
    return clGetExtensionFunctionAddressForPlatform(find_platform(), name);
  };
  const auto allocate =
      reinterpret_cast<clSharedMemAllocINTEL_fn>(function("clSharedMemAllocINTEL"));
  const auto release = reinterpret_cast<clMemFreeINTEL_fn>(function("clMemFreeINTEL"));
  const auto set_pointer =
      reinterpret_cast<clSetKernelArgMemPointerINTEL_fn>(function("clSetKernelArgMemPointerINTEL"));
  const auto make = [&] {
    return static_cast<cl_int*>(allocate(session().context, session().device, nullptr,
                                         (size + chunk) * sizeof(cl_int), 0, nullptr));
  };
  cl_int *one = make(), *other = make();
  ASSERT_NE(nullptr, one);
  expect_right_with_pointers(one, other, set_pointer);
  release(session().context, one);
  release(session().context, other);
}

TEST_F(SumsInMemory, AreRightAtAddressesOfBuffers) {
  const auto set_address = reinterpret_cast<cl_int(CL_API_CALL*)(cl_kernel, cl_uint, cl_ulong)>(
      clGetExtensionFunctionAddressForPlatform(find_platform(), "clSetKernelArgDevicePointerEXT"));
  const auto make = [&](Values& host) {
    const cl_mem_properties properties[] = {support::mem_device_private_address_ext, CL_TRUE, 0};
    return clCreateBufferWithProperties(session().context, properties,
                                        CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                        host.size() * sizeof(cl_int), host.data(), nullptr);
  };
  Values one(size + chunk), other(size + chunk);
  cl_mem first = make(one), second = make(other);
  ASSERT_NE(nullptr, first);
  ASSERT_NE(nullptr, second);
  expect_right_with_pointers(
      one.data(), other.data(), [&](cl_kernel kernel, cl_uint index, cl_int* pointer) {
        return set_address(kernel, index, reinterpret_cast<cl_ulong>(pointer));
      });
}

TEST_F(SumsInMemory, AreRightBehindPointersInMemory) {
  auto* const memory = static_cast<cl_int*>(
      clSVMAlloc(session().context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                 (size + chunk) * sizeof(cl_int), 0));
  auto** const box = static_cast<cl_int**>(clSVMAlloc(
      session().context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, sizeof(void*), 0));
  if (memory == nullptr || box == nullptr) GTEST_SKIP() << "skipped: fine-grained SVM";
  Values c = numbered(3);
  std::ranges::copy(c, memory);
  *box = memory + 3;
  cl_kernel made = kernel("follow");
  const void* reached[] = {memory};
  ASSERT_EQ(CL_SUCCESS,
            clSetKernelExecInfo(made, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, reached));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(made, 0, memory));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(made, 1, box));
  run(made, 3);
  expect_sums(c, c, 0, 3, 3);
  EXPECT_EQ(c, Values(memory, memory + size));
  clSVMFree(session().context, memory);
  clSVMFree(session().context, box);
}

TEST_F(SumsInMemory, AreRightInChildren) {
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error = 1;
  static cl_command_queue queue =
      clCreateCommandQueueWithProperties(session().context, session().device, properties, &error);
  ASSERT_NE(nullptr, queue);
  Values c = numbered(3);
  cl_mem sums = buffer_of(c);
  cl_kernel made = kernel("enqueue");
  set(made, 0, sums);
  set(made, 1, sums);
  run(made, 2);
  expect_sums(c, c, 0, 0, 2);
  EXPECT_EQ(c, contents(sums));
}

// "barrier … all work-items must execute the barrier before any are allowed to continue": what a
// work-item has stored before it another one loads behind it.
TEST(SumsBesideBarriers, AreSeenByOthers) {
  const std::string text = R"(
kernel void test(global int *v) {
  int l = get_local_id(0), count = get_local_size(0);
  global int *sums = v + get_group_id(0) * 2 * count;
  for (int k = 0; k < 5; ++k) {
    sums[l] += k + l;
    BARRIER(CLK_GLOBAL_MEM_FENCE);
    sums[count + l] += sums[(l + 1) % count];
    BARRIER(CLK_GLOBAL_MEM_FENCE);
  }
})";
  constexpr size_t count = 4;  // no more than a sub-group has
  Range range;
  range.global[0] = 8 * count;
  range.local = {count, 1, 1};
  for (const char* barrier : {"barrier", "sub_group_barrier"}) {
    const Values out = Runner::instance().run(text, range, Values(16 * count, 0), 0,
                                              "-cl-std=CL3.0 -D BARRIER=" + std::string(barrier));
    Values expected(16 * count, 0);
    for (size_t group = 0; group < 8; ++group) {
      cl_int* sums = &expected[group * 2 * count];
      for (cl_int k = 0; k < 5; ++k) {
        for (size_t l = 0; l < count; ++l) sums[l] += k + static_cast<cl_int>(l);
        for (size_t l = 0; l < count; ++l) sums[count + l] += sums[(l + 1) % count];
      }
    }
    EXPECT_EQ(expected, out) << barrier;
  }
}

}  // namespace
}  // namespace cleave::test
