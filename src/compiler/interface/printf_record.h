// What a kernel's printf leaves in the PrintfRing: one record a call, written by generated code and
// formatted by the host when the launch has ended.
#pragma once

#include <cstdint>

namespace cleave::compiler {

/// What an argument was in the source. Scalars come after the default promotions, elements of
/// vectors as they are.
enum class PrintfKind : uint16_t {
  integer = 0,   // two's complement, `element_bytes` wide
  floating = 1,  // half, float or double, `element_bytes` wide
  string = 2,    // the address of a constant string, 8 bytes
  pointer = 3,   // 8 bytes
};

/// Begins a record; `arguments` times a PrintfArgument with its payload follows.
struct PrintfRecord {
  uint32_t bytes;      // of the record with all that follows; a multiple of 8
  uint32_t arguments;  // how many
  uint64_t format;     // the address of the format string, in constants of the program
};

/// Begins an argument; `elements * element_bytes` bytes follow, padded to a multiple of 8.
struct PrintfArgument {
  PrintfKind kind;
  uint16_t element_bytes;
  uint32_t elements;  // 1: a scalar; else 2, 3, 4, 8 or 16 (a vector of 3 has 3)
};

static_assert(sizeof(PrintfRecord) == 16 && sizeof(PrintfArgument) == 8);

}  // namespace cleave::compiler
