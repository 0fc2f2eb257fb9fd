#include "compiler/canonical/rules/program_rules.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <utility>
#include <vector>

#include "builtins/index.h"
#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/canonical/module/call_graph.h"
#include "compiler/canonical/module/messages.h"

namespace cleave::compiler::canonical::rules {
namespace {

// Clang's name of what makes a sampler of a constant, which lower_opaque_types replaces.
constexpr llvm::StringLiteral sampler_constant = "__translate_sampler_initializer";

bool is_provided(const llvm::Function& function) {
  const auto definition = builtins::find(function.getName());
  // No C library has a function for it, and code generation would end the process.
  if (function.getIntrinsicID() == llvm::Intrinsic::sincospi) return false;
  return function.isIntrinsic() || function.getName() == "printf" ||
         function.getName().starts_with("__cleave_") || function.getName() == sampler_constant ||
         (definition && definition->is(builtins::Trait::is_public));
}

bool is_definition(const llvm::GlobalValue* value) {
  return value != nullptr && !value->isDeclaration() && value->hasExternalLinkage();
}

// Says in words what a function or variable without a definition would have been.
std::string text_of_missing(const llvm::GlobalValue& value) {
  const std::string name = module::described(value);
  return builtins::has_overload(value.getName()) ? "built-in " + name + " is not available"
                                                 : name + " is declared but not defined";
}

// " (kernel 'k' needs it)", where the call itself does not show it.
std::string kernel_that_needs(const llvm::Function& caller) {
  if (facts::is_kernel(caller) || caller.getName().starts_with(module::kernel_body_prefix))
    return {};
  for (const llvm::Function& kernel : *caller.getParent()) {
    if (!facts::is_kernel(kernel) ||
        !llvm::is_contained(module::reachable_functions(kernel), &caller))
      continue;
    return " (kernel '" + module::readable_name(kernel.getName()) + "' needs it)";
  }
  return {};
}

// Errors at every instruction that calls the function or reads the variable; one without a location
// where there is no such instruction.
std::string unresolved_messages(const llvm::GlobalValue& value) {
  const std::string text = text_of_missing(value);
  std::string messages;
  for (const llvm::User* user : value.users()) {
    const auto* use = llvm::dyn_cast<llvm::Instruction>(user);
    if (use == nullptr) continue;
    messages += module::error_at(use->getDebugLoc(), text + kernel_that_needs(*use->getFunction()));
  }
  return messages.empty() ? module::error_at(llvm::DebugLoc(), text) : messages;
}

// Assembly could be of no processor but this one, and no pass could see through it.
std::string find_assembly(const llvm::Module& module) {
  const std::string text = "assembly is not supported";
  std::string messages;
  if (!module.getModuleInlineAsm().empty()) messages += module::error_at(llvm::DebugLoc(), text);
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && call->isInlineAsm())
        messages += module::error_at(call->getDebugLoc(), text);
    }
  }
  return messages;
}

}  // namespace

std::string find_unsupported(const llvm::Module& module) {
  std::string messages = find_assembly(module);
  for (const llvm::CallBase* call : module::recursive_calls(module)) {
    messages += module::error_at(
        call->getDebugLoc(), "recursion is not allowed: this call leads back to '" +
                                 module::readable_name(call->getCalledFunction()->getName()) + "'");
  }
  for (const llvm::Function& function : module) {
    if (facts::is_kernel(function)) messages += facts::find_unsupported_arguments(function);
  }
  return messages;
}

std::string find_clashes(const llvm::Module& first, const llvm::Module& second) {
  std::string messages;
  for (const llvm::GlobalValue& value : second.global_values()) {
    if (!is_definition(&value) || value.getName().starts_with(module::kernel_body_prefix)) continue;
    if (!is_definition(first.getNamedValue(value.getName()))) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(&value);
    const std::string text = module::described(value) + " is defined more than once";
    messages += function != nullptr ? module::error_at(*function, text)
                                    : module::error_at(llvm::DebugLoc(), text);
  }
  return messages;
}

std::string find_mismatched_calls(const llvm::Module& module) {
  std::string messages;
  for (const llvm::Function& caller : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(caller)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      const auto* callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand());
      if (callee == nullptr || callee->getFunctionType() == call->getFunctionType()) continue;
      messages +=
          module::error_at(call->getDebugLoc(), module::described(*callee) +
                                                    " is called with other types than it is "
                                                    "defined with");
    }
  }
  return messages;
}

std::string find_unresolved(const llvm::Module& module) {
  std::string messages;
  for (const llvm::Function& function : module) {
    const bool used = !function.use_empty();
    if (function.isDeclaration() && used && !is_provided(function)) {
      messages += unresolved_messages(function);
    }
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() && !variable.use_empty())
      messages += unresolved_messages(variable);
  }
  return messages;
}

}  // namespace cleave::compiler::canonical::rules
