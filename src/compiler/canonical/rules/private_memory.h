// Bounds the private variables of kernels, which lie on the stack of the thread that runs them.
// Counts what the code will take: it asks what the code asks (pass/lowering/choose_calls.h).
#pragma once

#include <string>
#include <vector>

#include "compiler/interface/facts.h"

namespace llvm {
class Module;
}

namespace cleave::compiler::canonical::rules {

/// Messages, a line each, for the kernels whose private variables no stack holds; empty: there is
/// none. Precondition: no recursion.
[[nodiscard]] std::string find_oversized(llvm::Module& module,
                                         const std::vector<interface::KernelFacts>& kernels);

}  // namespace cleave::compiler::canonical::rules
