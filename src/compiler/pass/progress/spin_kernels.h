// Finds the kernels of a program that may wait for other work-items, the host or another device:
// they, or functions they call, contain a spin loop (spin_loops.h).
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

namespace cleave::compiler::pass::progress {

using SpinKernels = llvm::DenseSet<const llvm::Function*>;

/// Returns these kernels. Requires canonical IR, which is not changed. Judges all kernels at once,
/// so that the module is copied once for all of them.
[[nodiscard]] SpinKernels find_spin_kernels(const llvm::Module& module);

}  // namespace cleave::compiler::pass::progress
