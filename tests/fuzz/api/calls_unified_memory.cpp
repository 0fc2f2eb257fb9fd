// cl_intel_unified_shared_memory and cl_ext_buffer_device_address. Memory of the driver is used by
// commands of one context and freed at once, while they may still wait; what kernels may access at
// any time is memory of the host that lives until the seed ends.
#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

constexpr size_t most_bytes = 4096;
constexpr size_t argument_bytes = 128;  // more than any kernel of the seeds accesses

/// Properties of an allocation: mostly none or good ones.
struct Properties {
  explicit Properties(Random& random) {
    if (random.chance(50)) return;
    list[0] = random.chance(90) ? CL_MEM_ALLOC_FLAGS_INTEL : random.next();
    list[1] = random.chance(80) ? random.below(4) : random.next();
    if (random.chance(10)) list[2] = list[0];
  }
  cl_mem_properties_intel list[5] = {};
};

void* allocate(Caller& caller, cl_context context, size_t size) {
  Random& random = caller.random;
  const Properties properties(random);
  const auto* list = random.chance(50) ? nullptr : properties.list;
  const cl_uint alignment = random.chance(85) ? 0 : random.below(300);
  if (size == 0) caller.must_fail();
  switch (random.below(3)) {
    case 0:
      return FUZZ_EXTENSION_CREATE(caller, clHostMemAllocINTEL, context, list, size, alignment)
          .handle;
    case 1: {
      const auto device = caller.device();
      return FUZZ_EXTENSION_CREATE(caller, clDeviceMemAllocINTEL, context, device, list, size,
                                   alignment)
          .handle;
    }
    default: {
      const auto device = random.chance(50) ? nullptr : caller.device();
      if (device == nullptr) caller.forget();  // it is memory of no device
      return FUZZ_EXTENSION_CREATE(caller, clSharedMemAllocINTEL, context, device, list, size,
                                   alignment)
          .handle;
    }
  }
}

/// Commands on the memory: a fill, a copy, a migration and advice.
void enqueue(Caller& caller, cl_command_queue queue, void* context, std::byte* memory,
             size_t size) {
  Random& random = caller.random;
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  const auto part = size_t{random.below(static_cast<uint32_t>(size))};
  std::byte* const host = caller.world.host_memory(part + 1);
  void* const place = memory;
  const void* const const_place = memory;
  switch (random.below(4)) {
    case 0: {
      const std::byte pattern[8] = {};
      const size_t pattern_bytes = size_t{1} << random.below(4);
      event.keep(FUZZ_EXTENSION_CALL(caller, clEnqueueMemFillINTEL, queue, place,
                                     static_cast<const void*>(pattern), pattern_bytes,
                                     part / pattern_bytes * pattern_bytes, after.count,
                                     after.list(), event.place()));
      break;
    }
    case 1:
      event.keep(FUZZ_EXTENSION_CALL(caller, clEnqueueMemcpyINTEL, queue, cl_bool{CL_FALSE}, place,
                                     static_cast<const void*>(host), part, after.count,
                                     after.list(), event.place()));
      break;
    case 2:
      event.keep(FUZZ_EXTENSION_CALL(
          caller, clEnqueueMigrateMemINTEL, queue, const_place, part,
          cl_mem_migration_flags{random.chance(90) ? random.below(4) : random.next()}, after.count,
          after.list(), event.place()));
      break;
    default:
      event.keep(FUZZ_EXTENSION_CALL(caller, clEnqueueMemAdviseINTEL, queue, const_place, part,
                                     cl_mem_advice_intel{random.chance(70) ? 0U : random.below(9)},
                                     after.count, after.list(), event.place()));
  }
}

void free(Caller& caller, cl_context context, void* memory) {
  Random& random = caller.random;
  void* const wrong = static_cast<std::byte*>(memory) + 1;
  caller.must_fail();
  FUZZ_EXTENSION_CALL(caller, clMemFreeINTEL, context, wrong);
  caller.forget();
  if (random.chance(70)) {
    FUZZ_EXTENSION_CALL(caller, clMemFreeINTEL, context, memory);
    return;
  }
  caller.may_block();
  FUZZ_EXTENSION_CALL(caller, clMemBlockingFreeINTEL, context, memory);
}

