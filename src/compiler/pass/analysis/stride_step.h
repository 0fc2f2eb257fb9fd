// By how much a value grows with each step of something that it is computed from: an id, or the
// number of a sub-group of those that run together.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instruction.h>

#include <optional>

namespace cleave::compiler::pass {

/// Answers for a value without looking at its operands: 1 for what steps, 0 for what does not
/// change with it; nothing: look on.
using KnownGrowth = llvm::function_ref<std::optional<int64_t>(const llvm::Value&)>;

/// In bytes for pointers; as if integers never wrapped around. Nothing: not known, or not constant.
[[nodiscard]] std::optional<int64_t> growth(const llvm::Value& value, KnownGrowth known,
                                            const llvm::DataLayout& layout);

}  // namespace cleave::compiler::pass
