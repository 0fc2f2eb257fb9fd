// Emits the run-time check that the lanes of an access are contiguous, once in a block.
#pragma once

#include <map>

#include "compiler/pass/analysis/runtime_contiguity.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass {

struct ContiguityCheck {
  llvm::Value* is_contiguous = nullptr;  // i1: of all lanes, also of those that do not run
  llvm::Value* first = nullptr;          // i32: the index that lane 0 has then
};

/// The checks of the current block, by index and part.
class ContiguityChecks {
 public:
  ContiguityChecks(llvm::IRBuilder<>& builder, WideValues& values)
      : builder_(builder), values_(values) {}

  /// Returns the check for an access in `block` of the lane function; emits it unless the block has
  /// it already.
  [[nodiscard]] ContiguityCheck check(const ContiguityCandidate& candidate,
                                      const llvm::BasicBlock& block);
  /// Forgets all checks: code follows that the last emitted code does not dominate.
  void forget() { checks_.clear(); }
  /// Returns lane 0's value of an index if the lanes are contiguous, an i32: `first` of the check
  /// plus the addend that separates `index` from the candidate's.
  [[nodiscard]] llvm::Value* first_index(llvm::Value* index, const ContiguityCandidate& candidate,
                                         const ContiguityCheck& check);

 private:
  [[nodiscard]] ContiguityCheck emit(const ContiguityCandidate& candidate);

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  const llvm::BasicBlock* block_ = nullptr;
  std::map<std::pair<const llvm::Value*, unsigned>, ContiguityCheck> checks_;
};

}  // namespace cleave::compiler::pass
