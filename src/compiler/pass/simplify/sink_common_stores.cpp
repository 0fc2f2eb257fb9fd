#include "compiler/pass/simplify/sink_common_stores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::pass::simplify {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned deepest_address = 4;  // levels of operands of an address

/// Returns the last access of memory of the block, if it is a plain store and the block has one
/// successor, by one edge.
llvm::StoreInst* last_store(llvm::BasicBlock& block) {
  if (block.getTerminator()->getNumSuccessors() != 1) return nullptr;
  for (Instruction& instruction : llvm::reverse(block)) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      return store->isSimple() ? store : nullptr;
    }
    if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) return nullptr;
  }
  return nullptr;
}

/// Returns true if both compute the same from the same operands.
bool agree(const Value* one, const Value* other, unsigned depth = 0) {
  if (one == other) return true;
  const auto* a = llvm::dyn_cast<Instruction>(one);
  const auto* b = llvm::dyn_cast<Instruction>(other);
  if (a == nullptr || b == nullptr || depth == deepest_address || !a->isSameOperationAs(b))
    return false;
  if (!llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator>(a)) return false;
  if (a->isIntDivRem()) return false;
  for (unsigned i = 0; i < a->getNumOperands(); ++i) {
    if (!agree(a->getOperand(i), b->getOperand(i), depth + 1)) return false;
  }
  return true;
}

/// Emits at the builder, in a block that both of them lead to, the value that both compute.
Value* computed_again(llvm::IRBuilder<>& builder, Value* one, Value* other) {
  if (one == other) return one;
  auto* a = llvm::cast<Instruction>(one);
  auto* b = llvm::cast<Instruction>(other);
  Instruction* copy = a->clone();
  copy->andIRFlags(b);
  for (unsigned i = 0; i < a->getNumOperands(); ++i) {
    copy->setOperand(i, computed_again(builder, a->getOperand(i), b->getOperand(i)));
  }
  return builder.Insert(copy);
}

bool can_merge(llvm::ArrayRef<llvm::StoreInst*> stores) {
  llvm::StoreInst* first = stores.front();
  return llvm::all_of(stores.drop_front(), [&](llvm::StoreInst* store) {
    return store->getValueOperand()->getType() == first->getValueOperand()->getType() &&
           agree(first->getPointerOperand(), store->getPointerOperand());
  });
}

void merge(llvm::BasicBlock& block, llvm::ArrayRef<llvm::StoreInst*> stores) {
  llvm::StoreInst* first = stores.front();
  llvm::IRBuilder<> builder(&block, block.begin());
  llvm::PHINode* value =
      builder.CreatePHI(first->getValueOperand()->getType(), static_cast<unsigned>(stores.size()));
  builder.SetInsertPoint(&block, block.getFirstInsertionPt());
  llvm::DILocation* location = first->getDebugLoc();
  Value* pointer = first->getPointerOperand();
  auto* merged = first->clone();
  for (llvm::StoreInst* store : stores) {
    value->addIncoming(store->getValueOperand(), store->getParent());
    location = llvm::DILocation::getMergedLocation(location, store->getDebugLoc());
    builder.SetCurrentDebugLocation(location);
    pointer = computed_again(builder, pointer, store->getPointerOperand());
    llvm::combineAAMetadata(merged, store);
    auto* made = llvm::cast<llvm::StoreInst>(merged);
    made->setAlignment(std::min(made->getAlign(), store->getAlign()));
  }
  merged->setOperand(0, value);
  merged->setOperand(1, pointer);
  builder.Insert(merged);
  value->setDebugLoc(location);
  for (llvm::StoreInst* store : stores) {
    Value* former = store->getPointerOperand();
    store->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(former);
  }
}

/// Returns false if not every predecessor of the block ends with a store to one location.
bool merge_into(llvm::BasicBlock& block, const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::StoreInst*> stores;
  for (llvm::BasicBlock* before : llvm::predecessors(&block)) {
    llvm::StoreInst* store = last_store(*before);
    if (store == nullptr || dominators.dominates(&block, before)) return false;
    stores.push_back(store);
  }
  if (stores.size() < 2 || block.isEHPad() || !can_merge(stores)) return false;
  merge(block, stores);
  return true;
}

}  // namespace

std::string sink_common_stores(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(ir::lanes_attribute)) continue;
    const llvm::DominatorTree dominators(function);
    for (llvm::BasicBlock& block : function) {
      while (merge_into(block, dominators)) {
      }
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
