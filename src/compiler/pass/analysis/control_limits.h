// Finds kernels whose control flow is too large to run under masks.
//
// Blocks of a predicated region each have a mask and run one after another: LLVM's promotion of
// variables, its uniformity analysis and its register allocator take time with the square of such a
// region. Lanes that run one after another need none of that.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace cleave::compiler::pass {

/// Why the lanes of a kernel have to run one after another, in words; empty: they can run together.
/// Precondition: the module holds the kernel and what it calls, and nothing calls itself.
[[nodiscard]] std::string reason_for_serial_lanes(llvm::Module& module);

}  // namespace cleave::compiler::pass
