// Defines the records of a PrintfRing, which generated code writes and the host reads.
#pragma once

#include <cstdint>

namespace cleave::compiler::interface {

/// Begins each record, 8-aligned. `bytes` counts the whole record, a multiple of 8.
struct PrintfRecord {
  uint32_t bytes;
  uint32_t argument_count;
  uint64_t format;  // address of the format string, valid while the program's code lives
};

/// The type of an argument, apart from its size.
enum class PrintfKind : uint16_t { integer = 0, floating = 1, pointer = 2 };

/// Begins each argument; its elements follow, padded to a multiple of 8 bytes.
struct PrintfArgument {
  PrintfKind kind;
  uint16_t element_bytes;
  uint32_t elements;  // 1 for a scalar; 3 for a vector of three
};

}  // namespace cleave::compiler::interface
