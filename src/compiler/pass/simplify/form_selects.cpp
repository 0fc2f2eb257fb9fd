#include "compiler/pass/simplify/form_selects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <array>
#include <optional>

#include "compiler/pass/analysis/uniformity.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/branch_hints.h"

namespace cleave::compiler::pass::simplify {
namespace {

// A mask, and operations under it, cost about as much as so many operations and a select.
constexpr unsigned most_operations = 3;
constexpr unsigned most_selects = 2;

bool is_cheap_to_speculate(const llvm::Instruction& instruction) {
  using llvm::Instruction;
  if (!llvm::isSafeToSpeculativelyExecute(&instruction)) return false;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    const llvm::Intrinsic::ID id = call->getIntrinsicID();
    return id == llvm::Intrinsic::fma || id == llvm::Intrinsic::fmuladd ||
           id == llvm::Intrinsic::fabs;
  }
  if (llvm::isa<llvm::LoadInst, llvm::AllocaInst, llvm::CallBase>(instruction)) return false;
  const unsigned opcode = instruction.getOpcode();
  return opcode != Instruction::FDiv && opcode != Instruction::FRem && !instruction.isIntDivRem();
}

/// A branch whose edges lead to one block, `behind`, through an arm each or at once.
struct SelectCandidate {
  llvm::BranchInst* branch;
  std::array<llvm::BasicBlock*, 2> arms;  // by the branch's successors; nullptr if there is none
  llvm::BasicBlock* behind;

  /// Returns the block from which edge `i` of the branch enters `behind`.
  [[nodiscard]] llvm::BasicBlock* end_of(unsigned i) const {
    return arms[i] != nullptr ? arms[i] : branch->getParent();
  }
};

/// Returns where `block` leads if it is an arm of the branch at the end of `from`, else nullptr.
llvm::BasicBlock* behind_arm(llvm::BasicBlock* block, const llvm::BasicBlock& from) {
  const bool is_arm =
      block->getSinglePredecessor() == &from && !llvm::isa<llvm::PHINode>(block->front());
  llvm::BasicBlock* behind = is_arm ? block->getSingleSuccessor() : nullptr;
  return behind == &from ? nullptr : behind;
}

std::optional<SelectCandidate> choice_at(llvm::BasicBlock& from) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return std::nullopt;
  llvm::BasicBlock* first = branch->getSuccessor(0);
  llvm::BasicBlock* second = branch->getSuccessor(1);
  llvm::BasicBlock* behind_first = behind_arm(first, from);
  llvm::BasicBlock* behind_second = behind_arm(second, from);
  if (behind_first == second) return SelectCandidate{branch, {first, nullptr}, second};
  if (behind_second == first) return SelectCandidate{branch, {nullptr, second}, first};
  if (behind_first == nullptr || behind_first != behind_second) return std::nullopt;
  return SelectCandidate{branch, {first, second}, behind_first};
}

/// Turns the divergent branches of one lane function into selects.
class FormSelects {
 public:
  explicit FormSelects(llvm::Function& function) : function_(function) {}

  void run() {
    const bool has_choices = llvm::any_of(
        function_, [](llvm::BasicBlock& block) { return choice_at(block).has_value(); });
    if (!has_choices) return;
    const llvm::SmallVector<llvm::BranchInst*> branches = divergent_branches();
    // Inner branches first: they are behind the outer ones.
    for (llvm::BranchInst* branch : llvm::reverse(branches)) {
      const std::optional<SelectCandidate> choice = choice_at(*branch->getParent());
      if (choice && is_worthwhile(*choice)) flatten(*choice);
    }
  }

 private:
  /// Returns the divergent branches, and notes the uniform instructions, before anything changes:
  /// lanes that decide or compute one thing alike still do so then.
  llvm::SmallVector<llvm::BranchInst*> divergent_branches() {
    const analysis::Uniformity uniformity(function_, 1);
    llvm::SmallVector<llvm::BranchInst*> branches;
    for (llvm::BasicBlock& block : function_) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      const bool is_divergent =
          branch != nullptr && branch->isConditional() && !uniformity.has_uniform_branch(block);
      if (is_divergent) branches.push_back(branch);
      for (const llvm::Instruction& instruction : block) {
        if (uniformity.is_uniform(instruction)) uniform_.insert(&instruction);
      }
    }
    return branches;
  }

  [[nodiscard]] bool is_worthwhile(const SelectCandidate& choice) const {
    unsigned operations = 0, masks = 0, selects = 0;
    for (const llvm::BasicBlock* arm : choice.arms) {
      if (arm == nullptr) continue;
      if (ir::is_unlikely(*arm)) return false;
      ++masks;
      for (const llvm::Instruction& instruction : *arm) {
        if (instruction.isTerminator()) continue;
        if (!is_cheap_to_speculate(instruction)) return false;
        operations += uniform_.contains(&instruction) ? 0 : 1;
      }
    }
    for (const llvm::PHINode& phi : choice.behind->phis()) {
      const bool differs = phi.getIncomingValueForBlock(choice.end_of(0)) !=
                           phi.getIncomingValueForBlock(choice.end_of(1));
      selects += differs ? 1 : 0;
    }
    return operations <= masks * most_operations && selects <= most_selects;
  }

  static void flatten(const SelectCandidate& choice) {
    const auto& [branch, arms, behind] = choice;
    llvm::BasicBlock* from = branch->getParent();
    llvm::IRBuilder<> builder(branch);
    for (llvm::BasicBlock* arm : arms) {
      if (arm == nullptr) continue;
      from->splice(branch->getIterator(), arm, arm->begin(), arm->getTerminator()->getIterator());
    }
    for (llvm::PHINode& phi : behind->phis()) {
      const int index = phi.getBasicBlockIndex(choice.end_of(0));
      llvm::Value* if_true = phi.getIncomingValue(index);
      llvm::Value* if_false = phi.getIncomingValueForBlock(choice.end_of(1));
      if (if_true != if_false) {
        phi.setIncomingValue(index,
                             builder.CreateSelect(branch->getCondition(), if_true, if_false));
      }
      phi.removeIncomingValue(choice.end_of(1), /*DeletePHIIfEmpty=*/false);
      phi.replaceIncomingBlockWith(choice.end_of(0), from);
    }
    builder.CreateBr(behind);
    branch->eraseFromParent();
    for (llvm::BasicBlock* arm : arms) {
      if (arm == nullptr) continue;
      arm->getTerminator()->eraseFromParent();
      arm->eraseFromParent();
    }
    llvm::MergeBlockIntoPredecessor(behind);  // the end of an arm of the branch around this one
  }

  llvm::Function& function_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> uniform_;
};

}  // namespace

std::string form_selects(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(ir::lanes_attribute)) FormSelects(function).run();
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
