// Memory that host and kernels name by addresses: 5.6 and what 5.9 says of it. What kernels may
// access at any time is memory of the host that lives until the seed ends; memory of the driver is
// used by commands of one context and freed at once, while they may still wait.
#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

/// More than any kernel of the seeds accesses.
constexpr size_t argument_bytes = 128;
constexpr size_t host_bytes = 4096;

/// Says where commands are enqueued, and what they wait for.
struct Target {
  explicit Target(Caller& caller, cl_command_queue of)
      : queue(of),
        context(context_of(caller, Kind::queue, of)),
        after(caller, context),
        event(caller, context),
        blocks(caller.random.chance(10) ? CL_TRUE : CL_FALSE) {
    if (blocks == CL_TRUE) caller.may_block();
  }
  cl_command_queue queue;
  void* context;
  const WaitList after;
  EventPlace event;
  const cl_bool blocks;
};

/// Bytes of memory of the driver, or of the host.
struct Bytes {
  std::byte* begin;
  size_t size;
};

void fill(Caller& caller, Target target, Bytes to) {
  Random& random = caller.random;
  const std::byte pattern[256] = {};
  const size_t pattern_bytes = random.chance(90) ? size_t{1} << random.below(9) : random.below(256);
  const size_t offset = random.chance(90) ? 0 : random.below(8);
  size_t size = pattern_bytes * random.below(4);
  if (offset + size > to.size) size = 0;
  std::byte* const begin = random.chance(96) ? to.begin + offset : nullptr;
  if (begin == nullptr) caller.must_fail();
  target.event.keep(FUZZ_CALL(caller, clEnqueueSVMMemFill, target.queue, static_cast<void*>(begin),
                              static_cast<const void*>(pattern), pattern_bytes, size,
                              target.after.count, target.after.list(), target.event.place()));
}

void copy(Caller& caller, Target target, Bytes memory) {
  Random& random = caller.random;
  const size_t size = random.below(static_cast<uint32_t>(memory.size));
  std::byte* host = random.chance(90) ? caller.world.host_memory(size + 1) : memory.begin;
  if (host == memory.begin && size > 0) caller.must_fail();
  std::byte* to = random.chance(50) ? host : memory.begin;
  const std::byte* from = to == host ? memory.begin : host;
  if (random.chance(4)) caller.must_fail(), from = nullptr;
  target.event.keep(FUZZ_CALL(caller, clEnqueueSVMMemcpy, target.queue, target.blocks,
                              static_cast<void*>(to), static_cast<const void*>(from), size,
                              target.after.count, target.after.list(), target.event.place()));
}

void map(Caller& caller, Target target, Bytes memory) {
  Random& random = caller.random;
  const cl_map_flags flags = random.chance(90) ? 1 + random.below(4) : random.next();
  const size_t size = random.below(static_cast<uint32_t>(memory.size));
  if (size == 0) caller.must_fail();
  target.event.keep(FUZZ_CALL(caller, clEnqueueSVMMap, target.queue, target.blocks, flags,
                              static_cast<void*>(memory.begin), size, target.after.count,
                              target.after.list(), target.event.place()));
}

void unmap(Caller& caller, Target target, Bytes memory) {
  void* const pointer = caller.random.chance(95) ? memory.begin : nullptr;
  if (pointer == nullptr) caller.must_fail();
  target.event.keep(FUZZ_CALL(caller, clEnqueueSVMUnmap, target.queue, pointer, target.after.count,
                              target.after.list(), target.event.place()));
}

void migrate(Caller& caller, Target target, Bytes memory) {
  Random& random = caller.random;
  std::byte of_host[4] = {};
  const bool is_known = random.chance(90);
  if (!is_known) caller.must_fail();
  const void* pointers[] = {memory.begin, is_known ? memory.begin + memory.size / 2 : of_host};
  const size_t sizes[] = {random.below(9), random.chance(5) ? SIZE_MAX : random.below(9)};
  const cl_mem_migration_flags flags = random.chance(90) ? random.below(4) : random.next();
  target.event.keep(FUZZ_CALL(caller, clEnqueueSVMMigrateMem, target.queue, 2U, pointers,
                              random.chance(50) ? sizes : nullptr, flags, target.after.count,
                              target.after.list(), target.event.place()));
}

