// cl_khr_command_buffer. All threads record into the command-buffers of a seed, finalize and
// enqueue them; addresses are of memory of the host that lives until the seed ends.
#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

using Buffer = cl_command_buffer_khr;

/// The context of a command-buffer, as far as it is known.
void* context_of_buffer(Caller& caller, Buffer buffer) {
  return context_of(caller, Kind::command_buffer, buffer);
}

/// Holds what all calls that record have in common.
struct Recording {
  Recording(Caller& caller, Buffer into)
      : buffer(into), context(context_of_buffer(caller, buffer)) {
    Random& random = caller.random;
    if (random.chance(10)) queue = caller.object<cl_command_queue>(context);
    if (random.chance(70)) return;
    // Sync points are small numbers: those of the first commands are there most of the time.
    count = 1 + random.below(3);
    for (cl_sync_point_khr& point : sync_points) point = random.below(random.chance(95) ? 3 : 64);
    list = sync_points;
    if (random.chance(96)) return;
    caller.must_fail();
    random.chance(50) ? void(count = 0) : void(list = nullptr);
  }
  Buffer buffer;
  void* context;
  cl_command_queue queue = nullptr;
  const cl_command_properties_khr* properties = nullptr;
  cl_uint count = 0;
  cl_sync_point_khr sync_points[3] = {};
  const cl_sync_point_khr* list = nullptr;
  cl_sync_point_khr sync_point = 0;
  cl_mutable_command_khr place_of_handle = nullptr;
  cl_mutable_command_khr* handle = nullptr;
};
#define FUZZ_RECORD(name, ...)                                                             \
  FUZZ_EXTENSION_CALL(caller, name, recording.buffer, recording.queue,                     \
                      recording.properties __VA_OPT__(, ) __VA_ARGS__, recording.count,    \
                      recording.list, random.chance(70) ? &recording.sync_point : nullptr, \
                      recording.handle)

size_t bytes(Random& random) {
  if (random.chance(4)) return SIZE_MAX - random.below(3000);
  return random.below(80);
}

/// Gives the launch's handle, if it was recorded with one.
cl_mutable_command_khr record_dispatch(Caller& caller, Buffer buffer) {
  Random& random = caller.random;
  Recording recording(caller, buffer);
  const bool may_give = recording.handle == nullptr;
  if (may_give && random.chance(50)) recording.handle = &recording.place_of_handle;
  const cl_command_properties_khr properties[] = {
      random.chance(90) ? CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR : random.next(),
      random.chance(90) ? random.below(32) : random.next(), 0};
  if (random.chance(30)) recording.properties = properties;
  const auto kernel = caller.object<cl_kernel>(recording.context);
  must_be_of(caller, recording.context, Kind::kernel, kernel);
  const cl_uint dimensions = random.chance(97) ? 1 + random.below(3) : random.next();
  size_t global[3], local[3], offset[3];
  for (int i = 0; i < 3; ++i) {
    local[i] = 1 + random.below(4);
    global[i] = local[i] * random.below(5);
    offset[i] = random.below(20);
  }
  FUZZ_RECORD(clCommandNDRangeKernelKHR, kernel, dimensions, random.chance(60) ? nullptr : offset,
              random.chance(97) ? global : nullptr, random.chance(50) ? nullptr : local);
  return recording.place_of_handle;
}

void record_launch(Caller& caller, Buffer buffer) {
  static_cast<void>(record_dispatch(caller, buffer));
}

void record_barrier(Caller& caller, Buffer buffer) {
  Random& random = caller.random;
  Recording recording(caller, buffer);
  FUZZ_RECORD(clCommandBarrierWithWaitListKHR);
}

/// Two memory objects, buffers or images, and where a region of them lies.
struct Objects {
  Objects(Caller& caller, const Recording& recording)
      : from(caller.object<cl_mem>(recording.context)),
        to(caller.object<cl_mem>(recording.context)) {
    must_be_of(caller, recording.context, Kind::memory, from);
    must_be_of(caller, recording.context, Kind::memory, to);
    for (size_t& size : region) size = 1 + caller.random.below(caller.random.chance(60) ? 1 : 6);
    for (size_t& at : origin) at = caller.random.chance(70) ? 0 : caller.random.below(8);
    if (caller.random.chance(3)) region[caller.random.below(3)] = caller.random.next();
  }
  cl_mem from;
  cl_mem to;
  size_t region[3];
  size_t origin[3];
  const size_t zero[4] = {0, 0, 0, 0};
};

void record_buffers(Caller& caller, Buffer buffer) {
  Random& random = caller.random;
  Recording recording(caller, buffer);
  const Objects of(caller, recording);
  const size_t size = bytes(random), offset = bytes(random);
  const std::byte pattern[16] = {};
  const size_t pattern_bytes = size_t{1} << random.below(5);
  switch (random.below(3)) {
    case 0:
      FUZZ_RECORD(clCommandCopyBufferKHR, of.from, of.to, offset, size_t{0}, size);
      break;
    case 1:
      FUZZ_RECORD(clCommandCopyBufferRectKHR, of.from, of.to, of.origin, of.zero, of.region,
                  size_t{random.below(20)}, size_t{0}, size_t{0}, size_t{random.below(90)});
      break;
    default:
      caller.forget();  // of the other object
      FUZZ_RECORD(clCommandFillBufferKHR, of.to, static_cast<const void*>(pattern), pattern_bytes,
                  random.below(4) * pattern_bytes, random.below(5) * pattern_bytes);
  }
}

