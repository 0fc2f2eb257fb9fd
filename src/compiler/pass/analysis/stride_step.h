// Computes by how much a value grows with each step of a value that it is computed from: of an id,
// or of the number of a part.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instruction.h>

#include <optional>

namespace cleave::compiler::pass::analysis {

/// Returns the stride per step of a value without a look at its operands: 1 for the stepping value,
/// 0 for values that do not depend on it; nullopt: not known without its operands.
using KnownStride = llvm::function_ref<std::optional<int64_t>(const llvm::Value&)>;

/// Returns the stride per step of a value, in bytes for pointers, as if integers never wrapped
/// around; nullopt if it is unknown or not constant.
[[nodiscard]] std::optional<int64_t> stride_per_step(const llvm::Value& value, KnownStride known,
                                                     const llvm::DataLayout& layout);

}  // namespace cleave::compiler::pass::analysis
