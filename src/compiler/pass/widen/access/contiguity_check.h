// Emits the run-time check that the lanes of an access are contiguous.
#pragma once

#include "compiler/pass/analysis/runtime_contiguity.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass {

struct ContiguityCheck {
  llvm::Value* in_row =
      nullptr;                   // i1: true if all lanes are contiguous, also those that do not run
  llvm::Value* first = nullptr;  // i32: the index that lane 0 has then
};
[[nodiscard]] ContiguityCheck ask(llvm::IRBuilder<>& builder, WideValues& values,
                                  const ContiguityCandidate& question);

/// Returns lane 0's index of a contiguous access, an i32: `first` of the check plus the addend that
/// separates `index` from the candidate's.
[[nodiscard]] llvm::Value* first_index(llvm::IRBuilder<>& builder, WideValues& values,
                                       llvm::Value* index, const ContiguityCandidate& question,
                                       llvm::Value* first);

}  // namespace cleave::compiler::pass
