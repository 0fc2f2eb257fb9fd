// Finds kernels whose work is on bytes and half words, of which a register holds four or two times
// as many as of words.
#pragma once

#include <vector>

namespace llvm {
class Function;
}  // namespace llvm

namespace cleave::compiler::canonical::facts {

/// Returns true if most of what a kernel loads and stores, as often as its loops nest, are integers
/// of 8 or 16 bits, and sub-groups of more lanes are no loss: the kernel has no local memory, whose
/// rows would be parted, computes little in floating point, and no loop of it ends by what it loads,
/// since all lanes would wait for the last one. `functions` are the kernel and all that it calls, in
/// canonical IR.
[[nodiscard]] bool works_on_narrow_elements(const std::vector<const llvm::Function*>& functions);

}  // namespace cleave::compiler::canonical::facts
