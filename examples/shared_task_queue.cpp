// Gives tasks to a kernel while it runs: host and kernel share a queue in fine-grained memory, and
// atomics of both order it. The kernel ends when the host has closed the queue.
#include <atomic>

#include "common.h"

using example::check;

// The same layout on both sides. Each word has a cache line of its own.
struct alignas(64) TaskQueue {
  alignas(64) std::atomic<cl_int> offered;  // tasks that the host has written
  alignas(64) std::atomic<cl_int> taken;    // tasks that somebody works on
  alignas(64) std::atomic<cl_int> is_closed;
};
static_assert(sizeof(std::atomic<cl_int>) == sizeof(cl_int));

static const char* source = R"(
typedef struct {
  atomic_int offered;
  int gap[15];
  atomic_int taken;
  int gap_too[15];
  atomic_int is_closed;
} TaskQueue;

uint collatz(uint first) {
  uint count = 0;
  for (ulong number = first; number != 1; ++count) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
  }
  return count;
}

kernel void work(global TaskQueue *queue, global const uint *tasks, global uint *results) {
  for (;;) {
    const int next = atomic_fetch_add_explicit(&queue->taken, 1, memory_order_relaxed,
                                               memory_scope_all_svm_devices);
    // The host may still be about to write the task.
    while (atomic_load_explicit(&queue->offered, memory_order_acquire,
                                memory_scope_all_svm_devices) <= next) {
      if (atomic_load_explicit(&queue->is_closed, memory_order_acquire,
                               memory_scope_all_svm_devices) &&
          atomic_load_explicit(&queue->offered, memory_order_acquire,
                               memory_scope_all_svm_devices) <= next) {
        return;
      }
    }
    results[next] = collatz(tasks[next]);
  }
}
)";

int main() {
  constexpr cl_int count = 20000;
  cl_device_id device = example::first_device();
  cl_device_svm_capabilities capabilities = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof capabilities, &capabilities,
                        nullptr),
        "clGetDeviceInfo");
  constexpr cl_device_svm_capabilities needed =
      CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS;
  if ((capabilities & needed) != needed) {
    std::printf("%s has no fine-grained memory with atomics\n",
                example::device_name(device).c_str());
    return 1;
  }
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue commands = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");
  const auto allocate = [&](size_t bytes) {
    constexpr cl_svm_mem_flags flags =
        CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    void* memory = clSVMAlloc(context, flags, bytes, 0);
    if (memory == nullptr) check(CL_OUT_OF_HOST_MEMORY, "clSVMAlloc");
    return memory;
  };
  auto* queue = new (allocate(sizeof(TaskQueue))) TaskQueue{};
  auto* tasks = static_cast<cl_uint*>(allocate(count * sizeof(cl_uint)));
  auto* results = static_cast<cl_uint*>(allocate(count * sizeof(cl_uint)));

  cl_program program = example::build(context, device, source, "-cl-std=CL3.0");
  cl_kernel kernel = clCreateKernel(program, "work", &status);
  check(status, "clCreateKernel");
  cl_uint index = 0;
  for (void* memory :
       {static_cast<void*>(queue), static_cast<void*>(tasks), static_cast<void*>(results)}) {
    check(clSetKernelArgSVMPointer(kernel, index++, memory), "clSetKernelArgSVMPointer");
  }
  const size_t workers = example::compute_units(device), alone = 1;
  check(clEnqueueNDRangeKernel(commands, kernel, 1, nullptr, &workers, &alone, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFlush(commands), "clFlush");  // nothing else is needed to start it

  for (cl_int i = 0; i < count; ++i) {
    tasks[i] = static_cast<cl_uint>(i + 1);
    queue->offered.store(i + 1, std::memory_order_release);
  }
  queue->is_closed.store(1, std::memory_order_release);
  check(clFinish(commands), "clFinish");
  example::verify_collatz(std::vector<cl_uint>(results, results + count));

  for (void* memory :
       {static_cast<void*>(queue), static_cast<void*>(tasks), static_cast<void*>(results)}) {
    clSVMFree(context, memory);
  }
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(commands), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return 0;
}
