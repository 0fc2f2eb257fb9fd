// Reads, writes, copies, fills and rectangles: 5.2. What the shared buffers hold is nobody's
// business: their threads write as they like.
#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

constexpr size_t host_bytes = 16384;

/// Two buffers of one queue's context, a wait list and a place for the event.
struct Command {
  explicit Command(Caller& caller)
      : queue(caller.object<cl_command_queue>()),
        context(context_of(caller, Kind::queue, queue)),
        memory(caller.object<cl_mem>(context)),
        after(caller, context),
        event(caller, context),
        blocks(caller.random.chance(25)) {
    must_be_of(caller, context, Kind::memory, memory);
    if (blocks) caller.may_block();
  }
  cl_command_queue queue;
  void* context;
  cl_mem memory;
  WaitList after;
  EventPlace event;
  bool blocks;
};

size_t offset(Random& random) {
  if (random.chance(4)) return random.next();
  return random.chance(40) ? 0 : random.below(2048);
}

size_t bytes(Random& random) {
  if (random.chance(4)) return SIZE_MAX - random.below(3000);
  return random.chance(10) ? random.below(4096) : random.below(80);
}

void read_or_write(Caller& caller) {
  Command command(caller);
  const size_t from = offset(caller.random);
  const size_t size = bytes(caller.random);
  const bool has_host = caller.random.chance(96);
  if (!has_host) caller.must_fail();
  // More than fits in any buffer is refused before the memory of the host is looked at.
  std::byte* host = has_host ? caller.world.host_memory(size < host_bytes ? size + 1 : 1) : nullptr;
  const cl_bool blocks = command.blocks ? CL_TRUE : CL_FALSE;
  if (caller.random.chance(50)) {
    command.event.keep(FUZZ_CALL(caller, clEnqueueReadBuffer, command.queue, command.memory, blocks,
                                 from, size, host, command.after.count, command.after.list(),
                                 command.event.place()));
  } else {
    command.event.keep(FUZZ_CALL(caller, clEnqueueWriteBuffer, command.queue, command.memory,
                                 blocks, from, size, host, command.after.count,
                                 command.after.list(), command.event.place()));
  }
}

void copy(Caller& caller) {
  Command command(caller);
  const auto to = caller.object<cl_mem>(command.context);
  must_be_of(caller, command.context, Kind::memory, to);
  const size_t from_offset = offset(caller.random);
  const size_t to_offset = offset(caller.random);
  const size_t size = bytes(caller.random);
  command.event.keep(FUZZ_CALL(caller, clEnqueueCopyBuffer, command.queue, command.memory, to,
                               from_offset, to_offset, size, command.after.count,
                               command.after.list(), command.event.place()));
}

void fill(Caller& caller) {
  Command command(caller);
  Random& random = caller.random;
  const std::byte pattern[256] = {};
  const size_t pattern_bytes = random.chance(80) ? size_t{1} << random.below(9) : random.below(256);
  const size_t from = random.below(4) * pattern_bytes + (random.chance(10) ? 1 : 0);
  const size_t size = random.chance(90) ? random.below(5) * pattern_bytes : bytes(random);
  const bool has_pattern = random.chance(96);
  if (!has_pattern) caller.must_fail();
  command.event.keep(FUZZ_CALL(caller, clEnqueueFillBuffer, command.queue, command.memory,
                               has_pattern ? static_cast<const void*>(pattern) : nullptr,
                               pattern_bytes, from, size, command.after.count, command.after.list(),
                               command.event.place()));
}

/// Says where a rectangle lies: small numbers, seldom one that overflows.
struct Box {
  explicit Box(Random& random) {
    for (size_t& at : origin) at = random.chance(60) ? 0 : random.below(20);
    if (random.chance(50)) row_pitch = random.below(40);
    if (random.chance(40)) slice_pitch = random.below(200);
    if (random.chance(4)) origin[random.below(3)] = random.next();
    if (random.chance(3)) row_pitch = random.next();
    if (random.chance(3)) slice_pitch = random.next();
  }
  size_t origin[3];
  size_t row_pitch = 0;
  size_t slice_pitch = 0;
};

struct Region {
  explicit Region(Random& random)
      : size{1 + random.below(16), 1 + random.below(4), 1 + random.below(3)} {
    if (random.chance(5)) size[random.below(3)] = 0;
    if (random.chance(3)) size[random.below(3)] = random.next();
  }
  size_t size[3];
};

/// Memory of the host that holds the rectangle; with the numbers above, unless one is absurd. What
/// is absurd for the host is given as something that is refused for the buffer too.
std::byte* host_for(Caller& caller, Box& host, const Region& region) {
  const bool is_small = std::ranges::all_of(host.origin, [](size_t at) { return at < 64; }) &&
                        std::ranges::all_of(region.size, [](size_t n) { return n < 64; }) &&
                        host.row_pitch < 64 && host.slice_pitch < 256;
  if (!is_small) host = Box(caller.random);
  const bool is_small_now = std::ranges::all_of(host.origin, [](size_t at) { return at < 64; }) &&
                            host.row_pitch < 64 && host.slice_pitch < 256;
  return is_small_now ? caller.world.host_memory(65536) : nullptr;
}

void rect_transfer(Caller& caller) {
  Command command(caller);
  const Box box(caller.random);
  Box host(caller.random);
  const Region region(caller.random);
  std::byte* memory = host_for(caller, host, region);
  if (memory == nullptr || caller.random.chance(3)) memory = nullptr;
  if (memory == nullptr) caller.must_fail();
  const auto function = caller.random.chance(50);
  const cl_bool blocks = command.blocks ? CL_TRUE : CL_FALSE;
  const size_t* origin = caller.random.chance(97) ? box.origin : nullptr;
  if (origin == nullptr) caller.must_fail();
  if (function) {
    command.event.keep(FUZZ_CALL(caller, clEnqueueReadBufferRect, command.queue, command.memory,
                                 blocks, origin, host.origin, region.size, box.row_pitch,
                                 box.slice_pitch, host.row_pitch, host.slice_pitch, memory,
                                 command.after.count, command.after.list(), command.event.place()));
  } else {
    command.event.keep(FUZZ_CALL(caller, clEnqueueWriteBufferRect, command.queue, command.memory,
                                 blocks, origin, host.origin, region.size, box.row_pitch,
                                 box.slice_pitch, host.row_pitch, host.slice_pitch, memory,
                                 command.after.count, command.after.list(), command.event.place()));
  }
}

void rect_copy(Caller& caller) {
  Command command(caller);
  const auto to = caller.object<cl_mem>(command.context);
  must_be_of(caller, command.context, Kind::memory, to);
  const Box from_box(caller.random);
  const Box to_box(caller.random);
  const Region region(caller.random);
  command.event.keep(FUZZ_CALL(caller, clEnqueueCopyBufferRect, command.queue, command.memory, to,
                               from_box.origin, to_box.origin, region.size, from_box.row_pitch,
                               from_box.slice_pitch, to_box.row_pitch, to_box.slice_pitch,
                               command.after.count, command.after.list(), command.event.place()));
}

constexpr Action actions[] = {
    {9, read_or_write}, {5, copy}, {4, fill}, {4, rect_transfer}, {3, rect_copy},
};

}  // namespace

std::span<const Action> transfer_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
