// Emits the shuffles that interleave vectors and take interleaved vectors apart.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace cleave::compiler::pass::ir {

/// Returns the vector of all lanes' elements of a slot. `stretch` holds n vectors of W elements:
/// slots 0 to n - 1 of lane 0, then those of lane 1 and so on; nullptr: no element of that vector
/// is wanted.
[[nodiscard]] llvm::Value* deinterleave(llvm::IRBuilder<>& builder,
                                        const std::vector<llvm::Value*>& stretch, unsigned slot);

/// Returns the interleaved vectors, the inverse of deinterleave(). `slots` are vectors of W
/// elements, or nullptr for gaps.
[[nodiscard]] std::vector<llvm::Value*> interleave_members(llvm::IRBuilder<>& builder,
                                                           const std::vector<llvm::Value*>& slots);

}  // namespace cleave::compiler::pass::ir
