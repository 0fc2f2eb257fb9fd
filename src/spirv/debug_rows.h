// Looks up what debug_info.def says of the instructions for debugging.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "spirv/debug_info.h"

namespace cleave::spirv {

/// Kinds of operands of an instruction for debugging, which debug_info.def explains.
enum class DebugOperand : uint8_t {
  text,
  number,
  size,
  source,
  scope,
  inlined,
  variable,
  expression,
  operation,
  type,
  object,
  count,
  any,
  value,
  enumerator,
};

/// An element of the pattern of the operands.
struct DebugTerm {
  DebugOperand kind{};
  bool may_be_missing = false;
  bool is_repeated = false;
  bool is_kept = true;
  bool is_in_opencl = true;  // in OpenCL.DebugInfo.100
  bool is_in_shader = true;  // in the other sets
};

struct DebugRow {
  static constexpr size_t most_terms = 12;

  std::string_view name;
  DebugOp op{};
  bool is_read = false;
  uint8_t count = 0;
  std::array<DebugTerm, most_terms> operands{};

  [[nodiscard]] std::span<const DebugTerm> terms() const {
    return std::span(operands).first(count);
  }
};

/// Returns the row of an instruction; nullptr: the table has none.
[[nodiscard]] const DebugRow* debug_row(uint32_t number);
/// Returns what messages call an operand: "type".
[[nodiscard]] std::string_view name_of(DebugOperand kind);

}  // namespace cleave::spirv
