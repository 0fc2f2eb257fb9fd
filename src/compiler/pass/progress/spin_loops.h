// Finds spin loops: loops that may wait for other work-items, the host or another device, because
// their exit depends on what others write. A counted loop never is one, whatever memory it
// accesses.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <set>
#include <vector>

namespace cleave::compiler::pass::progress {

/// The functions of a module that read memory which others may write at any time, by atomic
/// operations, volatile accesses or fences, directly or through calls. Requires canonical IR, where
/// built-in functions have no bodies, or a later form before `widen`.
class SharedReads {
 public:
  explicit SharedReads(const llvm::Module& module);
  [[nodiscard]] bool empty() const { return functions_.empty(); }
  [[nodiscard]] bool contains(const llvm::Function& function) const {
    return functions_.contains(&function);
  }
  /// Returns true if the instruction is such a read. A barrier is none: regions handle waiting at
  /// barriers.
  [[nodiscard]] bool looks(const llvm::Instruction& instruction) const;

 private:
  std::set<const llvm::Function*> functions_;
};

/// Returns the spin loops of a function, inner loops before outer ones. More loops look like spin
/// loops while variables are in memory. Irreducible cycles are not found.
[[nodiscard]] std::vector<llvm::Loop*> spin_loops(const llvm::LoopInfo& loops,
                                                  llvm::ScalarEvolution& evolution,
                                                  const SharedReads& observers);

}  // namespace cleave::compiler::pass::progress