void record_images(Caller& caller, Buffer buffer) {
  Random& random = caller.random;
  Recording recording(caller, buffer);
  const Objects of(caller, recording);
  const cl_uint colour[4] = {1, 2, 3, 4};
  switch (random.below(4)) {
    case 0:
      FUZZ_RECORD(clCommandCopyImageKHR, of.from, of.to, of.origin, of.zero, of.region);
      break;
    case 1:
      FUZZ_RECORD(clCommandCopyBufferToImageKHR, of.from, of.to, bytes(random), of.origin,
                  of.region);
      break;
    case 2:
      FUZZ_RECORD(clCommandCopyImageToBufferKHR, of.from, of.to, of.origin, of.region,
                  bytes(random));
      break;
    default:
      caller.forget();
      FUZZ_RECORD(clCommandFillImageKHR, of.to, static_cast<const void*>(colour), of.origin,
                  of.region);
  }
}

void record_addresses(Caller& caller, Buffer buffer) {
  Random& random = caller.random;
  Recording recording(caller, buffer);
  const size_t size = 16 * size_t{random.below(8)};
  std::byte* const memory = caller.world.host_memory(2 * size + 16);
  void* const to = memory;
  const void* const from = memory + size;
  if (random.chance(50)) {
    FUZZ_RECORD(clCommandSVMMemcpyKHR, to, from, size);
  } else {
    FUZZ_RECORD(clCommandSVMMemFillKHR, to, from, size_t{1} << random.below(9), size);
  }
}

constexpr void (*recordings[])(Caller& caller, Buffer buffer) = {
    record_launch,  record_launch, record_barrier,  record_buffers,
    record_buffers, record_images, record_addresses};

void record(Caller& caller) {
  caller.random.pick(recordings)(caller, caller.object<Buffer>());
}

void finalize(Caller& caller) {
  FUZZ_EXTENSION_CALL(caller, clFinalizeCommandBufferKHR, caller.object<Buffer>());
}

void enqueue(Caller& caller, Buffer buffer) {
  Random& random = caller.random;
  void* const context = context_of_buffer(caller, buffer);
  const cl_uint stand_ins = random.chance(30) ? 1 + random.below(2) : 0;
  cl_command_queue queues[2] = {};
  for (cl_uint i = 0; i < stand_ins; ++i) queues[i] = caller.object<cl_command_queue>(context);
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  event.keep(FUZZ_EXTENSION_CALL(caller, clEnqueueCommandBufferKHR, stand_ins,
                                 stand_ins != 0 ? queues : nullptr, buffer, after.count,
                                 after.list(), event.place()));
}

void enqueue_any(Caller& caller) {
  enqueue(caller, caller.object<Buffer>());
}

/// Changes some of the launches, or asks about one. Their command-buffer may be gone.
void change(Caller& caller, Buffer buffer, const std::vector<cl_mutable_command_khr>& commands) {
  Random& random = caller.random;
  if (commands.empty()) return;
  if (random.chance(30)) {
    const cl_mutable_command_info_khr names[] = {
        CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR,       CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR,
        CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR,    CL_MUTABLE_DISPATCH_KERNEL_KHR,
        CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR};
    std::byte value[64];
    size_t size = 0;
    FUZZ_EXTENSION_CALL(caller, clGetMutableCommandInfoKHR, random.pick(commands),
                        random.pick(names), size_t{random.below(65)}, static_cast<void*>(value),
                        &size);
    return;
  }
  const cl_mem memory = caller.object<cl_mem>(context_of_buffer(caller, buffer));
  caller.forget();  // it may be unused
  const cl_uint number = random.below(100);
  const support::MutableDispatchArgument arguments[] = {
      {random.below(2), random.chance(95) ? sizeof memory : random.below(20), &memory},
      {random.below(3), sizeof number, random.chance(95) ? &number : nullptr}};
  size_t sizes[3];
  for (size_t& size : sizes) size = random.chance(95) ? random.below(9) : random.next();
  support::MutableDispatchConfig configs[3] = {};
  const void* pointers[3];
  cl_uint types[3] = {};
  for (int i = 0; i < 3; ++i) {
    support::MutableDispatchConfig& config = configs[i];
    config.command = random.chance(96) ? random.pick(commands) : nullptr;
    if (random.chance(40)) config.num_args = 1 + random.below(2), config.arg_list = arguments;
    if (random.chance(30)) config.global_work_offset = sizes;
    if (random.chance(30)) config.global_work_size = sizes;
    if (random.chance(20)) config.local_work_size = sizes;
    if (random.chance(10)) config.work_dim = random.below(4);
    if (random.chance(2)) types[i] = 1;
    pointers[i] = random.chance(98) ? &config : nullptr;
  }
  FUZZ_EXTENSION_CALL(caller, clUpdateMutableCommandsKHR, buffer,
                      cl_uint{random.chance(70) ? 1 : random.below(4)},
                      random.chance(97) ? types : nullptr, pointers);
}

