// Gives the lane intrinsics bodies: a work-item is a thread, a work-group a block.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::target::nvptx {

/// Requires a module for NVPTX whose kernels call nothing but intrinsics. Returns which of these
/// have no body here; an empty string if all have.
[[nodiscard]] std::string lower_lanes(llvm::Module& module);

}  // namespace cleave::compiler::target::nvptx
