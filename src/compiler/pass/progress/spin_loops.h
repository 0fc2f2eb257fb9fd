// Which loops may wait for other work-items, the host or another device: what ends them depends on
// what others write. A counted loop never does, whatever it touches.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <set>
#include <vector>

namespace cleave::compiler::pass {

/// The functions of a module that look at what others may write at any time, by atomic operations,
/// volatile memory or fences, themselves or through what they call. Canonical IR, where built-in
/// functions have no bodies, or what it becomes until lanes run together.
class SharedReads {
 public:
  explicit SharedReads(const llvm::Module& module);
  [[nodiscard]] bool empty() const { return functions_.empty(); }
  [[nodiscard]] bool contains(const llvm::Function& function) const {
    return functions_.contains(&function);
  }
  /// Does the instruction look so? A barrier does not: who waits there is taken care of.
  [[nodiscard]] bool looks(const llvm::Instruction& instruction) const;

 private:
  std::set<const llvm::Function*> functions_;
};

/// The loops of a function that may wait, inner ones before those around them. Where variables are
/// in memory, more loops seem to. Irreducible cycles are not seen.
[[nodiscard]] std::vector<llvm::Loop*> spin_loops(const llvm::LoopInfo& loops,
                                                  llvm::ScalarEvolution& evolution,
                                                  const SharedReads& observers);

}  // namespace cleave::compiler::pass
