#include "compiler/pass/lowering/combine_sincos.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>

#include <string>
#include <utility>
#include <vector>

#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass::lowering {
namespace {

constexpr llvm::StringLiteral sine_prefix = "_Z3sin", cosine_prefix = "_Z3cos";

/// Returns sincos of the types of a sine: its pointer is to private memory, which mangles as any.
llvm::Function& sincos_beside(llvm::Function& sine) {
  llvm::Module& module = *sine.getParent();
  const llvm::StringRef types = sine.getName().drop_front(sine_prefix.size());
  const bool is_vector = types.starts_with("Dv");
  const std::string name = ("_Z6sincos" + types + "P" + (is_vector ? "S_" : types)).str();
  llvm::Type* const number = sine.getReturnType();
  auto* const pointer = llvm::PointerType::get(module.getContext(), 0);
  auto* const type = llvm::FunctionType::get(number, {number, pointer}, false);
  auto* const sincos =
      llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  sincos->setCallingConv(sine.getCallingConv());
  return *sincos;
}

/// Calls of one argument in one block, in their order.
struct SincosCalls {
  std::vector<llvm::CallInst*> sines, cosines;
};

/// Calls sincos at the first of the calls, and uses its results for all.
void combine_calls(const SincosCalls& calls) {
  llvm::CallInst& sine = *calls.sines.front();
  llvm::CallInst& cosine = *calls.cosines.front();
  llvm::CallInst& first = sine.comesBefore(&cosine) ? sine : cosine;
  llvm::Function& sincos = sincos_beside(*sine.getCalledFunction());
  llvm::Function& function = *first.getFunction();
  llvm::IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  llvm::Value* const variable = entry.CreateAlloca(sine.getType());

  llvm::IRBuilder<> builder(&first);
  llvm::CallInst* const both = builder.CreateCall(&sincos, {sine.getArgOperand(0), variable});
  both->setCallingConv(sine.getCallingConv());
  both->setFastMathFlags(sine.getFastMathFlags() & cosine.getFastMathFlags());
  llvm::Value* const second = builder.CreateLoad(sine.getType(), variable);
  const auto replace = [](const std::vector<llvm::CallInst*>& replaced, llvm::Value* value) {
    for (llvm::CallInst* const call : replaced) {
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
  };
  replace(calls.sines, both);
  replace(calls.cosines, second);
}

/// Returns the functions that call a built-in function of a name.
llvm::SmallSetVector<llvm::Function*, 4> callers_of(llvm::Module& module, llvm::StringRef prefix) {
  llvm::SmallSetVector<llvm::Function*, 4> result;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with(prefix)) continue;
    for (llvm::User* const user : function.users()) {
      if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user))
        result.insert(call->getFunction());
    }
  }
  return result;
}

/// Adds the calls of a block that can be combined.
void find_calls(llvm::BasicBlock& block, std::vector<SincosCalls>& found) {
  llvm::MapVector<std::pair<llvm::Value*, llvm::StringRef>, SincosCalls> by_argument;
  for (llvm::Instruction& instruction : block) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || call->arg_size() != 1) continue;
    llvm::StringRef types = callee->getName();
    if (types.consume_front(sine_prefix)) {
      by_argument[{call->getArgOperand(0), types}].sines.push_back(call);
    } else if (types.consume_front(cosine_prefix)) {
      by_argument[{call->getArgOperand(0), types}].cosines.push_back(call);
    }
  }
  for (auto& [argument, calls] : by_argument) {
    if (!calls.sines.empty() && !calls.cosines.empty()) found.push_back(std::move(calls));
  }
}

/// A function with a pointer is inlined into the longest kernels too, where sin and cos become wide
/// calls (choose_wide_calls.h). 64 pairs of them took 0.79 s to compile and 0.49 s combined, 200
/// took 0.25 s as wide calls and 1.41 s combined.
constexpr size_t most_combined = 64;

}  // namespace

std::string combine_sincos(llvm::Module& module, const ir::PassOptions& options) {
  const auto callers_of_cosine = callers_of(module, cosine_prefix);
  std::vector<SincosCalls> found;
  for (llvm::Function* const function : callers_of(module, sine_prefix)) {
    if (!callers_of_cosine.contains(function)) continue;
    // Variables are in memory still: each call has loaded, or computed, an argument of its own.
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::EarlyCSEPass());
    ir::LlvmPasses(options.target_machine).run(*function, passes);
    for (llvm::BasicBlock& block : *function) find_calls(block, found);
  }
  if (found.size() > most_combined) return {};
  for (const SincosCalls& calls : found) combine_calls(calls);
  return {};
}

}  // namespace cleave::compiler::pass::lowering
