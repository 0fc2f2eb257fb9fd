// Tells for which kernels sub-groups make progress while others wait.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace cleave::compiler::canonical::facts {

/// Tells whether -cl-no-subgroup-ifp takes the progress of sub-groups from a kernel: not from one
/// whose sub-groups meet at a named barrier, which none would leave without it.
[[nodiscard]] bool forgoes_progress(const llvm::Function& kernel);

}  // namespace cleave::compiler::canonical::facts
