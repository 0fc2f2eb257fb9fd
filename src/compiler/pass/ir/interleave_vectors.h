// Vectors whose elements take turns, taken apart and put together by shuffles.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace cleave::compiler::pass {

/// `stretch`: n vectors of W elements that hold, one after another, slots 0 to n - 1 of lane 0,
/// those of lane 1 and so on; null: nobody wants what it holds. The vector of all lanes' elements
/// of a slot.
[[nodiscard]] llvm::Value* deinterleave(llvm::IRBuilder<>& builder,
                                        const std::vector<llvm::Value*>& stretch, unsigned slot);

/// The opposite: `slots` are vectors of W elements, or null for what is nobody's.
[[nodiscard]] std::vector<llvm::Value*> interleave_members(llvm::IRBuilder<>& builder,
                                                           const std::vector<llvm::Value*>& slots);

}  // namespace cleave::compiler::pass
