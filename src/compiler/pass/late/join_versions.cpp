#include "compiler/pass/late/join_versions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>

#include "compiler/pass/ir/large_functions.h"

namespace cleave::compiler::pass::late {
namespace {

bool branches_twice_on_one(const llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::Value*, 16> conditions;
  return llvm::any_of(function, [&](const llvm::BasicBlock& block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    return branch != nullptr && branch->isConditional() &&
           !conditions.insert(branch->getCondition()).second;
  });
}

}  // namespace

llvm::PreservedAnalyses JoinVersions::run(llvm::Function& function,
                                          llvm::FunctionAnalysisManager& analyses) {
  if (ir::has_many_instructions(function) || !branches_twice_on_one(function)) {
    return llvm::PreservedAnalyses::all();
  }
  return llvm::JumpThreadingPass().run(function, analyses);
}

}  // namespace cleave::compiler::pass::late
