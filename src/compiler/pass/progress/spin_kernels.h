// Finds the kernels of a program that may wait for other work-items, the host or another device:
// they, or what they call, have a waiting loop (spin_loops.h).
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

namespace cleave::compiler::pass {

using WaitingKernels = llvm::DenseSet<const llvm::Function*>;

/// Requires canonical IR, which stays as it is. All kernels are judged at once: copies of the
/// module are made once for all of them.
[[nodiscard]] WaitingKernels find_waiting_kernels(const llvm::Module& module);

}  // namespace cleave::compiler::pass
