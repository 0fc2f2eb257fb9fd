#include "compiler/canonical/facts/x86_facts.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "builtins/index.h"
#include "compiler/canonical/facts/group_merging.h"
#include "compiler/interface/x86_facts.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/cycles.h"

namespace cleave::compiler::canonical::facts {

interface::TargetFacts x86_facts(const llvm::Function& kernel, const interface::KernelFacts& facts,
                                 const std::vector<const llvm::Function*>& functions) {
  return interface::pack({.has_one_tier = gains_no_tier(functions) ||
                                          kernel.hasFnAttribute(pass::ir::unoptimised_attribute),
                          .group_merging = judge_merging(functions, facts.may_wait).which});
}

bool gains_no_tier(const std::vector<const llvm::Function*>& functions) {
  constexpr size_t most = 100, weight_of_call = 20;
  size_t size = 0;
  for (const llvm::Function* function : functions) {
    for (const llvm::BasicBlock& block : *function) {
      size += block.size();
      for (const llvm::Instruction& instruction : block) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
        const bool is_work = callee != nullptr && callee->isDeclaration() &&
                             !callee->isIntrinsic() &&
                             !builtins::has_trait(callee->getName(), builtins::Trait::is_query);
        if (is_work) size += weight_of_call;
      }
    }
    if (pass::ir::has_cycle(*function)) return false;
  }
  return size <= most;
}

}  // namespace cleave::compiler::canonical::facts
