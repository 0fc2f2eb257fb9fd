#include "compiler/pass/late/hide_masked_loads.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace cleave::compiler::pass::late {
namespace {

/// Returns true if memory may be written between them, which is assumed from one block to another.
bool may_pass_a_store(const llvm::Instruction& load, const llvm::Instruction& user) {
  if (load.getParent() != user.getParent()) return true;
  return std::any_of(std::next(load.getIterator()), user.getIterator(),
                     [](const llvm::Instruction& between) { return between.mayWriteToMemory(); });
}

}  // namespace

llvm::PreservedAnalyses HideMaskedLoads::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* load = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (load == nullptr || load->getIntrinsicID() != llvm::Intrinsic::masked_load) continue;
    if (!load->hasOneUse()) continue;
    auto* choice = llvm::dyn_cast<llvm::SelectInst>(load->user_back());
    if (choice == nullptr || !may_pass_a_store(*load, *choice)) continue;
    llvm::IRBuilder<> builder(choice);
    choice->replaceUsesOfWith(load, builder.CreateFreeze(load));
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace cleave::compiler::pass::late
