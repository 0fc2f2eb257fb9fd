// Defines the data that the back end passes to generated code: plain structs, shared by the
// compiler and the back ends.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cleave::compiler::interface {

/// The buffer of the printf records of one launch; the host drains it. A record is {u32 bytes, u32
/// arguments, u64 format address} and then per argument {u16 kind, u16 element bytes, u32 elements,
/// payload padded to 8}, see pass/lowering/lower_printf.h. Writers reserve space by an atomic add
/// on `used`, as in a lock-free bump allocator; a reservation that ends beyond `capacity` is not
/// written and counts in `dropped`. The host reads after the launch has ended.
struct PrintfRing {
  uint64_t used;
  uint64_t capacity;
  uint64_t dropped;
  uint64_t reserved;
  std::byte* data;
};

struct LaunchContext;

/// Progress of a region's sub-group loop. Header of a struct that generated code allocates.
struct SubGroupWalk {
  uint32_t left;  // sub-groups that have not begun
};

/// Callbacks and state by which sub-groups that wait yield to others. Set by SubGroupScheduler for
/// kernels that may wait; empty and unused for all others.
struct ForwardProgress {
  /// A spin loop yields when (iterations & yield_mask) == yield_mask.
  uint64_t yield_mask;
  /// Called by a sub-group that waits: resumes or starts other sub-groups of the work-group.
  /// Returns when the scheduler resumes this one.
  void (*yield)(LaunchContext* context);
  /// Called when all sub-groups have begun while some run on stacks of their own: returns when they
  /// have ended.
  void (*finish)(LaunchContext* context);
  uint64_t on_other_stacks;  // sub-groups of the work-group that have begun and not ended there
  /// Runs the sub-groups of the running region that have not begun. Set by generated code.
  void (*run_rest)(SubGroupWalk* walk);
  SubGroupWalk* walk;
  void* scheduler;  // for the two functions above
};

/// Bytes at [begin, begin + bytes).
struct MemoryRange {
  const std::byte* begin;
  uint64_t bytes;
};

/// Local and private memory, by which code tells where a generic pointer leads: what lies in none
/// of these ranges is global.
struct AddressSpaces {
  MemoryRange local;         // the work-group's
  MemoryRange stack;         // on which the worker runs work-groups
  MemoryRange frames;        // the other field of the name, with its size
  MemoryRange other_stacks;  // stacks of sub-groups that wait; empty if none may
};

/// Work-items of a child, as ndrange_t of the language has them.
struct BlockRange {
  uint32_t dimensions;
  uint64_t offset[3];
  uint64_t global_size[3];
  uint64_t local_size[3];  // 0: the driver chooses
};
static_assert(sizeof(BlockRange) == 80);

/// How a block's literal begins; what it captures follows.
struct BlockLiteral {
  uint32_t bytes;      // the literal's size, this included
  uint32_t alignment;  // a power of two
  const void* unused;
};
static_assert(sizeof(BlockLiteral) == 16);

/// The functions of the driver that code of kernels calls which use queues on the device.
struct DriverCalls {
#define CLEAVE_DRIVER_CALL(name, result, parameters) result(*name) parameters;
#include "compiler/interface/driver_calls.def"
};

/// The one explicit argument of generated code. There is no thread-local state beside it.
/// The upper part is the same for all work-groups of a launch; the lower part belongs to the
/// worker, which changes `group_id` and `local_size` from one work-group to the next. Passes take
/// the offsets of the fields from this header, with offsetof.
struct LaunchContext {
  // The same for all work-groups of the launch:
  uint64_t work_dimensions;
  uint64_t global_size[3];          // work-items; 1 in unused dimensions
  uint64_t global_offset[3];        // 0 in unused dimensions
  uint64_t enqueued_local_size[3];  // as the launch asked for; 1 in unused dimensions
  uint64_t group_count[3];
  const std::byte* arguments;  // the argument block, laid out by KernelFacts
  std::byte* program_scope;    // storage of program-scope variables on this root device
  PrintfRing* printf_ring;     // null when the kernel does not print
  // Different for each work-group:
  uint64_t group_id[3];
  uint64_t local_size[3];   // smaller than enqueued_local_size in trailing work-groups
  std::byte* local_memory;  // static local variables first, then the local arguments
  std::byte* frames;        // values live across barriers: frame_bytes_per_item for each work-item
  // The tail, for code that calls the driver back: fields that are added here move no others.
  ForwardProgress progress;
  AddressSpaces spaces;
  const DriverCalls* driver_calls;  // null where the kernel uses no queues on the device
  void* device_queues;              // for these functions
};

// Kernels read and write a LaunchContext, and were compiled at another time by another compiler: a
// field that moves is another interface.
static_assert(offsetof(LaunchContext, global_size) == 8);
static_assert(offsetof(LaunchContext, global_offset) == 32);
static_assert(offsetof(LaunchContext, enqueued_local_size) == 56);
static_assert(offsetof(LaunchContext, group_count) == 80);
static_assert(offsetof(LaunchContext, arguments) == 104);
static_assert(offsetof(LaunchContext, program_scope) == 112);
static_assert(offsetof(LaunchContext, printf_ring) == 120);
static_assert(offsetof(LaunchContext, group_id) == 128);
static_assert(offsetof(LaunchContext, local_size) == 152);
static_assert(offsetof(LaunchContext, local_memory) == 176);
static_assert(offsetof(LaunchContext, frames) == 184);
static_assert(offsetof(LaunchContext, progress) == 192);
static_assert(offsetof(LaunchContext, spaces) == 192 + sizeof(ForwardProgress));
static_assert(offsetof(LaunchContext, driver_calls) ==
              192 + sizeof(ForwardProgress) + sizeof(AddressSpaces));
static_assert(sizeof(LaunchContext) == 192 + sizeof(ForwardProgress) + sizeof(AddressSpaces) + 16);

/// Runs one work-group. Preconditions: `context` is filled in, `local_memory` and `frames` are
/// aligned to 128 bytes and as large as the facts and the code say.
using KernelEntry = void (*)(LaunchContext* context);

}  // namespace cleave::compiler::interface
