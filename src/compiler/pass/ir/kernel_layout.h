// Lays out a kernel's static local variables and its arguments, for its facts and for its code
// alike.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace cleave::compiler::pass::ir {

/// Offsets into the argument block: values at their alignment, pointers at that of a pointer. The
/// literal of a block's kernel comes last, and its bytes are not counted.
struct ArgumentLayout {
  std::vector<uint32_t> offsets;  // one for each argument of the function
  uint32_t bytes = 0;
};
[[nodiscard]] ArgumentLayout layout_arguments(const llvm::Function& kernel);

/// The size of an argument in the block: of the aggregate for one passed by value, 8 for pointers
/// and images, 4 for samplers.
[[nodiscard]] uint32_t argument_bytes(const llvm::Argument& argument);
/// The alignment of an argument in the block.
[[nodiscard]] uint32_t argument_alignment(const llvm::Argument& argument);

/// Returns the functions with an instruction that uses the value, directly or in a constant.
[[nodiscard]] llvm::SetVector<llvm::Function*> functions_that_mention(const llvm::Value& value);

/// A static local variable, and its index among the module's.
using LocalVariable = std::pair<size_t, llvm::GlobalVariable*>;

/// Returns the variables of address space 3 that each function uses, directly or in constants but
/// not through calls, in the order of the module.
[[nodiscard]] llvm::DenseMap<const llvm::Function*, std::vector<LocalVariable>> local_variables(
    llvm::Module& module);

struct LocalMemory {
  uint64_t bytes = 0;
  uint32_t alignment = 1;  // the greatest of a variable
};
/// Lays the variables one after another, each at its alignment. Calls `place` (may be empty) with
/// each offset. Returns what they take.
LocalMemory layout_local_memory(
    llvm::ArrayRef<LocalVariable> variables,
    const std::function<void(llvm::GlobalVariable&, uint64_t offset)>& set_offset);

}  // namespace cleave::compiler::pass::ir
