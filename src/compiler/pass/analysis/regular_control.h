// Transforms the control flow of a lane function into the form that ControlPlan requires.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <memory>

namespace cleave::compiler::pass::analysis {

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

/// Afterwards the function has no switch, no indirect branch, no unreachable and one return. Every
/// cycle is a natural loop with a preheader, one latch and dedicated exits. It is in LCSSA form, but
/// a loop hands on no extension or address that it does not change.
[[nodiscard]] std::unique_ptr<RegularControl> regularise_control(llvm::Function& function);

}  // namespace cleave::compiler::pass::analysis
