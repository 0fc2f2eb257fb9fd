// Emits the run-time checks that the lanes of an access are contiguous, or near each other, once in
// a block.
#pragma once

#include <llvm/ADT/MapVector.h>

#include <map>

#include "compiler/pass/analysis/bounded_index.h"
#include "compiler/pass/analysis/runtime_contiguity.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen::access {

struct ContiguityCheck {
  llvm::Value* is_contiguous = nullptr;  // i1: of all lanes, also of those that do not run
  llvm::Value* first = nullptr;          // i32: the index that lane 0 has then
};

/// Lanes that each access a few elements, one behind the other, are near each other if what they
/// access lies between what the first lane and the last one do, and that is at most 2 W elements.
struct NearnessCheck {
  llvm::Value* is_near = nullptr;  // i1: of all lanes, also of those that do not run
  llvm::Value* first = nullptr;    // i32: the least index then
  llvm::Value* steps = nullptr;    // <W x i32>: how far each lane's index is from it
  llvm::Value* last = nullptr;     // i32: the greatest of them
};

/// The checks of the current block, by index and part.
class ContiguityChecks {
 public:
  ContiguityChecks(llvm::IRBuilder<>& builder, WideValues& values,
                   const analysis::LaneAddresses& addresses)
      : builder_(builder), values_(values), addresses_(addresses) {}

  /// Returns the check for an access in `block` of the lane function; emits it unless the block has
  /// it already.
  [[nodiscard]] ContiguityCheck check(const analysis::ContiguityCandidate& candidate,
                                      const llvm::BasicBlock& block);
  /// `elements`: how many each lane accesses.
  [[nodiscard]] NearnessCheck check_nearness(const analysis::ContiguityCandidate& candidate,
                                             unsigned elements, const llvm::BasicBlock& block);
  /// Forgets all checks: code follows that the last emitted code does not dominate.
  void forget();
  /// Returns the value of an index, an i32, where the candidate's is `first`: the addend that
  /// separates them is added.
  [[nodiscard]] llvm::Value* first_index(llvm::Value* index,
                                         const analysis::ContiguityCandidate& candidate,
                                         llvm::Value* first);

 private:
  [[nodiscard]] llvm::Value* frozen_index(const analysis::ContiguityCandidate& candidate);
  [[nodiscard]] ContiguityCheck emit(const analysis::ContiguityCandidate& candidate);
  void emit_for_bounds(const llvm::Value* index, const analysis::BoundedIndex& bounded);
  [[nodiscard]] llvm::Value* are_between(const analysis::BoundedIndex& bounded,
                                         llvm::Value* number);
  [[nodiscard]] llvm::Value* is_far_from_ends(llvm::Value* first);
  [[nodiscard]] NearnessCheck emit_nearness(const analysis::ContiguityCandidate& candidate,
                                            unsigned elements);
  void enter(const llvm::BasicBlock& block);
  void find_bounded_indices();

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  const analysis::LaneAddresses& addresses_;
  const llvm::BasicBlock* block_ = nullptr;
  // The bounded indices of the block's accesses; empty until one of them is checked.
  llvm::MapVector<const llvm::Value*, analysis::BoundedIndex> bounded_;
  using IndexOfPart = std::pair<const llvm::Value*, unsigned>;
  std::map<IndexOfPart, ContiguityCheck> checks_;
  // By index, part and number of elements.
  std::map<std::pair<IndexOfPart, unsigned>, NearnessCheck> nearness_;
};

}  // namespace cleave::compiler::pass::widen::access
