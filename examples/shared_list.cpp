// Lets host and kernels walk the same linked lists: nodes in shared virtual memory point to each
// other, and the pointers mean the same on both sides.
#include "common.h"

using example::check;

struct Node {
  cl_int value;
  cl_int visits;
  Node* next;
};

static const char* source = R"(
typedef struct Node { int value; int visits; global struct Node *next; } Node;

// Each work-item walks its own list.
kernel void visit(global Node *global *lists, global int *sums) {
  const size_t list = get_global_id(0);
  int sum = 0;
  for (global Node *node = lists[list]; node != 0; node = node->next) {
    sum += node->value;
    node->visits++;
  }
  sums[list] = sum;
}
)";

int main() {
  constexpr size_t lists = 256, nodes = 20000;
  cl_device_id device = example::first_device();
  cl_device_svm_capabilities capabilities = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof capabilities, &capabilities,
                        nullptr),
        "clGetDeviceInfo");
  if ((capabilities & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) == 0) {
    std::printf("%s has no shared virtual memory\n", example::device_name(device).c_str());
    return 1;
  }
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");

  const auto allocate = [&](size_t bytes) {
    void* memory = clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
    if (memory == nullptr) check(CL_OUT_OF_HOST_MEMORY, "clSVMAlloc");
    return memory;
  };
  // Coarse-grained memory is the host's while it is mapped, and the device's otherwise.
  const auto map = [&](void* memory, size_t bytes) {
    check(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, memory, bytes, 0, nullptr,
                          nullptr),
          "clEnqueueSVMMap");
  };
  const auto unmap = [&](void* memory) {
    check(clEnqueueSVMUnmap(queue, memory, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
  };
  auto* pool = static_cast<Node*>(allocate(nodes * sizeof(Node)));
  auto** heads = static_cast<Node**>(allocate(lists * sizeof(Node*)));
  auto* sums = static_cast<cl_int*>(allocate(lists * sizeof(cl_int)));

  map(pool, nodes * sizeof(Node));
  map(heads, lists * sizeof(Node*));
  std::vector<cl_int> expected(lists);
  for (size_t list = 0; list < lists; ++list) heads[list] = nullptr;
  for (size_t i = 0; i < nodes; ++i) {
    const size_t list = i * 2654435761U % lists;  // lists of different lengths
    pool[i] = {static_cast<cl_int>(i), 0, heads[list]};
    heads[list] = &pool[i];
    expected[list] += static_cast<cl_int>(i);
  }
  unmap(pool);
  unmap(heads);

  cl_program program = example::build(context, device, source, "-cl-std=CL3.0");
  cl_kernel kernel = clCreateKernel(program, "visit", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArgSVMPointer(kernel, 0, heads), "clSetKernelArgSVMPointer");
  check(clSetKernelArgSVMPointer(kernel, 1, sums), "clSetKernelArgSVMPointer");
  // The nodes are no argument: the kernel finds them by the pointers in `heads`.
  const void* others[] = {pool};
  check(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof others, others),
        "clSetKernelExecInfo");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &lists, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");

  map(sums, lists * sizeof(cl_int));
  map(pool, nodes * sizeof(Node));
  size_t wrong = 0;
  for (size_t list = 0; list < lists; ++list) wrong += sums[list] != expected[list];
  for (size_t i = 0; i < nodes; ++i) wrong += pool[i].visits != 1;
  unmap(sums);
  unmap(pool);
  check(clFinish(queue), "clFinish");
  std::printf("%zu nodes in %zu lists, %zu wrong\n", nodes, lists, wrong);

  for (void* memory :
       {static_cast<void*>(pool), static_cast<void*>(heads), static_cast<void*>(sums)}) {
    clSVMFree(context, memory);
  }
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}
