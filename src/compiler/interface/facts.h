// Kernel facts: what queries and launch checks need to know, fixed when a program is built.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cleave::compiler {

/// Private variables of a work-item, in bytes, that a program may ask for: they lie on a worker's
/// stack, which is several times as large.
inline constexpr uint64_t maximum_private_memory_size = uint64_t{16} << 20;

enum class ArgumentKind : uint8_t {
  value,             // copied into the argument block
  global_pointer,    // the address of a buffer, or null
  constant_pointer,  // likewise
  local_pointer,     // an offset from LaunchContext::local_memory, assigned at launch
};

/// One argument of a kernel.
struct ArgumentFacts {
  std::string name;
  std::string type_name;  // as the source spells it, typedefs kept
  ArgumentKind kind = ArgumentKind::value;
  cl_kernel_arg_address_qualifier address_qualifier = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  cl_kernel_arg_access_qualifier access_qualifier = CL_KERNEL_ARG_ACCESS_NONE;
  cl_kernel_arg_type_qualifier type_qualifiers = CL_KERNEL_ARG_TYPE_NONE;
  uint32_t size = 0;       // bytes that clSetKernelArg takes for a value; 8 for pointers
  uint32_t alignment = 1;  // of the value; for pointers of what they point to
  uint32_t offset = 0;     // into the argument block
  bool read_only = false;  // a pointer through which nothing is written (const or constant)
};

/// One kernel. No variant of its code changes any of this.
struct KernelFacts {
  std::string name;
  std::string attributes;  // as CL_KERNEL_ATTRIBUTES reports them
  std::vector<ArgumentFacts> arguments;
  uint32_t argument_block_size = 0;                       // bytes
  std::array<uint64_t, 3> required_work_group_size = {};  // zeros: none required
  std::array<uint64_t, 3> work_group_size_hint = {};      // zeros: no hint
  std::string vector_type_hint;                           // empty: no hint
  uint32_t required_sub_group_size = 0;                   // 0: none required
  uint32_t sub_group_size = 0;                            // W, lanes of a sub-group
  uint64_t local_memory_size = 0;                         // bytes of static local variables
  uint64_t private_memory_size = 0;                       // bytes of private variables a work-item
  uint64_t maximum_work_group_size = 0;                   // work-items
  bool prints = false;                                    // needs a PrintfRing
  bool may_wait = false;  // has a loop that may wait for other work-items (design, step 6)
};

}  // namespace cleave::compiler
