// The loop over the sub-groups of a region where they may wait for each other: a function that
// several stacks can be in at once. How far it has got lies in the kernel's entry, so that a
// sub-group that waits leaves the rest to another stack (ForwardProgress).
//
//   entry:       walk = { left, first sub-group, … }; progress.walk = walk; progress.run_rest =
//   loop
//                loop(walk); if (progress.on_other_stacks != 0) progress.finish(context)
//   loop(walk):  while (walk.left-- != 0) { take the next sub-group; run it }
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdint>

namespace cleave::compiler::pass {

/// What the code of a sub-group finds in the entry, or in the loop's function.
struct WalkPlaces {
  llvm::Value* context = nullptr;  // LaunchContext
  // What all work-items share: when a region begins, and as it leaves it for the next one; null:
  // nothing. These and the rest are addresses of variables.
  llvm::Value* before = nullptr;
  llvm::Value* after = nullptr;
  llvm::Value* arrived = nullptr;  // i32: the continuation that the work-group goes on from
  llvm::Value* phase = nullptr;    // i32: that which its sub-groups begin with; null: always one
};

class SubGroupLoop {
 public:
  /// Begins the loop's function; `builder`, which stands in the entry, stands afterwards where a
  /// sub-group runs. `step`: work-items from one to the next along x.
  SubGroupLoop(llvm::IRBuilder<>& builder, llvm::Function& entry, const WalkPlaces& in_entry,
               uint32_t step);

  [[nodiscard]] llvm::Function& function() const { return *function_; }
  [[nodiscard]] const WalkPlaces& places() const { return places_; }
  /// i32: where the sub-group stands that runs: x (or the first item), y, z.
  [[nodiscard]] const std::array<llvm::Value*, 3>& start() const { return start_; }

  /// Ends the loop and calls it at the end of `block`, where `builder` stands afterwards. `ends`:
  /// i32, where the loops over x, y and z end; each runs at least once.
  void finish(llvm::BasicBlock* block, const std::array<llvm::Value*, 3>& ends);

 private:
  enum Member : unsigned { left, x, y, z, end_x, end_y, context, before, after, arrived, phase };
  llvm::Value* load(Member member);
  void store(llvm::Value* value, llvm::Value* walk, Member member);
  llvm::Value* place(llvm::Value* walk, Member member);
  void take_next();

  llvm::IRBuilder<>& builder_;
  llvm::Function& entry_;
  const WalkPlaces in_entry_;
  const uint32_t step_;
  const llvm::DebugLoc place_in_entry_;
  llvm::StructType* type_;
  llvm::Function* function_;
  llvm::BasicBlock *loop_, *done_;
  WalkPlaces places_;
  std::array<llvm::Value*, 3> start_{};
};

}  // namespace cleave::compiler::pass
