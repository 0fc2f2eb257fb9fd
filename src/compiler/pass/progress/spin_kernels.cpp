#include "compiler/pass/progress/spin_kernels.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <memory>
#include <utility>
#include <vector>

#include "builtins/index.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/cycles.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/lowering/inline_calls.h"
#include "compiler/pass/lowering/link_builtins.h"
#include "compiler/pass/progress/spin_loops.h"
#include "compiler/pass/simplify/simplify.h"

namespace cleave::compiler::pass::progress {
namespace {

using llvm::BasicBlock;
using ReachedFunctions = llvm::SetVector<const llvm::Function*>;

/// A kernel that looks at what others write and repeats something, with all that it calls.
struct Suspect {
  const llvm::Function* kernel;
  ReachedFunctions reached;  // built-in functions without a body too
};

ReachedFunctions reached_from(const llvm::Function& kernel) {
  ReachedFunctions reached;
  reached.insert(&kernel);
  for (size_t i = 0; i < reached.size(); ++i) {
    for (const llvm::Instruction& instruction : llvm::instructions(*reached[i])) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr) reached.insert(callee);
    }
  }
  return reached;
}

std::vector<Suspect> find_suspects(const llvm::Module& module) {
  const SharedReads observers(module);
  std::vector<Suspect> suspects;
  if (observers.empty()) return suspects;
  for (const llvm::Function& function : module) {
    const bool is_kernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    if (!is_kernel || !observers.contains(function)) continue;
    ReachedFunctions reached = reached_from(function);
    const bool repeats = llvm::any_of(reached, [&](const llvm::Function* one) {
      return observers.contains(*one) && ir::has_cycle(*one);
    });
    if (repeats) suspects.push_back({&function, std::move(reached)});
  }
  return suspects;
}

/// A copy of a program with the bodies of what the suspects reach, and no others.
struct SuspectModule {
  llvm::ValueToValueMapTy values;  // from values of the program to those of the copy
  std::unique_ptr<llvm::Module> module;

  explicit SuspectModule(const std::vector<Suspect>& suspects) {
    llvm::DenseSet<const llvm::Function*> wanted;
    for (const Suspect& suspect : suspects) {
      wanted.insert(suspect.reached.begin(), suspect.reached.end());
    }
    module = llvm::CloneModule(*suspects.front().kernel->getParent(), values,
                               [&](const llvm::GlobalValue* value) {
                                 const auto* function = llvm::dyn_cast<llvm::Function>(value);
                                 return function == nullptr || wanted.contains(function);
                               });
  }
};

/// Answers which functions of a module have waiting loops, once for each.
class SpinFunctions {
 public:
  explicit SpinFunctions(llvm::Module& module) : observers_(module), passes_(nullptr) {}

  bool contains(llvm::Function& function) {
    const auto known = answers_.find(&function);
    if (known != answers_.end()) return known->second;
    return answers_[&function] = !ir::is_called_once(function) && observers_.contains(function) &&
                                 has_waiting_loop(function);
  }

 private:
  bool has_waiting_loop(llvm::Function& function) {
    llvm::FunctionAnalysisManager& analyses = passes_.analyses();
    const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
    if (llvm::containsIrreducibleCFG<const BasicBlock*>(order, loops)) return true;
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    return !spin_loops(loops, evolution, observers_).empty();
  }

  const SharedReads observers_;
  ir::LlvmPasses passes_;
  llvm::DenseMap<const llvm::Function*, bool> answers_;
};

void simplify_functions(llvm::Module& module) {
  ir::LlvmPasses passes(nullptr);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::FunctionPassManager manager;
    manager.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    manager.addPass(llvm::InstCombinePass());
    passes.run(function, manager);
  }
}

/// Loops are judged by values, not by variables, so on a copy that has been simplified.
void keep_those_with_waiting_loops(std::vector<Suspect>& suspects) {
  const SuspectModule copy(suspects);
  simplify_functions(*copy.module);
  SpinFunctions waiting(*copy.module);
  std::erase_if(suspects, [&](const Suspect& suspect) {
    return llvm::none_of(suspect.reached, [&](const llvm::Function* one) {
      return !one->isDeclaration() &&
             waiting.contains(*llvm::cast<llvm::Function>(copy.values.lookup(one)));
    });
  });
}

bool is_compare_exchange(const llvm::Function& function) {
  return function.isDeclaration() &&
         builtins::has_trait(function.getName(), builtins::Trait::compares_and_exchanges);
}

/// A loop that tries an update again seems to wait as long as it calls the built-in function.
void keep_those_that_wait_with_builtins_inlined(std::vector<Suspect>& suspects) {
  const SuspectModule copy(suspects);
  llvm::Module& linked = *copy.module;
  if (!lowering::link_builtins(linked, {}).empty() || !lowering::inline_calls(linked, {}).empty())
    return;
  static_cast<void>(simplify::simplify(linked, {}));
  SpinFunctions waiting(linked);
  std::erase_if(suspects, [&](const Suspect& suspect) {
    const llvm::Function& kernel = *linked.getFunction(suspect.kernel->getName());
    return llvm::none_of(reached_from(kernel), [&](const llvm::Function* one) {
      return !one->isDeclaration() && waiting.contains(const_cast<llvm::Function&>(*one));
    });
  });
}

}  // namespace

SpinKernels find_spin_kernels(const llvm::Module& module) {
  SpinKernels kernels;
  std::vector<Suspect> suspects = find_suspects(module);
  if (!suspects.empty()) keep_those_with_waiting_loops(suspects);
  std::vector<Suspect> trying;
  for (Suspect& suspect : suspects) {
    const bool tries = llvm::any_of(
        suspect.reached, [](const llvm::Function* one) { return is_compare_exchange(*one); });
    tries ? trying.push_back(std::move(suspect))
          : static_cast<void>(kernels.insert(suspect.kernel));
  }
  if (!trying.empty()) keep_those_that_wait_with_builtins_inlined(trying);
  for (const Suspect& suspect : trying) kernels.insert(suspect.kernel);
  return kernels;
}

}  // namespace cleave::compiler::pass::progress
