#include "compiler/canonical/facts/progress.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include "builtins/named_barrier_memory.h"
#include "compiler/canonical/module/call_graph.h"
#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::canonical::facts {
namespace {

bool comes_to_named_barrier(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee->getName() == builtins::arrive_at_named_barrier) return true;
  }
  return false;
}

}  // namespace

bool forgoes_progress(const llvm::Function& kernel) {
  if (!kernel.hasFnAttribute(pass::ir::no_progress_attribute)) return false;
  for (const llvm::Function* function : module::reachable_functions(kernel)) {
    if (comes_to_named_barrier(*function)) return false;
  }
  return true;
}

}  // namespace cleave::compiler::canonical::facts
