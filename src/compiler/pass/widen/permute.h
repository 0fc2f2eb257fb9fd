// Emits permutations of lanes by indices that are known only at run time.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace cleave::compiler::pass {

/// Returns a vector whose element i is element indices[i] of `values`, unspecified where an index
/// is W or more. Both have W elements, W a power of 2. Emits one permutation if a register holds
/// all elements, several and selects if few registers do, else goes through memory.
[[nodiscard]] llvm::Value* emit_permute(llvm::IRBuilderBase& builder, llvm::Value* values,
                                        llvm::Value* indices);

}  // namespace cleave::compiler::pass
