// Gives a lane function the control flow that ControlPlan requires.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <memory>

namespace cleave::compiler::pass {

/// The loops of a function in regular form; valid as long as it does not change.
class RegularControl {
 public:
  explicit RegularControl(llvm::Function& function) : dominators_(function), loops_(dominators_) {}
  [[nodiscard]] const llvm::LoopInfo& info() const { return loops_; }
  [[nodiscard]] const llvm::DominatorTree& dominators() const { return dominators_; }

 private:
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

/// Afterwards: no switch, no indirect or unreachable end of a block, one return; every cycle is a
/// natural loop with a preheader, one latch and exit blocks of its own; LCSSA form.
[[nodiscard]] std::unique_ptr<RegularControl> regularise_control(llvm::Function& function);

}  // namespace cleave::compiler::pass
