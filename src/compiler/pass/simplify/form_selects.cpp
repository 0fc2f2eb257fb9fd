#include "compiler/pass/simplify/form_selects.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/pass/analysis/uniformity.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/branch_hints.h"

namespace cleave::compiler::pass {
namespace {

// A mask, and operations under it, cost about as much as so many operations and a select.
constexpr unsigned most_operations = 3;
constexpr unsigned most_selects = 2;

bool is_cheap(const llvm::Instruction& instruction) {
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

/// A branch around a block: `from` leads to `aside`, and both to `behind`.
struct Triangle {
  llvm::BranchInst* branch;
  llvm::BasicBlock* aside;
  llvm::BasicBlock* behind;
};

std::optional<Triangle> triangle_at(llvm::BasicBlock& from) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return std::nullopt;
  for (unsigned i = 0; i < 2; ++i) {
    llvm::BasicBlock* aside = branch->getSuccessor(i);
    llvm::BasicBlock* behind = branch->getSuccessor(1 - i);
    const bool is_triangle = aside->getSinglePredecessor() == &from &&
                             aside->getSingleSuccessor() == behind && behind != &from &&
                             !llvm::isa<llvm::PHINode>(aside->front());
    if (is_triangle) return Triangle{branch, aside, behind};
  }
  return std::nullopt;
}

bool is_worthwhile(const Triangle& triangle) {
  if (is_unlikely(*triangle.aside)) return false;
  const llvm::BasicBlock* from = triangle.branch->getParent();
  unsigned operations = 0, selects = 0;
  for (const llvm::Instruction& instruction : *triangle.aside) {
    if (instruction.isTerminator()) continue;
    if (++operations > most_operations || !is_cheap(instruction)) return false;
  }
  for (const llvm::PHINode& phi : triangle.behind->phis()) {
    const bool differs =
        phi.getIncomingValueForBlock(from) != phi.getIncomingValueForBlock(triangle.aside);
    selects += differs ? 1 : 0;
  }
  return selects <= most_selects;
}

void flatten(const Triangle& triangle) {
  const auto& [branch, aside, behind] = triangle;
  llvm::BasicBlock* from = branch->getParent();
  const bool is_aside_if_true = branch->getSuccessor(0) == aside;
  from->splice(branch->getIterator(), aside, aside->begin(), aside->getTerminator()->getIterator());
  llvm::IRBuilder<> builder(branch);
  for (llvm::PHINode& phi : behind->phis()) {
    llvm::Value* there = phi.getIncomingValueForBlock(aside);
    llvm::Value* past = phi.getIncomingValueForBlock(from);
    llvm::Value* chosen = there == past ? there
                                        : builder.CreateSelect(branch->getCondition(),
                                                               is_aside_if_true ? there : past,
                                                               is_aside_if_true ? past : there);
    phi.setIncomingValueForBlock(from, chosen);
  }
  behind->removePredecessor(aside, /*KeepOneInputPHIs=*/true);
  builder.CreateBr(behind);
  branch->eraseFromParent();
  aside->getTerminator()->eraseFromParent();
  aside->eraseFromParent();
}

void form_selects_in(llvm::Function& function) {
  llvm::SmallVector<llvm::BranchInst*> found;
  for (llvm::BasicBlock& block : function) {
    const std::optional<Triangle> triangle = triangle_at(block);
    if (triangle && is_worthwhile(*triangle)) found.push_back(triangle->branch);
  }
  if (found.empty()) return;
  // Before anything changes: what is computed of one value by all lanes stays so.
  const Uniformity uniformity(function, 1);
  llvm::erase_if(found, [&](const llvm::BranchInst* branch) {
    return uniformity.has_uniform_branch(*branch->getParent());
  });
  for (llvm::BranchInst* branch : found) {
    // The block behind a flat one may be aside of nothing now; its own branch is still there.
    const std::optional<Triangle> triangle = triangle_at(*branch->getParent());
    if (triangle && is_worthwhile(*triangle)) flatten(*triangle);
  }
}

}  // namespace

std::string form_selects(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(lanes_attribute)) form_selects_in(function);
  }
  return {};
}

}  // namespace cleave::compiler::pass
