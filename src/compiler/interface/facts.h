// Defines kernel facts: what queries and launch checks need to know, fixed when a program is built.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/interface/target_facts.h"

namespace cleave::compiler::interface {

/// Private variables of a work-item, in bytes, that a program may ask for at once: those of all
/// lanes of a sub-group lie on one stack (canonical/rules/private_memory.h).
inline constexpr uint64_t maximum_private_memory_size = uint64_t{16} << 20;

/// The sizes of sub-groups that kernels may require, on every instruction set:
/// CL_DEVICE_SUB_GROUP_SIZES_INTEL.
inline constexpr std::array<uint32_t, 5> sub_group_sizes = {4, 8, 16, 32, 64};

enum class ArgumentKind : uint8_t {
  value,             // copied into the argument block
  global_pointer,    // the address of a buffer, or null
  constant_pointer,  // as global_pointer
  local_pointer,     // an offset from LaunchContext::local_memory, assigned at launch
  pipe,              // the address of a pipe's memory (builtins/pipe_memory.h)
  image,             // the address of an image's descriptor (builtins/image_memory.h)
  sampler,           // the 32 bits of a sampler (builtins/image_memory.h)
  queue,             // the address of a queue on the device
  literal,           // a block's: the end of the argument block, as long as the literal is
};

/// One argument of a kernel.
struct ArgumentFacts {
  std::string name;
  std::string type_name;  // as the source spells it, typedefs kept
  ArgumentKind kind = ArgumentKind::value;
  cl_kernel_arg_address_qualifier address_qualifier = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  cl_kernel_arg_access_qualifier access_qualifier = CL_KERNEL_ARG_ACCESS_NONE;
  cl_kernel_arg_type_qualifier type_qualifiers = CL_KERNEL_ARG_TYPE_NONE;
  cl_mem_object_type image_type = 0;  // CL_MEM_OBJECT_IMAGE2D …; 0: not an image
  bool is_depth = false;              // for images: the type is one of depth images
  uint32_t size = 0;                  // bytes that clSetKernelArg takes for a value; 8 for pointers
  uint32_t alignment = 1;             // the value's; for pointers, the pointee's
  uint32_t offset = 0;                // into the argument block
  bool read_only = false;  // a pointer through which nothing is written (const or constant)
};

/// Says who runs a kernel. Only kernels that the application launches have names that it sees.
enum class KernelRole : uint8_t {
  launched,    // the application
  block,       // kernels, which enqueue it
  constructs,  // the driver, one work-item, before the first kernel: makes the objects at program
               // scope
  destroys,    // the driver, one work-item, after the last kernel: ends them
};

/// One kernel. No variant of its code changes any of this. All but `of_target` means the same for every target.
struct KernelFacts {
  std::string name;
  std::string attributes;  // as CL_KERNEL_ATTRIBUTES reports them
  std::vector<ArgumentFacts> arguments;
  uint32_t argument_block_size = 0;                       // bytes
  std::array<uint64_t, 3> required_work_group_size = {};  // zeros: none required
  std::array<uint64_t, 3> work_group_size_hint = {};      // zeros: no hint
  std::string vector_type_hint;                           // empty: no hint
  uint32_t required_sub_group_size = 0;                   // 0: none required
  uint32_t required_sub_group_count = 0;  // sub-groups of a work-group; 0: none required
  uint32_t sub_group_size = 0;            // W, lanes of a sub-group
  uint64_t local_memory_size = 0;         // bytes of static local variables
  uint32_t local_memory_alignment = 1;    // the largest of these variables, a power of two
  uint64_t private_memory_size = 0;       // bytes of private variables a work-item has at once
  uint64_t maximum_work_group_size = 0;   // work-items
  bool prints = false;                    // needs a PrintfRing
  bool may_wait = false;  // has a loop that may wait for other work-items, the host or a device
  // Reaches memory by other pointers that it loads from memory, gets in structures or makes of integers,
  // which may be any of the host's.
  bool follows_pointers = false;
  // It stores to memory in loops and has several pointers: code of launches in which these lead to
  // distinct objects may be faster (LaunchShape::distinct_objects).
  bool gains_by_distinct_objects = false;
  // Offsets into the argument block of pointers in values through which the kernel reaches memory,
  // as those of a kernel object of SYCL: the launch looks these up as it does arguments. Of a block:
  // of pointers that it captures from the kernel which enqueues it, in its literal. Eight bytes
  // each, ascending, inside a value.
  std::vector<uint32_t> pointers_in_values;
  TargetFacts of_target;
  KernelRole role = KernelRole::launched;
  // Asks for queues, events or kernels of the device, or enqueues some.
  bool uses_device_queues = false;
  // The blocks that it enqueues, those that they enqueue, and so on: indices of the program's
  // kernels, ascending.
  std::vector<uint32_t> blocks;
};

/// Bytes of one program-scope variable in the global address space, and the most that it may be
/// aligned to: CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE.
inline constexpr uint64_t maximum_program_variable_size = uint64_t{64} << 10;

/// All such variables of a program together: more than any has, and small enough to be had.
inline constexpr uint64_t maximum_program_scope_size = uint64_t{1} << 30;

/// The program-scope variables of the global address space, and what else must have one address for
/// the whole program: one piece of memory on each root device, with these contents before the first
/// kernel runs.
struct ProgramScope {
  /// Eight bytes at `offset` that hold the address of the byte at `target`, at most `size`.
  struct InitialPointer {
    uint64_t offset;
    uint64_t target;
  };
  uint64_t size = 0;
  uint64_t alignment = 128;        // that of long16, or more if the program asks for it
  std::vector<std::byte> initial;  // the first bytes; the rest are zeros
  std::vector<InitialPointer> pointers;
};

/// Returns true if the facts do not contradict themselves: all arguments are inside the argument
/// block, as code expects them, and no number makes a launch overflow. Facts read from a file are
/// used only if they are consistent, whatever else was checked.
[[nodiscard]] bool is_consistent(const KernelFacts& kernel);
/// Returns true if contents and pointers of the program-scope variables are inside their memory.
[[nodiscard]] bool is_consistent(const ProgramScope& scope);
/// Returns true if all facts of a program of this type are consistent.
[[nodiscard]] bool is_consistent(cl_program_binary_type type,
                                 const std::vector<KernelFacts>& kernels,
                                 const ProgramScope& scope);

}  // namespace cleave::compiler::interface
