// Tests where memory lies that host and kernels name by addresses, and whether migration moves it.
#include <CL/cl_ext.h>
#include <sched.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "opencl.h"
#include "scenarios.h"

namespace cleave::test::qemu_numa {
namespace {

template <class Function>
Function function(const char* name) {
  cl_platform_id platform = nullptr;
  check_call(
      clGetDeviceInfo(root_device(), CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
      "clGetDeviceInfo");
  auto* const found =
      reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
  if (found == nullptr) throw std::runtime_error(name);
  return found;
}

/// How memory is made in a context, and given back.
struct Memory {
  std::string name;
  void* (*make)(cl_context context, cl_device_id device, size_t bytes);
  bool is_near_device;  // on the node of `device`; else where all devices of the context are near
  bool is_svm = false;
};

void* with_flags(cl_context context, cl_device_id device, size_t bytes,
                 cl_mem_alloc_flags_intel flags) {
  const cl_mem_properties_intel properties[] = {CL_MEM_ALLOC_FLAGS_INTEL, flags, 0};
  return function<clSharedMemAllocINTEL_fn>("clSharedMemAllocINTEL")(context, device, properties,
                                                                     bytes, 0, nullptr);
}

const Memory kinds[] = {
    {"clSVMAlloc",
     [](cl_context context, cl_device_id, size_t bytes) {
       return clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
     },
     false, true},
    {"host USM",
     [](cl_context context, cl_device_id, size_t bytes) {
       return function<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL")(context, nullptr, bytes, 0,
                                                                      nullptr);
     },
     false},
    {"device USM",
     [](cl_context context, cl_device_id device, size_t bytes) {
       return function<clDeviceMemAllocINTEL_fn>("clDeviceMemAllocINTEL")(context, device, nullptr,
                                                                          bytes, 0, nullptr);
     },
     true},
    {"shared USM",
     [](cl_context context, cl_device_id device, size_t bytes) {
       return with_flags(context, device, bytes, 0);
     },
     true},
    {"shared USM, placed for the device",
     [](cl_context context, cl_device_id device, size_t bytes) {
       return with_flags(context, device, bytes, CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL);
     },
     true},
};

void give_back(const Memory& kind, cl_context context, void* memory) {
  if (kind.is_svm) return clSVMFree(context, memory);
  check_call(function<clMemFreeINTEL_fn>("clMemFreeINTEL")(context, memory), "clMemFreeINTEL");
}

void fill(cl_command_queue queue, void* memory, size_t bytes) {
  const unsigned char value = 9;
  check_call(clEnqueueSVMMemFill(queue, memory, &value, 1, bytes, 0, nullptr, nullptr),
             "clEnqueueSVMMemFill");
  check_call(clFinish(queue), "clFinish");
}

void check_place(void* memory, size_t bytes, int node, const std::string& what) {
  const auto pages = nodes_of_pages(memory, bytes);
  check(all_on(pages, node), what + ": " + pages_text(pages));
  const std::vector<unsigned char> right(bytes, 9);
  check(std::memcmp(memory, right.data(), bytes) == 0, what + ": wrong contents");
  seen(what + ": " + pages_text(pages));
}

/// In a context of one part, first touched by a thread and by workers of the other node.
void check_near(const Session& both, const Memory& kind, const std::vector<cl_device_id>& parts,
                size_t bytes) {
  for (const int node : {0, 1}) {
    const auto own = static_cast<size_t>(node);
    const Session one({parts[own]});
    const Processors& all = allowed_processors();
    bind_to(processors_of_node(1 - node));
    void* memory = kind.make(one.context(), parts[own], bytes);
    std::memset(memory, 9, bytes);
    bind_to(all);
    check_place(memory, bytes, node, kind.name + " of the part of node " + std::to_string(node));
    give_back(kind, one.context(), memory);
    if (!kind.is_near_device) continue;
    memory = kind.make(both.context(), parts[own], bytes);
    fill(both.queue(1 - own), memory, bytes);
    check_place(memory, bytes, node,
                kind.name + " of that part in a context of both, filled by the other");
    give_back(kind, both.context(), memory);
  }
}

/// Tests that the first touch decides: commands run on their parts alone.
void check_first_touch(const Session& both, const char* name,
                       void* (*make)(cl_context, cl_device_id, size_t),
                       const std::vector<cl_device_id>& parts, bool is_svm) {
  constexpr size_t bytes = 4 * mebibyte;
  const Memory kind{name, make, false, is_svm};
  for (const int node : {0, 1}) {
    void* const memory = make(both.context(), parts[0], bytes);
    fill(both.queue(static_cast<size_t>(node)), memory, bytes);
    check_place(
        memory, bytes, node,
        std::string(name) + " of both parts, filled by that of node " + std::to_string(node));
    give_back(kind, both.context(), memory);
  }
}

/// Functions that free memory run on the processors of the queue's device.
void check_frees(const Session& both) {
  for (const int node : {0, 1}) {
    int processor = -1;
    const auto note = [](cl_command_queue, cl_uint, void**, void* seen_on) {
      *static_cast<int*>(seen_on) = sched_getcpu();
    };
    const cl_command_queue queue = both.queue(static_cast<size_t>(node));
    check_call(clEnqueueSVMFree(queue, 0, nullptr, note, &processor, 0, nullptr, nullptr),
               "clEnqueueSVMFree");
    check_call(clFinish(queue), "clFinish");
    check(processors_of_node(node).contains(processor),
          "a free of the part of node " + std::to_string(node) + " on processor " +
              std::to_string(processor));
  }
}

}  // namespace

void addressed_memory_lies_as_asked() {
  const auto parts = split_by(root_device(), CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  const Session both(parts);
  for (const Memory& kind : kinds) check_near(both, kind, parts, 4 * mebibyte);
  check_frees(both);
  check_first_touch(both, "clSVMAlloc", kinds[0].make, parts, true);
  check_first_touch(both, "host USM", kinds[1].make, parts, false);
  check_first_touch(
      both, "shared USM, placed for the host",
      [](cl_context context, cl_device_id device, size_t bytes) {
        return with_flags(context, device, bytes, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL);
      },
      parts, false);
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

void migration_moves_addressed_memory() {
  const auto parts = split_by(root_device(), CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  const Session both(parts);
  constexpr size_t bytes = 4 * mebibyte;
  const auto migrate_unified = function<clEnqueueMigrateMemINTEL_fn>("clEnqueueMigrateMemINTEL");
  for (const Memory& kind : {kinds[0], kinds[3]}) {
    void* const memory = kind.make(both.context(), parts[0], bytes);
    fill(both.queue(0), memory, bytes);
    for (const int node : {1, 0, 1}) {
      const cl_command_queue queue = both.queue(static_cast<size_t>(node));
      const void* pointer = memory;
      check_call(kind.is_svm
                     ? clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, 0, nullptr, nullptr)
                     : migrate_unified(queue, memory, bytes, 0, 0, nullptr, nullptr),
                 "a migration");
      check_call(clFinish(queue), "clFinish");
      check_place(memory, bytes, node, kind.name + ", migrated to node " + std::to_string(node));
    }
    give_back(kind, both.context(), memory);
  }
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

}  // namespace cleave::test::qemu_numa
