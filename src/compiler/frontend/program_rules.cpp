#include "compiler/frontend/program_rules.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <utility>
#include <vector>

#include "builtins/index.h"
#include "compiler/frontend/call_graph.h"
#include "compiler/frontend/kernel_facts.h"
#include "compiler/frontend/messages.h"

namespace cleave::compiler::frontend {
namespace {

constexpr unsigned global_address_space = 1;

bool is_provided(const llvm::Function& function) {
  const auto definition = builtins::find(function.getName());
  return function.isIntrinsic() || function.getName() == "printf" ||
         function.getName().starts_with("__cleave_") || (definition && definition->is_public);
}

// "sin(float)", with address spaces as the language spells them.
std::string readable_name(llvm::StringRef mangled) {
  std::string name = llvm::demangle(mangled);
  constexpr std::pair<std::string_view, std::string_view> address_spaces[] = {
      {" AS1", " __global"}, {" AS2", " __constant"}, {" AS3", " __local"}, {" AS4", ""}};
  for (const auto& [mangling, spelling] : address_spaces) {
    for (size_t at = name.find(mangling); at != std::string::npos; at = name.find(mangling, at)) {
      name.replace(at, mangling.size(), spelling);
      at += spelling.size();
    }
  }
  return name;
}

// Every call of a function, or the function itself where it is not called but mentioned.
std::string unresolved_messages(const llvm::Function& function) {
  const bool is_built_in = function.getName().starts_with("_Z");
  const std::string text =
      is_built_in ? "built-in function '" + readable_name(function.getName()) + "' is not available"
                  : "function '" + function.getName().str() + "' is declared but not defined";
  std::string messages;
  for (const llvm::User* user : function.users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call != nullptr) messages += error_at(call->getDebugLoc(), text);
  }
  return messages.empty() ? error_at(llvm::DebugLoc(), text) : messages;
}

// Assembly could be of no processor but this one, and no pass could see through it.
std::string find_assembly(const llvm::Module& module) {
  const std::string text = "assembly is not supported";
  std::string messages;
  if (!module.getModuleInlineAsm().empty()) messages += error_at(llvm::DebugLoc(), text);
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && call->isInlineAsm()) messages += error_at(call->getDebugLoc(), text);
    }
  }
  return messages;
}

}  // namespace

std::string find_unsupported(const llvm::Module& module) {
  std::string messages = find_assembly(module);
  for (const llvm::CallBase* call : recursive_calls(module)) {
    messages += error_at(call->getDebugLoc(),
                         "recursion is not allowed: this call leads back to '" +
                             readable_name(call->getCalledFunction()->getName()) + "'");
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == global_address_space) {
      messages += error_at(llvm::DebugLoc(), "program-scope variable '" + variable.getName().str() +
                                                 "' in the global address space is not supported");
    }
  }
  for (const llvm::Function& function : module) {
    if (is_kernel(function)) messages += find_unsupported_arguments(function);
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
  return messages;
}

}  // namespace cleave::compiler::frontend