/// Makes a copy for other queues. Handles may be of another command-buffer.
void remap(Caller& caller, Buffer buffer, const std::vector<cl_mutable_command_khr>& commands) {
  if (!caller.world.may_make(Kind::command_buffer)) return;
  Random& random = caller.random;
  void* const context = context_of_buffer(caller, buffer);
  const cl_uint count = 1 + random.below(2);
  cl_command_queue queues[2] = {};
  for (cl_uint i = 0; i < count; ++i) queues[i] = caller.object<cl_command_queue>(context);
  const bool gives_handles = !commands.empty() && random.chance(50);
  const cl_mutable_command_khr handles[2] = {
      gives_handles ? random.pick(commands) : nullptr,
      gives_handles && random.chance(95) ? random.pick(commands) : nullptr};
  cl_mutable_command_khr copies[2] = {};
  const auto made = FUZZ_EXTENSION_CREATE(
      caller, clRemapCommandBufferKHR, buffer, cl_bool{random.chance(50) ? 1U : 0U},
      random.chance(97) ? count : 0, random.chance(98) ? queues : nullptr,
      cl_uint{gives_handles ? 1 + random.below(2) : 0}, gives_handles ? handles : nullptr,
      gives_handles ? copies : nullptr);
  if (made.handle == nullptr) return;
  caller.world.add(Kind::command_buffer, made.handle, context);
  caller.forget();
  enqueue(caller, made.handle);
  caller.forget();
  change(caller, made.handle, {copies[0]});
}

void remap_any(Caller& caller) {
  remap(caller, caller.object<Buffer>(), {});
}

/// Makes one for all threads, records into it and enqueues it.
void create(Caller& caller) {
  if (!caller.world.may_make(Kind::command_buffer)) return;
  Random& random = caller.random;
  cl_command_queue queues[2] = {caller.object<cl_command_queue>(), nullptr};
  void* const context = context_of(caller, Kind::queue, queues[0]);
  const cl_uint count = random.chance(60) ? 1 : random.below(3);
  if (count == 0) caller.must_fail();
  if (count == 2) queues[1] = caller.object<cl_command_queue>(context);
  const cl_command_buffer_properties_khr properties[] = {
      random.chance(90) ? CL_COMMAND_BUFFER_FLAGS_KHR : random.next(),
      random.chance(90) ? random.below(8) : random.next(), 0};
  const auto made = FUZZ_EXTENSION_CREATE(caller, clCreateCommandBufferKHR, count,
                                          random.chance(98) ? queues : nullptr,
                                          random.chance(60) ? nullptr : properties);
  if (made.handle == nullptr) return;
  caller.world.add(Kind::command_buffer, made.handle, context);
  // Other threads may do the same meanwhile, or release it.
  std::vector<cl_mutable_command_khr> commands;
  for (uint64_t count = random.below(9); count > 0; --count) {
    random.pick(recordings)(caller, made.handle);
    caller.forget();
    if (auto* const command = record_dispatch(caller, made.handle)) commands.push_back(command);
    caller.forget();
  }
  if (random.chance(30)) return;
  FUZZ_EXTENSION_CALL(caller, clFinalizeCommandBufferKHR, made.handle);
  for (uint64_t replays = random.below(4); replays > 0; --replays) {
    enqueue(caller, made.handle);
    caller.forget();
    change(caller, made.handle, commands);
    caller.forget();
  }
  if (random.chance(30)) remap(caller, made.handle, commands);
}

/// Asks one of the queries, or one that is none.
void ask(Caller& caller) {
  Random& random = caller.random;
  const auto buffer = caller.object<Buffer>();
  const cl_command_buffer_info_khr names[] = {CL_COMMAND_BUFFER_NUM_QUEUES_KHR,
                                              CL_COMMAND_BUFFER_QUEUES_KHR,
                                              CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR,
                                              CL_COMMAND_BUFFER_STATE_KHR,
                                              CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR,
                                              CL_COMMAND_BUFFER_CONTEXT_KHR,
                                              0x4711};
  const cl_command_buffer_info_khr name = random.pick(names);
  if (name == 0x4711) caller.must_fail();
  std::byte value[64];
  size_t size = 0;
  FUZZ_EXTENSION_CALL(caller, clGetCommandBufferInfoKHR, buffer, name, size_t{random.below(65)},
                      static_cast<void*>(value), &size);
}

constexpr Action actions[] = {
    {5, create}, {4, record}, {1, finalize}, {3, enqueue_any}, {1, remap_any}, {1, ask},
};

}  // namespace

std::span<const Action> command_buffer_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
