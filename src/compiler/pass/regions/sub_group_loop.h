// Emits the loop over the sub-groups of a region where sub-groups may wait for each other: a
// function that several stacks can be in at once. The loop's progress is in a struct of the
// kernel's entry, so that a sub-group that yields leaves the remaining ones to another stack
// (ForwardProgress).
//
//   entry:       walk = { left, first sub-group, … }
//                progress.walk = walk; progress.run_rest = loop
//                loop(walk)
//                if (progress.on_other_stacks != 0) progress.finish(context)
//   loop(walk):  while (walk.left-- != 0) { take the next sub-group; run it }
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdint>

namespace cleave::compiler::pass::regions {

/// Values and variables that the code of a sub-group uses: those of the entry, or of the loop's
/// function.
struct SubGroupVariables {
  llvm::Value* context = nullptr;  // LaunchContext
  // Uniform values when a region begins, and as it leaves them for the next one; nullptr: nothing.
  // These and the rest are addresses of variables.
  llvm::Value* before = nullptr;
  llvm::Value* after = nullptr;
  llvm::Value* arrived = nullptr;  // i32: the continuation where the work-group resumes
  llvm::Value* phase =
      nullptr;  // i32: the continuation where its sub-groups begin; nullptr: always the same
};

class SubGroupLoop {
 public:
  /// Begins the loop's function. Moves `builder` from the entry to the insertion point for the code
  /// of a sub-group. `step`: work-items from one sub-group to the next along x.
  SubGroupLoop(llvm::IRBuilder<>& builder, llvm::Function& entry, const SubGroupVariables& in_entry,
               uint32_t step);

  [[nodiscard]] llvm::Function& function() const { return *function_; }
  [[nodiscard]] const SubGroupVariables& variables() const { return variables_; }
  /// Position of the running sub-group, i32: x (or the first work-item), y, z.
  [[nodiscard]] const std::array<llvm::Value*, 3>& start() const { return start_; }

  /// Ends the loop and calls it at the end of `block`; `builder` inserts there afterwards. `ends`:
  /// i32, exclusive bounds of the loops over x, y and z; each runs at least once.
  void finish(llvm::BasicBlock* block, const std::array<llvm::Value*, 3>& ends);

 private:
  enum Member : unsigned { left, x, y, z, end_x, end_y, context, before, after, arrived, phase };
  llvm::Value* load(Member member);
  void store(llvm::Value* value, llvm::Value* walk, Member member);
  llvm::Value* address(llvm::Value* walk, Member member);
  void take_next();

  llvm::IRBuilder<>& builder_;
  llvm::Function& entry_;
  const SubGroupVariables in_entry_;
  const uint32_t step_;
  const llvm::DebugLoc location_in_entry_;
  llvm::StructType* type_;
  llvm::Function* function_;
  llvm::BasicBlock *loop_, *done_;
  SubGroupVariables variables_;
  std::array<llvm::Value*, 3> start_{};
};

}  // namespace cleave::compiler::pass::regions
