// Puts the operations of an expression of debug information in a row.
#pragma once

#include <optional>

#include "spirv/debug_candidates.h"

namespace cleave::spirv {

struct DebugOperations {
  std::vector<uint32_t> words;  // each operation's number and its operands
  uint32_t fragment_bits = 0;   // 0: it is of a whole variable
};

/// Returns the operations with these ids, without the address spaces of SPIR, which mean nothing to
/// debuggers of a processor; nothing: they are not offered.
[[nodiscard]] std::optional<DebugOperations> operations_in_a_row(const DebugCandidates& candidates,
                                                                 std::span<const Id> operations);

}  // namespace cleave::spirv
