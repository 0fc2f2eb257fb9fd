#include "compiler/canonical/facts/narrow_elements.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::canonical::facts {
namespace {

// Narrow elements are at least this part of all that counts.
constexpr double most_of_all = 0.75;

bool is_narrow(const llvm::Type* type) {
  return type->isIntOrIntVectorTy() && type->getScalarSizeInBits() <= 16;
}

/// Returns true if a value is computed from what is loaded, other than from private variables.
bool is_loaded(const llvm::Value* value, unsigned depth = 0) {
  constexpr unsigned deepest = 6;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || depth == deepest) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
    return load->getPointerAddressSpace() != pass::ir::private_space &&
           load->getPointerAddressSpace() != pass::ir::generic_space;
  }
  // A phi may have any number of operands.
  if (llvm::isa<llvm::CallBase, llvm::PHINode>(instruction)) return false;
  return llvm::any_of(instruction->operand_values(), [depth](const llvm::Value* operand) {
    return is_loaded(operand, depth + 1);
  });
}

bool ends_by_data(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [](const llvm::BasicBlock* block) {
    return is_loaded(block->getTerminator()->getOperand(0));
  });
}

/// Counts what one function loads, stores and computes, by the width of its elements.
class Count {
 public:
  void add(const llvm::Function& function) {
    // The analyses only read what LLVM takes as changeable.
    const llvm::DominatorTree dominators(const_cast<llvm::Function&>(function));
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) fits_ = fits_ && !ends_by_data(*loop);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      add(instruction, loops.getLoopDepth(instruction.getParent()));
    }
  }

  [[nodiscard]] bool is_narrow_in_the_main() const {
    return fits_ && narrow_ > 0 && narrow_ >= most_of_all * (narrow_ + other_);
  }

 private:
  void add(const llvm::Instruction& instruction, unsigned loop_depth) {
    const double often = 1U << (3 * std::min(loop_depth, 3U));
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
      const unsigned space = pointer->getType()->getPointerAddressSpace();
      fits_ = fits_ && space != pass::ir::local_space;
      if (space == pass::ir::private_space || space == pass::ir::generic_space) return;
      (is_narrow(llvm::getLoadStoreType(&instruction)) ? narrow_ : other_) += often;
    } else if (instruction.getType()->isFPOrFPVectorTy()) {
      other_ += often;
    }
  }

  double narrow_ = 0, other_ = 0;
  bool fits_ = true;
};

}  // namespace

bool works_on_narrow_elements(const std::vector<const llvm::Function*>& functions) {
  // Most kernels have none, and their loops need not be found.
  const bool may_be = std::ranges::any_of(functions, [](const llvm::Function* function) {
    return llvm::any_of(llvm::instructions(*function), [](const llvm::Instruction& instruction) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      return pointer != nullptr &&
             pointer->getType()->getPointerAddressSpace() != pass::ir::private_space &&
             is_narrow(llvm::getLoadStoreType(&instruction));
    });
  });
  if (!may_be) return false;
  Count count;
  for (const llvm::Function* function : functions) count.add(*function);
  return count.is_narrow_in_the_main();
}

}  // namespace cleave::compiler::canonical::facts
