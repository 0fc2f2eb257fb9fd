// Gives each branch a block where its sides merge.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cleave::compiler::pass::simplify {

/// Splits a block behind several branches, so that the sides of each branch inside of another one
/// merge in a block of their own:
///
///     if (a) { if (b) x = 1; else x = 2; } else x = f();      three edges into the block behind it
///
/// Front ends and LLVM make one such block of all. The inner branch can then become a select, which
/// takes two edges, and a loop in whose body `continue` or an `if` leads back to the header has one
/// back edge, where LoopSimplify may make two loops of it, one inside of the other. SimplifyCFG
/// merges again what stays a branch.
class SplitMerges : public llvm::PassInfoMixin<SplitMerges> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cleave::compiler::pass::simplify
