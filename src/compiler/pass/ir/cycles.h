// Finds out whether a function repeats anything.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace cleave::compiler::pass::ir {

/// Returns true if control flow may come to a block of the function again: loops, also those with
/// several entries.
[[nodiscard]] bool has_cycle(const llvm::Function& function);

}  // namespace cleave::compiler::pass::ir
