#include "compiler/canonical/unused_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/canonical/images.h"
#include "compiler/canonical/kernel_facts.h"

namespace cleave::compiler::canonical {
namespace {

using Functions = llvm::SetVector<llvm::Function*>;

// Is it part of a constant? Then it is not followed who uses that.
bool is_in_constant(const llvm::Function& function) {
  return llvm::any_of(function.users(),
                      [](const llvm::User* user) { return !llvm::isa<llvm::Instruction>(user); });
}

Functions used_functions(llvm::Module& module) {
  Functions used;
  for (llvm::Function& function : module) {
    if (is_kernel(function) || is_in_constant(function)) used.insert(&function);
  }
  for (size_t i = 0; i < used.size(); ++i) {
    for (llvm::Instruction& instruction : llvm::instructions(*used[i])) {
      for (llvm::Value* operand : instruction.operand_values()) {
        if (auto* function = llvm::dyn_cast<llvm::Function>(operand)) used.insert(function);
      }
    }
  }
  return used;
}

void drop_unused_functions(llvm::Module& module) {
  const Functions used = used_functions(module);
  llvm::SmallVector<llvm::Function*> unused;
  for (llvm::Function& function : module) {
    if (!used.contains(&function)) unused.push_back(&function);
  }
  for (llvm::Function* function : unused) function->deleteBody();  // they may call each other
  for (llvm::Function* function : unused) function->eraseFromParent();
}

// Nobody reads the variable: it is only written, and said to begin and to end.
bool is_only_written(const llvm::AllocaInst& variable) {
  return llvm::all_of(variable.users(), [&](const llvm::User* user) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return (store != nullptr && store->getValueOperand() != &variable) ||
           llvm::isa<llvm::LifetimeIntrinsic>(user);
  });
}

// Erases a use of a sampler, and the call or load that gave the value if this was its last use.
void erase_with_unused_value(llvm::Instruction& user) {
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&user);
  auto* value =
      store == nullptr ? nullptr : llvm::dyn_cast<llvm::Instruction>(store->getValueOperand());
  user.eraseFromParent();
  const bool is_unused = value != nullptr && value->use_empty() &&
                         (llvm::isa<llvm::CallInst>(value) || llvm::isa<llvm::LoadInst>(value));
  if (is_unused) value->eraseFromParent();
}

// One that only gave another one its value goes after that, so the last variable is the first to
// go.
void drop_unused_samplers(llvm::Function& function) {
  llvm::SmallVector<llvm::AllocaInst*> samplers;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable != nullptr && is_sampler(variable->getAllocatedType())) {
      samplers.push_back(variable);
    }
  }
  for (size_t before = samplers.size() + 1; samplers.size() < before;) {
    before = samplers.size();
    for (size_t i = samplers.size(); i-- > 0;) {
      llvm::AllocaInst* variable = samplers[i];
      if (!is_only_written(*variable)) continue;
      while (!variable->use_empty()) {
        erase_with_unused_value(*llvm::cast<llvm::Instruction>(variable->user_back()));
      }
      variable->eraseFromParent();
      samplers.erase(samplers.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

}  // namespace

void drop_unused(llvm::Module& module) {
  drop_unused_functions(module);
  for (llvm::Function& function : module) drop_unused_samplers(function);
}

}  // namespace cleave::compiler::canonical
