// Cuts kernel modules out of a program's canonical module: what the code of each kernel is made of
// (docs/decisions/0023-code-targets.md).
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/interface/compiler.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical {

/// Cuts a canonical module that has `bytes` of bitcode. It is the same program afterwards, in another
/// order and without the names of values in functions. What is cut holds kernels and all functions
/// and variables that they come to, in their order in the program, and its bytes depend on nothing
/// else of it.
/// A kernel with more than 16 KiB of code has one for itself; others share some, since each module
/// has 4 KiB of LLVM's own names. Kernels that come to most of the program have none; nor have
/// those behind the first where modules share so much that they would have more than twice the
/// program's bytes.
[[nodiscard]] interface::KernelModules cut_kernels(
    llvm::Module& module, size_t bytes, const std::vector<interface::KernelFacts>& kernels);

}  // namespace cleave::compiler::canonical
