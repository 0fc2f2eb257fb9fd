// Lanes that take each other's values, by indices that are known when the kernel runs.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace cleave::compiler::pass {

/// Element i of the result is element indices[i] of `values`, both of W elements, W a power of 2;
/// anything where an index is W or more. A permutation of registers: one where a register holds
/// all, several and selects where few do, through memory where that would take long.
[[nodiscard]] llvm::Value* emit_permute(llvm::IRBuilderBase& builder, llvm::Value* values,
                                        llvm::Value* indices);

}  // namespace cleave::compiler::pass
