// Finds the pointers in values that a kernel is given, as those of a kernel object of SYCL.
#pragma once

#include <llvm/IR/Argument.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace cleave::compiler::pass::ir {

/// A pointer at a fixed location in a value that is passed to a kernel, and that it only reads.
struct ValuePointer {
  const llvm::Argument* argument;
  uint64_t offset;  // in the value; a multiple of eight

  /// Returns the number by which LaunchShape::streamed_arguments knows the pointer: behind those of
  /// the kernel's arguments, one for every eight bytes of the argument block.
  [[nodiscard]] static uint32_t number(size_t arguments, uint32_t offset_in_block) {
    return static_cast<uint32_t>(arguments + offset_in_block / sizeof(uint64_t));
  }
};

/// Returns the pointer to global memory that is loaded; nullopt: it is something else, or from
/// elsewhere.
[[nodiscard]] std::optional<ValuePointer> value_pointer(const llvm::LoadInst& load);

/// KernelFacts::pointers_in_values.
[[nodiscard]] std::vector<uint32_t> pointers_in_values(const llvm::Function& kernel);

}  // namespace cleave::compiler::pass::ir
