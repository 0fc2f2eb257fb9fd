// Emits permutations of lanes by indices that are known only at run time.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace cleave::compiler::pass::widen {

/// Returns a vector of as many elements as there are indices, whose element i is element indices[i]
/// of `values`, unspecified where there is none. Both counts are powers of 2, and there are at
/// least as many values. Emits one permutation if a register holds all elements, or two do, several
/// and selects if few registers do, else goes through memory.
[[nodiscard]] llvm::Value* emit_permute(llvm::IRBuilderBase& builder, llvm::Value* values,
                                        llvm::Value* indices);

}  // namespace cleave::compiler::pass::widen
