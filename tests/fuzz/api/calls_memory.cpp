// Buffers, sub-buffers, pipes, mappings and migration: 5.2, 5.4 and 5.5.
#include <tuple>

#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

/// Kernels of the shared programs stay within this many bytes.
constexpr size_t least_bytes = 64;

cl_mem_flags some_flags(Random& random) {
  constexpr cl_mem_flags access[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY,
                                     CL_MEM_WRITE_ONLY};
  constexpr cl_mem_flags host[] = {
      0, 0, 0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS};
  constexpr cl_mem_flags pointer[] = {0,
                                      0,
                                      CL_MEM_USE_HOST_PTR,
                                      CL_MEM_COPY_HOST_PTR,
                                      CL_MEM_ALLOC_HOST_PTR,
                                      CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR};
  if (random.chance(3)) return random.next();
  return random.pick(access) | random.pick(host) | random.pick(pointer);
}

size_t some_size(Random& random) {
  const size_t absurd[] = {0, SIZE_MAX, SIZE_MAX - 4095, size_t{1} << 62};
  if (random.chance(6)) return random.pick(absurd);
  return least_bytes + random.below(4000);
}

void watch(Caller& caller, cl_mem memory) {
  Notice& notice = caller.world.make_notice("the destructor callback of a memory object");
  const bool has_function = caller.random.chance(95);
  if (!has_function) caller.must_fail();
  const cl_int code = FUZZ_CALL(caller, clSetMemObjectDestructorCallback, memory,
                                has_function ? on_memory_destroyed : nullptr, &notice);
  notice.is_expected = code == CL_SUCCESS;
}

void create_buffer(Caller& caller) {
  if (!caller.world.may_make(Kind::memory)) return;
  Random& random = caller.random;
  const cl_mem_flags flags = some_flags(random);
  const size_t size = some_size(random);
  const bool wants_pointer = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  const bool has_pointer = random.chance(97) == wants_pointer && size < 65536;
  void* pointer = has_pointer ? caller.world.host_memory(size + 1) : nullptr;
  const auto context = caller.object<cl_context>();
  Created<cl_mem> made;
  if (random.chance(70)) {
    made = FUZZ_CREATE(caller, clCreateBuffer, context, flags, size, pointer);
  } else {
    const cl_mem_properties none[] = {0};
    const cl_mem_properties unknown[] = {random.next() | 1, 1, 0};
    const cl_mem_properties* lists[] = {nullptr, none, none, unknown};
    made = FUZZ_CREATE(caller, clCreateBufferWithProperties, context, random.pick(lists), flags,
                       size, pointer);
  }
  if (made.handle == nullptr) return;
  caller.world.add(Kind::memory, made.handle, context);
  if (caller.random.chance(60)) watch(caller, made.handle);
}

void create_sub_buffer(Caller& caller) {
  if (!caller.world.may_make(Kind::memory)) return;
  Random& random = caller.random;
  const auto parent = caller.object<cl_mem>();
  const size_t origins[] = {0, 128, 256, 512, 1024, random.below(4096), SIZE_MAX - 127};
  const size_t sizes[] = {least_bytes, 128, 512, least_bytes + random.below(1024), 0, SIZE_MAX};
  const cl_buffer_region region = {random.pick(origins), random.pick(sizes)};
  const cl_mem_flags flags = random.chance(60) ? 0 : some_flags(random);
  const auto type = random.chance(95) ? CL_BUFFER_CREATE_TYPE_REGION : random.below(5000);
  const bool has_region = random.chance(95);
  if (!has_region) caller.must_fail();
  const auto made = FUZZ_CREATE(caller, clCreateSubBuffer, parent, flags, type,
                                has_region ? static_cast<const void*>(&region) : nullptr);
  if (made.handle == nullptr) return;
  caller.world.add(Kind::memory, made.handle, context_of(caller, Kind::memory, parent));
  if (caller.random.chance(60)) watch(caller, made.handle);
}

/// Pipes are among the memory objects that all other calls take for buffers.
void create_pipe(Caller& caller) {
  if (!caller.world.may_make(Kind::memory)) return;
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  constexpr cl_mem_flags good[] = {0, CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS};
  const cl_mem_flags flags = random.chance(80) ? random.pick(good) : some_flags(random);
  const cl_uint packet_bytes = random.chance(95) ? random.below(300) : random.next();
  const cl_uint packets = random.chance(95) ? random.below(300) : 0;
  if (packet_bytes == 0 || packets == 0) caller.must_fail();
  const cl_pipe_properties* const none = nullptr;
  const auto made = FUZZ_CREATE(caller, clCreatePipe, context, flags, packet_bytes, packets, none);
  if (made.handle == nullptr) return;
  caller.world.add(Kind::memory, made.handle, context);
  if (caller.random.chance(60)) watch(caller, made.handle);
}

