#include "compiler/frontend/sycl/local_memory.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <string>

#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/canonical/module/messages.h"
#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::frontend::sycl {
namespace {

using Functions = llvm::SetVector<llvm::Function*>;

/// The functions that call `base`, directly or not.
Functions functions_that_ask(llvm::Function& base) {
  Functions asking;
  asking.insert(&base);
  for (size_t i = 0; i < asking.size(); ++i) {
    for (llvm::User* user : asking[i]->users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) asking.insert(call->getFunction());
    }
  }
  asking.remove(&base);
  return asking;
}

/// Calls in `caller` of functions of the set, which have bodies.
llvm::SmallVector<llvm::CallInst*> calls_of(llvm::Function& caller, const Functions& callees) {
  llvm::SmallVector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(caller)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && callees.contains(call->getCalledFunction())) calls.push_back(call);
  }
  return calls;
}

/// Inlines them, and what the inlined code calls of them. A cycle ends when it has been gone
/// through as often as there are functions. False: the kernel would become too large.
bool inline_asking(llvm::Function& kernel, const Functions& asking) {
  constexpr size_t most_instructions = 1'000'000;
  size_t instructions = kernel.getInstructionCount();
  for (size_t round = 0; round <= asking.size(); ++round) {
    const auto calls = calls_of(kernel, asking);
    if (calls.empty()) return true;
    for (llvm::CallInst* call : calls) {
      instructions += call->getCalledFunction()->getInstructionCount();
      if (instructions > most_instructions) return false;
      llvm::InlineFunctionInfo information;
      static_cast<void>(llvm::InlineFunction(*call, information));
    }
  }
  return true;
}

/// Makes the kernel anew, with one more argument.
llvm::Function& add_local_argument(llvm::Function& kernel) {
  llvm::SmallVector<llvm::Type*> types(kernel.getFunctionType()->params());
  types.push_back(llvm::PointerType::get(kernel.getContext(), pass::ir::local_space));
  auto* type = llvm::FunctionType::get(kernel.getReturnType(), types, false);
  auto* made = llvm::Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace(), "",
                                      kernel.getParent());
  made->copyAttributesFrom(&kernel);
  made->copyMetadata(&kernel, 0);
  kernel.setSubprogram(nullptr);
  made->takeName(&kernel);
  made->splice(made->begin(), &kernel);
  for (llvm::Argument& argument : kernel.args()) {
    llvm::Argument* moved = made->getArg(argument.getArgNo());
    moved->takeName(&argument);
    argument.replaceAllUsesWith(moved);
  }
  llvm::Argument* local = made->getArg(static_cast<unsigned>(types.size() - 1));
  local->setName("local_memory");
  local->addAttr(
      llvm::Attribute::getWithAlignment(kernel.getContext(), llvm::Align(local_base_alignment)));
  kernel.replaceAllUsesWith(made);
  kernel.eraseFromParent();
  return *made;
}

/// Returns an error, or nothing.
std::string bind_kernel(llvm::Function& kernel, llvm::Function& base, const Functions& asking) {
  if (!inline_asking(kernel, asking)) {
    return "error: kernel '" + canonical::module::readable_name(kernel.getName()) +
           "' is too large: all functions that use its local memory are inlined into it\n";
  }
  Functions only_base;
  only_base.insert(&base);
  const auto calls = calls_of(kernel, only_base);
  if (calls.empty()) return {};
  llvm::Function& made = add_local_argument(kernel);
  llvm::Argument* local = made.getArg(static_cast<unsigned>(made.arg_size() - 1));
  for (llvm::CallInst* call : calls) {
    call->replaceAllUsesWith(local);
    call->eraseFromParent();
  }
  return {};
}

}  // namespace

std::string bind_local_memory(llvm::Module& module) {
  llvm::Function* base = module.getFunction(local_base_name);
  if (base == nullptr) return {};
  const auto* type = llvm::FunctionType::get(
      llvm::PointerType::get(module.getContext(), pass::ir::local_space), false);
  if (base->getFunctionType() != type || !base->isDeclaration()) {
    return "error: " + local_base_name.str() + " is another function than the driver's\n";
  }
  const Functions asking = functions_that_ask(*base);
  llvm::SmallVector<llvm::Function*> kernels;
  Functions inlined;
  for (llvm::Function* function : asking) {
    if (canonical::facts::is_kernel(*function)) {
      kernels.push_back(function);
    } else {
      inlined.insert(function);
    }
  }
  std::string problems;
  for (llvm::Function* kernel : kernels) problems += bind_kernel(*kernel, *base, inlined);
  return problems;
}

}  // namespace cleave::compiler::frontend::sycl
