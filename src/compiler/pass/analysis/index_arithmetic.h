// Says which instructions an index is computed by, so that its lanes may be neighbours.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

namespace cleave::compiler::pass::analysis {

/// Returns true for instructions that compute a number from numbers, without memory.
[[nodiscard]] bool is_arithmetic(const llvm::Instruction& instruction);

/// Returns true for an integer that is computed by such instructions from ids and from values that are the same in all
/// work-items, as `is_uniform` says.
[[nodiscard]] bool is_computed_from_ids(
    const llvm::Instruction& value, llvm::function_ref<bool(const llvm::Instruction&)> is_uniform);

}  // namespace cleave::compiler::pass::analysis
