// Cuts kernel modules out of a program's canonical module: what the code of each kernel is made of
// (docs/decisions/0023-code-targets.md).
#pragma once

#include <vector>

#include "compiler/interface/compiler.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical {

/// Cuts a canonical module, which is the same program afterwards, in another order and without the
/// names of values in functions. What is cut holds kernels and all functions and variables that
/// they come to, in their order in the program, and its bytes depend on nothing else of it. A
/// kernel with more than 800 instructions has a module for itself; others share some. Programs of
/// fewer than 1,600 have none. Nor have kernels that come to most of the program, and those behind
/// the first where modules share so much that they would have more than twice its instructions.
[[nodiscard]] interface::KernelModules cut_kernels(
    llvm::Module& module, const std::vector<interface::KernelFacts>& kernels);

}  // namespace cleave::compiler::canonical
