#include "compiler/pass/analysis/shared_variables.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

namespace cleave::compiler::pass::analysis {
namespace {

struct StoresAndBlocks {
  std::vector<const llvm::StoreInst*> stores;
  std::vector<const llvm::BasicBlock*> blocks;
};

/// Adds the accesses by `pointer` and by addresses made of it; false: there are other uses.
bool collect(const llvm::Value& pointer, StoresAndBlocks& accesses) {
  for (const llvm::Use& use : pointer.uses()) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (user->isVolatile() || user->isAtomic()) return false;
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      if (address->getType()->isVectorTy() || !collect(*address, accesses)) return false;
      continue;
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex()) return false;
      accesses.stores.push_back(store);
    } else if (!llvm::isa<llvm::LoadInst>(user)) {
      if (!user->isLifetimeStartOrEnd()) return false;
    }
    accesses.blocks.push_back(user->getParent());
  }
  return true;
}

}  // namespace

SharedVariables::SharedVariables(llvm::Function& lane_function,
                                 const llvm::DominatorTree& dominators,
                                 const llvm::CycleInfo& cycles)
    : dominators_(dominators) {
  for (const llvm::Instruction& instruction : llvm::instructions(lane_function)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    StoresAndBlocks accesses;
    if (variable == nullptr || !variable->isStaticAlloca() || !collect(*variable, accesses) ||
        accesses.blocks.empty()) {
      continue;
    }
    const llvm::BasicBlock* home = accesses.blocks.front();
    for (const llvm::BasicBlock* block : accesses.blocks)
      home = dominators.findNearestCommonDominator(home, block);
    while (home != nullptr && cycles.getCycle(home) != nullptr)
      home = dominators.getNode(home)->getIDom()->getBlock();
    variables_.push_back({variable, home, std::move(accesses.stores)});
  }
  if (!variables_.empty()) postdominators_.recalculate(lane_function);
}

bool SharedVariables::contains(const llvm::Instruction& variable) const {
  return llvm::any_of(variables_, [&](const Variable& each) { return each.variable == &variable; });
}

std::vector<const llvm::AllocaInst*> SharedVariables::take_differing(
    llvm::function_ref<bool(const llvm::Value&)> differs,
    llvm::function_ref<bool(const llvm::BasicBlock&)> parts_lanes) {
  std::vector<const llvm::AllocaInst*> taken;
  std::erase_if(variables_, [&](const Variable& each) {
    const PartedBlocks parted = parted_blocks(*each.home, parts_lanes);
    const bool stays = llvm::all_of(each.stores, [&](const llvm::StoreInst* store) {
      return !parted.contains(store->getParent()) && !differs(*store->getValueOperand()) &&
             !differs(*store->getPointerOperand());
    });
    if (!stays) taken.push_back(each.variable);
    return !stays;
  });
  return taken;
}

/// The blocks where only some of the lanes are that have come to `home`: those between a branch
/// that parts them and the block where they meet again.
SharedVariables::PartedBlocks SharedVariables::parted_blocks(
    const llvm::BasicBlock& home,
    llvm::function_ref<bool(const llvm::BasicBlock&)> parts_lanes) const {
  PartedBlocks parted;
  for (const llvm::BasicBlock& split : *home.getParent()) {
    if (!dominators_.dominates(&home, &split) || !parts_lanes(split)) continue;
    const auto* node = postdominators_.getNode(&split);
    const llvm::BasicBlock* end =
        node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
    llvm::SmallVector<const llvm::BasicBlock*> work(llvm::successors(&split));
    PartedBlocks seen;
    while (!work.empty()) {
      const llvm::BasicBlock* block = work.pop_back_val();
      if (block == end || !seen.insert(block).second) continue;
      parted.insert(block);
      llvm::append_range(work, llvm::successors(block));
    }
  }
  return parted;
}

}  // namespace cleave::compiler::pass::analysis
