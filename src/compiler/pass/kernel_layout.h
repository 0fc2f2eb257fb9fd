// Where a kernel's static local variables and its arguments lie: one answer for the facts of a
// kernel and for its code.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace cleave::compiler::pass {

/// Offsets into the argument block: values at their alignment, pointers at that of a pointer.
struct ArgumentLayout {
  std::vector<uint32_t> offsets;  // of each argument of the function
  uint32_t bytes = 0;
};
[[nodiscard]] ArgumentLayout layout_arguments(const llvm::Function& kernel);

/// The size of an argument in the block: of the aggregate for one passed by value, 8 for pointers.
[[nodiscard]] uint32_t argument_bytes(const llvm::Argument& argument);
/// Its alignment there.
[[nodiscard]] uint32_t argument_alignment(const llvm::Argument& argument);

/// One after another those variables of address space 3 that `is_used` says yes to, in the order of
/// the module, each at its alignment. `place` (may be empty) is told each offset. Gives the total.
uint64_t layout_local_memory(
    llvm::Module& module, const std::function<bool(const llvm::GlobalVariable&)>& is_used,
    const std::function<void(llvm::GlobalVariable&, uint64_t offset)>& place);

}  // namespace cleave::compiler::pass
