#include "compiler/pass/analysis/register_pressure.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <vector>

namespace cleave::compiler::pass::analysis {
namespace {

using LiveValues = llvm::DenseSet<const llvm::Instruction*>;

class Pressure {
 public:
  Pressure(llvm::Function& function,
           llvm::function_ref<unsigned(const llvm::Instruction&)> registers_of)
      : registers_of_(registers_of) {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    blocks_.assign(order.begin(), order.end());
    std::ranges::reverse(blocks_);
  }

  unsigned most() {
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      for (const llvm::BasicBlock* block : blocks_) has_changed |= visit(*block);
    }
    return most_;
  }

 private:
  /// Walks from the end of the block to its start. Returns true if more is live there than before.
  bool visit(const llvm::BasicBlock& block) {
    LiveValues live;
    for (const llvm::BasicBlock* successor : llvm::successors(&block)) {
      live.insert_range(live_in_[successor]);
      for (const llvm::PHINode& phi : successor->phis()) {
        live.erase(&phi);
        add(phi.getIncomingValueForBlock(&block), live);
      }
    }
    unsigned registers = 0;
    for (const llvm::Instruction* value : live) registers += registers_of_(*value);
    most_ = std::max(most_, registers);
    for (const llvm::Instruction& instruction : llvm::reverse(block)) {
      if (live.erase(&instruction)) registers -= registers_of_(instruction);
      if (llvm::isa<llvm::PHINode>(instruction)) {
        live.insert(&instruction);  // all of them are there when the block begins
        continue;
      }
      for (const llvm::Value* operand : instruction.operands()) registers += add(operand, live);
      most_ = std::max(most_, registers);
    }
    LiveValues& before = live_in_[&block];
    if (before.size() == live.size()) return false;
    before = std::move(live);
    return true;
  }

  /// Returns the registers of a value that was not live already.
  unsigned add(const llvm::Value* value, LiveValues& live) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || registers_of_(*instruction) == 0) return 0;
    return live.insert(instruction).second ? registers_of_(*instruction) : 0;
  }

  const llvm::function_ref<unsigned(const llvm::Instruction&)> registers_of_;
  std::vector<const llvm::BasicBlock*> blocks_;                  // in post order
  llvm::DenseMap<const llvm::BasicBlock*, LiveValues> live_in_;  // phis included
  unsigned most_ = 0;
};

}  // namespace

unsigned register_pressure(llvm::Function& function,
                           llvm::function_ref<unsigned(const llvm::Instruction&)> registers_of) {
  return Pressure(function, registers_of).most();
}

}  // namespace cleave::compiler::pass::analysis
