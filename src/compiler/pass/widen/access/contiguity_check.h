// Emits the check, at run time, that the lanes of an access lie beside each other.
#pragma once

#include "compiler/pass/analysis/runtime_contiguity.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass {

struct ContiguityCheck {
  llvm::Value* in_row = nullptr;  // i1: whether all lanes, also those that do not run, lie in a row
  llvm::Value* first = nullptr;   // i32: the index that lane 0 has then
};
[[nodiscard]] ContiguityCheck ask(llvm::IRBuilder<>& builder, WideValues& values,
                                  const ContiguityCandidate& question);

/// i32: what is added to the index of the question, and lane 0's own.
[[nodiscard]] llvm::Value* first_index(llvm::IRBuilder<>& builder, WideValues& values,
                                       llvm::Value* index, const ContiguityCandidate& question,
                                       llvm::Value* first);

}  // namespace cleave::compiler::pass