void use_memory(Caller& caller) {
  Random& random = caller.random;
  const auto queue = caller.object<cl_command_queue>();
  void* const context = context_of(caller, Kind::queue, queue);
  caller.forget();
  if (context == nullptr) return;
  constexpr cl_svm_mem_flags flags[] = {0, CL_MEM_READ_ONLY, CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                        CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS,
                                        CL_MEM_SVM_ATOMICS};
  const size_t size = random.below(host_bytes);
  const cl_uint alignment = random.chance(80) ? 1U << random.below(9) : random.below(300);
  const auto owner = static_cast<cl_context>(context);
  void* const memory = driver().clSVMAlloc(owner, random.pick(flags), size, alignment);
  if (memory == nullptr) return;
  constexpr void (*commands[])(Caller&, Target, Bytes) = {fill, copy, map, unmap, migrate};
  for (size_t count = random.below(5); count > 0; --count) {
    random.pick(commands)(caller, Target(caller, queue), {static_cast<std::byte*>(memory), size});
    caller.forget();
  }
  driver().clSVMFree(owner, random.chance(50) ? nullptr : static_cast<std::byte*>(memory) + 1);
  driver().clSVMFree(owner, memory);
}

/// Frees by commands: of nothing, or by a function that frees nothing.
void free_by_command(Caller& caller) {
  Random& random = caller.random;
  Target target(caller, caller.object<cl_command_queue>());
  void* pointers[] = {nullptr, caller.world.host_memory(8)};
  const cl_uint count = random.below(3);
  const bool has_list = random.chance(90) ? count > 0 : random.chance(50);
  if (has_list != (count > 0)) caller.must_fail();
  void(CL_CALLBACK * function)(cl_command_queue, cl_uint, void*[],
                               void*) = [](cl_command_queue, cl_uint, void**, void*) {};
  if (random.chance(40)) function = nullptr;
  void* no_data = nullptr;
  target.event.keep(FUZZ_CALL(caller, clEnqueueSVMFree, target.queue, count,
                              has_list ? pointers : nullptr, function, no_data, target.after.count,
                              target.after.list(), target.event.place()));
}

void set_argument(Caller& caller) {
  Random& random = caller.random;
  const auto kernel = caller.object<cl_kernel>();
  const cl_uint index = random.chance(90) ? random.below(4) : random.next() & 0xffff;
  std::byte* const memory = caller.world.host_memory(argument_bytes);
  const size_t offset = random.chance(80) ? 0 : random.below(8);
  FUZZ_CALL(caller, clSetKernelArgSVMPointer, kernel, index,
            random.chance(80) ? static_cast<const void*>(memory + offset) : nullptr);
}

void set_execution_information(Caller& caller) {
  Random& random = caller.random;
  const auto kernel = caller.object<cl_kernel>();
  constexpr cl_kernel_exec_info names[] = {CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                           CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 0, 0x4711};
  const cl_kernel_exec_info name = random.pick(names);
  if (name == 0 || name == 0x4711) caller.must_fail();
  uint64_t values[8];
  for (uint64_t& value : values) value = random.chance(50) ? random.next() : 0;
  const size_t size = random.chance(50) ? 8 * random.below(8) : random.below(64);
  const bool has_values = random.chance(90);
  if (!has_values && size > 0) caller.must_fail();
  FUZZ_CALL(caller, clSetKernelExecInfo, kernel, name, size,
            has_values ? static_cast<const void*>(values) : nullptr);
}

constexpr Action actions[] = {
    {5, use_memory},
    {2, free_by_command},
    {4, set_argument},
    {2, set_execution_information},
};

}  // namespace

std::span<const Action> address_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
