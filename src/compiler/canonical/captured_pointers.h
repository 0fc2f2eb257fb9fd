// Finds the pointers of blocks that kernels have captured which enqueue them.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

namespace llvm {
class Function;
class LoadInst;
}  // namespace llvm

namespace cleave::compiler::canonical {

using CapturedPointers = llvm::SmallPtrSet<const llvm::LoadInst*, 8>;

/// Returns the loads from the literal of a block's kernel that give what all who enqueue the block
/// have stored there as a pointer of their own: as well known as the kernel's arguments would be.
/// `functions` make up the kernel, which comes first; there are none of another kernel.
/// Conservative: of literals that are written in other ways than clang's nothing is captured.
[[nodiscard]] CapturedPointers captured_pointers(
    const std::vector<const llvm::Function*>& functions);

}  // namespace cleave::compiler::canonical
