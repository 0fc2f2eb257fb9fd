// Finds kernels whose control flow is too large for masks, which take codegen mode scalar.
//
// Each block of a predicated region has a mask, and the blocks are linearised. LLVM's promotion of
// variables, uniformity analysis and register allocator take time quadratic in the size of such a
// region. Codegen mode scalar has no predicated regions.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace cleave::compiler::pass::analysis {

/// Returns, in words, why a kernel must take codegen mode scalar; empty if it can take vector.
/// Requires: the module holds the kernel and what it calls, without recursion.
[[nodiscard]] std::string reason_for_serial_lanes(llvm::Module& module);

}  // namespace cleave::compiler::pass::analysis
