#include "compiler/pass/late/load_before_atomic_minmax.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <vector>

namespace cleave::compiler::pass::late {
namespace {

using llvm::AtomicRMWInst;
using llvm::CmpInst;

/// Returns how the operand compares with a number that the operation changes; nullopt: it is no
/// minimum or maximum.
std::optional<CmpInst::Predicate> changes_if(AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case AtomicRMWInst::Min:
      return CmpInst::ICMP_SLT;
    case AtomicRMWInst::Max:
      return CmpInst::ICMP_SGT;
    case AtomicRMWInst::UMin:
      return CmpInst::ICMP_ULT;
    case AtomicRMWInst::UMax:
      return CmpInst::ICMP_UGT;
    default:
      return std::nullopt;
  }
}

void insert_load(AtomicRMWInst& minmax, CmpInst::Predicate predicate) {
  llvm::IRBuilder<> builder(&minmax);
  auto* const before =
      builder.CreateAlignedLoad(minmax.getType(), minmax.getPointerOperand(), minmax.getAlign());
  before->setAtomic(minmax.getOrdering(), minmax.getSyncScopeID());
  llvm::Value* const changes = builder.CreateICmp(predicate, minmax.getValOperand(), before);
  llvm::BasicBlock* const before_load = minmax.getParent();
  llvm::Instruction* const then =
      llvm::SplitBlockAndInsertIfThen(changes, minmax.getIterator(), /*Unreachable=*/false);
  llvm::BasicBlock* const behind = minmax.getParent();
  minmax.moveBefore(then->getIterator());
  if (minmax.use_empty()) return;
  builder.SetInsertPoint(behind, behind->begin());
  builder.SetCurrentDebugLocation(minmax.getDebugLoc());
  llvm::PHINode* const old = builder.CreatePHI(minmax.getType(), 2);
  minmax.replaceAllUsesWith(old);
  old->addIncoming(before, before_load);
  old->addIncoming(&minmax, then->getParent());
}

}  // namespace

std::string load_before_atomic_minmax(llvm::Module& module, const ir::PassOptions&) {
  std::vector<std::pair<AtomicRMWInst*, CmpInst::Predicate>> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const operation = llvm::dyn_cast<AtomicRMWInst>(&instruction);
      if (operation == nullptr || operation->getOrdering() != llvm::AtomicOrdering::Monotonic) {
        continue;
      }
      const auto predicate = changes_if(operation->getOperation());
      if (predicate) found.emplace_back(operation, *predicate);
    }
  }
  for (const auto& [minmax, predicate] : found) insert_load(*minmax, predicate);
  return {};
}

}  // namespace cleave::compiler::pass::late
