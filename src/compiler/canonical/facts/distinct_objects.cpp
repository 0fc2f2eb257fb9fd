#include "compiler/canonical/facts/distinct_objects.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/block_kernels.h"

namespace cleave::compiler::canonical::facts {
namespace {

bool is_to_memory_of_launch(const llvm::Value& pointer) {
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  return space == pass::ir::global_space || space == pass::ir::generic_space;
}

/// Returns true if the instruction stores to memory that an argument may lead to. A function is
/// given what it stores to, as vstore4 is.
bool stores(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return is_to_memory_of_launch(*store->getPointerOperand());
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && !call->onlyReadsMemory() &&
         std::ranges::any_of(call->args(), [](const llvm::Use& argument) {
           return argument->getType()->isPointerTy() && is_to_memory_of_launch(*argument);
         });
}

bool stores_in_loop(const llvm::Function& function) {
  for (auto blocks = llvm::scc_begin(&function); !blocks.isAtEnd(); ++blocks) {
    if (!blocks.hasCycle()) continue;
    const bool found = std::ranges::any_of(
        *blocks, [](const llvm::BasicBlock* block) { return std::ranges::any_of(*block, stores); });
    if (found) return true;
  }
  return false;
}

bool leads_to_object(const interface::ArgumentFacts& argument) {
  using interface::ArgumentKind;
  return argument.kind == ArgumentKind::global_pointer ||
         argument.kind == ArgumentKind::constant_pointer;
}

}  // namespace

bool gain_by_distinct_objects(const interface::KernelFacts& facts,
                              const std::vector<const llvm::Function*>& functions) {
  const auto pointers =
      static_cast<size_t>(std::ranges::count_if(facts.arguments, leads_to_object)) +
      facts.pointers_in_values.size();
  return pointers > 1 && !facts.follows_pointers &&
         !pass::ir::is_block_kernel(*functions.front()) &&
         std::ranges::any_of(functions,
                             [](const auto* function) { return stores_in_loop(*function); });
}

}  // namespace cleave::compiler::canonical::facts
