// Finds pointers that a block captures from the kernel that enqueues it.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <cstdint>
#include <vector>

namespace llvm {
class Function;
class LoadInst;
}  // namespace llvm

namespace cleave::compiler::canonical::dataflow {

using CapturedPointers = llvm::SmallPtrSet<const llvm::LoadInst*, 8>;

/// Returns the loads from the literal of a block's kernel that give a pointer which every function
/// that enqueues the block stored there from pointers of its own: it is as well known as a pointer
/// argument of the kernel would be. `functions` make up the kernel, which comes first; there are
/// none of another kernel.
/// Conservative: of literals that are written in other ways than clang's nothing is captured.
[[nodiscard]] CapturedPointers captured_pointers(
    const std::vector<const llvm::Function*>& functions);

/// Returns the offsets in the literal of those of them that point to global memory, ascending, each
/// once and a multiple of eight.
[[nodiscard]] std::vector<uint32_t> captured_offsets(
    const std::vector<const llvm::Function*>& functions);

}  // namespace cleave::compiler::canonical::dataflow