void ask_pipe(Caller& caller) {
  const auto memory = caller.object<cl_mem>();
  caller.forget();  // most are buffers
  cl_uint answer = 0;
  size_t bytes = 0;
  const cl_pipe_info names[] = {CL_PIPE_PACKET_SIZE, CL_PIPE_MAX_PACKETS, CL_PIPE_PROPERTIES,
                                caller.random.below(9999)};
  FUZZ_CALL(caller, clGetPipeInfo, memory, caller.random.pick(names), sizeof answer,
            static_cast<void*>(&answer), &bytes);
}

void watch_memory(Caller& caller) {
  const auto memory = caller.object<cl_mem>();
  watch(caller, memory);
}

/// Holds what was mapped, by whichever thread; addresses that were unmapped stay in the list.
struct Mapped {
  std::mutex mutex;
  std::vector<std::pair<cl_mem, void*>> places;
};
Mapped& mapped() {
  static Mapped& all = *new Mapped;
  return all;
}

void map_buffer(Caller& caller) {
  Random& random = caller.random;
  const auto queue = caller.object<cl_command_queue>();
  void* context = context_of(caller, Kind::queue, queue);
  const auto memory = caller.object<cl_mem>(context);
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  const cl_map_flags flags[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
                                CL_MAP_WRITE_INVALIDATE_REGION, random.below(9)};
  const size_t offset = random.chance(50) ? 0 : random.below(128);
  const size_t size = random.chance(95) ? 1 + random.below(least_bytes) : random.next();
  const bool blocks = random.chance(20);
  if (blocks) caller.may_block();
  const auto made =
      FUZZ_CREATE(caller, clEnqueueMapBuffer, queue, memory, blocks ? CL_TRUE : CL_FALSE,
                  random.pick(flags), offset, size, after.count, after.list(), event.place());
  event.keep(made.handle != nullptr ? CL_SUCCESS : CL_MAP_FAILURE);
  if (made.handle == nullptr) return;
  const std::scoped_lock lock(mapped().mutex);
  if (mapped().places.size() > 50) mapped().places.clear();
  mapped().places.emplace_back(memory, made.handle);
}

void unmap(Caller& caller) {
  cl_mem memory = nullptr;
  void* place = reinterpret_cast<void*>(caller.random.next());
  if (caller.random.chance(80)) {
    const std::scoped_lock lock(mapped().mutex);
    if (!mapped().places.empty()) {
      // The mapping may be of an earlier seed, as long as the memory object is one of this.
      const auto& chosen = caller.random.pick(mapped().places);
      if (caller.world.find(Kind::memory, chosen.first) != nullptr) {
        std::tie(memory, place) = chosen;
      }
    }
  }
  if (memory == nullptr) memory = caller.object<cl_mem>();
  void* context = context_of(caller, Kind::memory, memory);
  const auto queue = caller.object<cl_command_queue>(context);
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  event.keep(FUZZ_CALL(caller, clEnqueueUnmapMemObject, queue, memory, place, after.count,
                       after.list(), event.place()));
}

void migrate(Caller& caller) {
  Random& random = caller.random;
  const auto queue = caller.object<cl_command_queue>();
  void* context = context_of(caller, Kind::queue, queue);
  cl_mem objects[3];
  const cl_uint count = 1 + random.below(3);
  for (cl_uint i = 0; i < count; ++i) objects[i] = caller.object<cl_mem>(context);
  const cl_mem_migration_flags flags = random.chance(95) ? random.below(4) : random.next();
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  const bool is_given = random.chance(95);
  if (!is_given) caller.must_fail();
  event.keep(FUZZ_CALL(caller, clEnqueueMigrateMemObjects, queue, is_given ? count : 0,
                       is_given ? objects : nullptr, flags, after.count, after.list(),
                       event.place()));
}

/// Many mappings of one buffer, by all threads at once.
void map_again(Caller& caller) {
  const auto queue = caller.object<cl_command_queue>();
  const void* context = context_of(caller, Kind::queue, queue);
  const auto memory = caller.object<cl_mem>(context);
  caller.forget();
  const cl_event* no_events = nullptr;
  cl_event* nowhere = nullptr;
  void* places[12] = {};
  for (void*& place : places) {
    place = FUZZ_CREATE(caller, clEnqueueMapBuffer, queue, memory, cl_bool{CL_FALSE},
                        cl_map_flags{CL_MAP_READ}, size_t{0}, size_t{8}, 0U, no_events, nowhere)
                .handle;
    if (place == nullptr) break;
  }
  for (void* place : places) {
    if (place == nullptr) break;
    // Any mapping at one address is as good as another, and each is given back once.
    const cl_int code =
        FUZZ_CALL(caller, clEnqueueUnmapMemObject, queue, memory, place, 0U, no_events, nowhere);
    if (code == CL_INVALID_VALUE) break;  // another thread has given it back
  }
}

constexpr Action actions[] = {
    {3, map_again}, {12, create_buffer}, {6, create_sub_buffer}, {2, watch_memory}, {5, map_buffer},
    {5, unmap},     {2, migrate},        {3, create_pipe},       {1, ask_pipe},
};

}  // namespace

std::span<const Action> memory_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