void use_memory(Caller& caller) {
  Random& random = caller.random;
  const auto queue = caller.object<cl_command_queue>();
  void* const context = context_of(caller, Kind::queue, queue);
  caller.forget();
  if (context == nullptr) return;
  const size_t size = random.below(most_bytes);
  auto* const owner = static_cast<cl_context>(context);
  auto* const memory = static_cast<std::byte*>(allocate(caller, owner, size));
  caller.forget();
  if (memory == nullptr) return;
  for (size_t count = random.below(4); count > 0; --count) {
    enqueue(caller, queue, context, memory, size);
    caller.forget();
  }
  free(caller, owner, memory);
}

void ask(Caller& caller) {
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  const void* pointer = reinterpret_cast<const void*>(random.chance(50) ? 0 : random.next());
  const cl_mem_info_intel names[] = {CL_MEM_ALLOC_TYPE_INTEL,  CL_MEM_ALLOC_BASE_PTR_INTEL,
                                     CL_MEM_ALLOC_SIZE_INTEL,  CL_MEM_ALLOC_DEVICE_INTEL,
                                     CL_MEM_ALLOC_FLAGS_INTEL, 0x4711};
  const cl_mem_info_intel name = random.pick(names);
  if (name == 0x4711) caller.must_fail();
  std::byte value[16];
  size_t bytes = 0;
  FUZZ_EXTENSION_CALL(caller, clGetMemAllocInfoINTEL, context, pointer, name,
                      size_t{random.below(17)}, static_cast<void*>(value), &bytes);
}

void set_argument(Caller& caller) {
  Random& random = caller.random;
  const auto kernel = caller.object<cl_kernel>();
  const cl_uint index = random.below(5);
  std::byte* const memory = random.chance(80) ? caller.world.host_memory(argument_bytes) : nullptr;
  if (random.chance(50)) {
    FUZZ_EXTENSION_CALL(caller, clSetKernelArgMemPointerINTEL, kernel, index,
                        static_cast<const void*>(memory));
  } else {
    FUZZ_EXTENSION_CALL(caller, clSetKernelArgDevicePointerEXT, kernel, index,
                        support::mem_device_address{reinterpret_cast<uintptr_t>(memory)});
  }
}

void set_execution_information(Caller& caller) {
  Random& random = caller.random;
  const auto kernel = caller.object<cl_kernel>();
  constexpr cl_kernel_exec_info names[] = {CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
                                           support::kernel_exec_info_device_ptrs_ext,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
  uint64_t values[4];
  for (uint64_t& value : values) value = random.chance(50) ? random.next() : 0;
  const size_t size = random.chance(50) ? 4 : 8 * size_t{random.below(4)};
  FUZZ_CALL(caller, clSetKernelExecInfo, kernel, random.pick(names), size,
            static_cast<const void*>(values));
}

/// A buffer that has an address, and another whose properties are none.
void create_with_address(Caller& caller) {
  if (!caller.world.may_make(Kind::memory)) return;
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  const cl_mem_properties properties[] = {support::mem_device_private_address_ext,
                                          random.chance(90) ? CL_TRUE : random.next(), 0};
  void* no_memory = nullptr;
  const auto made = FUZZ_CREATE(caller, clCreateBufferWithProperties, context, properties,
                                cl_mem_flags{0}, size_t{1024}, no_memory);
  if (made.handle == nullptr) return;
  support::mem_device_address address[8] = {};
  if (driver().clGetMemObjectInfo(made.handle, support::mem_device_address_ext, sizeof address,
                                  address, nullptr) == CL_SUCCESS) {
    caller.require(address[0] != 0, "it has no address");
  }
  caller.world.add(Kind::memory, made.handle, context);
}

constexpr Action actions[] = {
    {5, use_memory},          {2, ask}, {4, set_argument}, {3, set_execution_information},
    {2, create_with_address},
};

}  // namespace

std::span<const Action> unified_memory_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
