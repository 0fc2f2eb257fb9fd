// Two queues hand two slots to and fro by semaphores (cl_khr_semaphore): one fills a slot while the
// other adds up what is in the other slot. All rounds are enqueued before the first has ended.
//
//   producer   fill 0, fill 1, ── wait until 0 is empty ── fill 0, …
//   consumer   ── wait until 0 is full ── add 0 ── wait until 1 is full ── add 1, …
#include <CL/cl_ext.h>

#include <array>
#include <cstring>

#include "common.h"

namespace {

constexpr size_t items = 4096;
constexpr cl_uint rounds = 200;

constexpr const char* source = R"(
kernel void fill(global uint *slot, uint round) {
  uint i = get_global_id(0);
  slot[i] = (i + 1) * (round + 1);
}
kernel void add(global const uint *slot, global uint *sums) {
  uint i = get_global_id(0);
  sums[i] = sums[i] * 3 + slot[i];
}
)";

/// The functions of the extension, which loaders do not export.
struct Semaphores {
  clCreateSemaphoreWithPropertiesKHR_fn create;
  clEnqueueWaitSemaphoresKHR_fn wait;
  clEnqueueSignalSemaphoresKHR_fn signal;
  clReleaseSemaphoreKHR_fn release;
};

/// All of them; ends the program where the device lacks the extension.
Semaphores find_semaphores(cl_device_id device) {
  size_t size = 0;
  example::check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size),
                 "clGetDeviceInfo");
  std::vector<char> extensions(size);
  cl_platform_id platform = nullptr;
  example::check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, extensions.data(), nullptr),
                 "clGetDeviceInfo");
  example::check(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
                 "clGetDeviceInfo");
  if (std::strstr(extensions.data(), "cl_khr_semaphore") == nullptr) {
    std::fprintf(stderr, "The device lacks cl_khr_semaphore\n");
    std::exit(1);
  }
  const auto find = [platform](const char* name, auto& function) {
    void* const address = clGetExtensionFunctionAddressForPlatform(platform, name);
    std::memcpy(&function, &address, sizeof address);
  };
  Semaphores all{};
  find("clCreateSemaphoreWithPropertiesKHR", all.create);
  find("clEnqueueWaitSemaphoresKHR", all.wait);
  find("clEnqueueSignalSemaphoresKHR", all.signal);
  find("clReleaseSemaphoreKHR", all.release);
  return all;
}

/// A buffer that two queues share, and what each tells the other.
struct Slot {
  cl_mem memory = nullptr;
  cl_semaphore_khr is_full = nullptr;
  cl_semaphore_khr is_empty = nullptr;
};

void launch(cl_command_queue queue, cl_kernel kernel) {
  example::check(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
}

void produce(const Semaphores& semaphores, cl_command_queue queue, cl_kernel fill,
             const std::array<Slot, 2>& slots) {
  for (cl_uint round = 0; round < rounds; ++round) {
    const Slot& slot = slots[round % 2];
    if (round >= 2) {  // at first both are empty
      example::check(semaphores.wait(queue, 1, &slot.is_empty, nullptr, 0, nullptr, nullptr),
                     "clEnqueueWaitSemaphoresKHR");
    }
    example::check(clSetKernelArg(fill, 0, sizeof(cl_mem), &slot.memory), "clSetKernelArg");
    example::check(clSetKernelArg(fill, 1, sizeof round, &round), "clSetKernelArg");
    launch(queue, fill);
    example::check(semaphores.signal(queue, 1, &slot.is_full, nullptr, 0, nullptr, nullptr),
                   "clEnqueueSignalSemaphoresKHR");
  }
}

void consume(const Semaphores& semaphores, cl_command_queue queue, cl_kernel add,
             const std::array<Slot, 2>& slots) {
  for (cl_uint round = 0; round < rounds; ++round) {
    const Slot& slot = slots[round % 2];
    example::check(semaphores.wait(queue, 1, &slot.is_full, nullptr, 0, nullptr, nullptr),
                   "clEnqueueWaitSemaphoresKHR");
    example::check(clSetKernelArg(add, 0, sizeof(cl_mem), &slot.memory), "clSetKernelArg");
    launch(queue, add);
    example::check(semaphores.signal(queue, 1, &slot.is_empty, nullptr, 0, nullptr, nullptr),
                   "clEnqueueSignalSemaphoresKHR");
  }
}

void verify(const std::vector<cl_uint>& sums) {
  size_t wrong = 0;
  for (cl_uint i = 0; i < items; ++i) {
    cl_uint sum = 0;
    for (cl_uint round = 0; round < rounds; ++round) sum = sum * 3 + (i + 1) * (round + 1);
    wrong += sums[i] != sum ? 1 : 0;
  }
  std::printf("%u rounds through 2 slots: %zu sums, %zu wrong\n", rounds, items, wrong);
  if (wrong != 0) std::exit(1);
}

}  // namespace

int main() {
  cl_device_id device = example::first_device();
  const Semaphores semaphores = find_semaphores(device);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  std::array<cl_command_queue, 2> queues = {};
  for (cl_command_queue& queue : queues) {
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    example::check(status, "clCreateCommandQueueWithProperties");
  }
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                0};
  std::array<Slot, 2> slots;
  for (Slot& slot : slots) {
    slot.memory =
        clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, &status);
    example::check(status, "clCreateBuffer");
    for (cl_semaphore_khr* semaphore : {&slot.is_full, &slot.is_empty}) {
      *semaphore = semaphores.create(context, binary, &status);
      example::check(status, "clCreateSemaphoreWithPropertiesKHR");
    }
  }
  std::vector<cl_uint> results(items, 0);
  cl_mem sums = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                               items * sizeof(cl_uint), results.data(), &status);
  example::check(status, "clCreateBuffer");
  cl_program program = example::build(context, device, source);
  cl_kernel fill = clCreateKernel(program, "fill", &status);
  example::check(status, "clCreateKernel");
  cl_kernel add = clCreateKernel(program, "add", &status);
  example::check(status, "clCreateKernel");
  example::check(clSetKernelArg(add, 1, sizeof sums, &sums), "clSetKernelArg");

  // The consumer comes first: its waits are for signals that are not enqueued yet.
  consume(semaphores, queues[1], add, slots);
  produce(semaphores, queues[0], fill, slots);
  example::check(clFlush(queues[1]), "clFlush");
  example::check(clFinish(queues[0]), "clFinish");
  example::check(clEnqueueReadBuffer(queues[1], sums, CL_TRUE, 0, items * sizeof(cl_uint),
                                     results.data(), 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
  verify(results);

  for (const Slot& slot : slots) {
    example::check(semaphores.release(slot.is_full), "clReleaseSemaphoreKHR");
    example::check(semaphores.release(slot.is_empty), "clReleaseSemaphoreKHR");
    example::check(clReleaseMemObject(slot.memory), "clReleaseMemObject");
  }
  example::check(clReleaseMemObject(sums), "clReleaseMemObject");
  example::check(clReleaseKernel(fill), "clReleaseKernel");
  example::check(clReleaseKernel(add), "clReleaseKernel");
  example::check(clReleaseProgram(program), "clReleaseProgram");
  for (cl_command_queue queue : queues) {
    example::check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  }
  example::check(clReleaseContext(context), "clReleaseContext");
}
