#include "compiler/pass/ir/branch_hints.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/ProfDataUtils.h>

namespace cleave::compiler::pass::ir {
namespace {

// A branch that goes the other way at most so often is predictable to LLVM too
// (TargetTransformInfo::getPredictableBranchThreshold).
constexpr uint64_t most_in_hundred = 1;

bool is_for_wide_loops(const llvm::MDOperand& operand) {
  const auto* hint = llvm::dyn_cast_or_null<llvm::MDNode>(operand.get());
  if (hint == nullptr || hint->getNumOperands() == 0) return false;
  const auto* name = llvm::dyn_cast_or_null<llvm::MDString>(hint->getOperand(0).get());
  return name != nullptr && (name->getString() == "llvm.loop.unroll.count" ||
                             name->getString() == "llvm.loop.unroll.disable");
}

}  // namespace

bool is_unlikely(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* from = block.getSinglePredecessor();
  if (from == nullptr) return false;
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
  uint64_t first = 0, second = 0;
  if (branch == nullptr || !branch->isConditional() ||
      !llvm::extractBranchWeights(*branch, first, second)) {
    return false;
  }
  const uint64_t here = branch->getSuccessor(0) == &block ? first : second;
  return here * 100 <= (first + second) * most_in_hundred;
}

llvm::MDNode* weights_of_branch_to(const llvm::BasicBlock& block) {
  if (!is_unlikely(block)) return nullptr;
  return llvm::MDBuilder(block.getContext()).createUnlikelyBranchWeights();
}

void copy_unroll_hints(const llvm::Instruction& from, llvm::Instruction& to) {
  const llvm::MDNode* loop = from.getMetadata(llvm::LLVMContext::MD_loop);
  if (loop == nullptr) return;
  llvm::SmallVector<llvm::Metadata*> hints = {nullptr};  // reserved for the node itself
  for (const llvm::MDOperand& operand : loop->operands()) {
    if (is_for_wide_loops(operand)) hints.push_back(operand.get());
  }
  if (hints.size() == 1) return;
  llvm::MDNode* copy = llvm::MDNode::getDistinct(to.getContext(), hints);
  copy->replaceOperandWith(0, copy);
  to.setMetadata(llvm::LLVMContext::MD_loop, copy);
}

}  // namespace cleave::compiler::pass::ir
