// Widens instructions that compute each lane's result from that lane's operands, without memory.
#pragma once

#include "compiler/pass/widen/jammed_parts.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen {

/// Tells whether the instruction is a division that traps with some operands, as lanes that do not
/// run may have them.
[[nodiscard]] bool may_trap(const llvm::Instruction& instruction);

/// Widens arithmetic, comparisons, casts, addresses and accesses to elements of vectors for the
/// part that `values` has selected. Serialises what has no vector form. `mask`: the lanes that run;
/// nullptr: all of them.
void widen_elementwise(llvm::Instruction& instruction, llvm::Value* mask,
                       llvm::IRBuilder<>& builder, WideValues& values, EmptyParts& empty_parts);

}  // namespace cleave::compiler::pass::widen
